import { PARAMETERS } from "../../../client/build-request.ts";
import { type OperationRequest, callOperation as send } from "../../../client/call-operation.ts";
import { NetworkError, ServiceError, TimeoutError } from "../../../client/index.ts";
import { isObject, type JsonObject } from "../../../contract/cursor.ts";
import { valueAt } from "../../../contract/json-pointer.ts";
import type { ParameterFacts } from "../../../contract/operation-facts.ts";
import type { OperationRow } from "../../operation-commands/operation-table.ts";
import { clientFor } from "../../sandbox-connection.ts";
import { type Answer, count, type Tool, ToolError, text } from "../tool.ts";
import { exampleOf, findOperation, isDestructive, parametersOf } from "./describe-operation.ts";

/** The most items of a page. */
const LIMIT = 20;

export const callOperation: Tool = {
  name: "call_operation",
  description:
    "Calls an operation of the sandbox, of the service or of the controls. describe_operation says what it takes. A list answers with a page of at most 20.",
  changesSandbox: true,
  input: {
    operation: text("The name of the operation, e.g. payments.create."),
    parameters: { type: "object", description: "Those in the path, the query and the headers." },
    body: { type: "object", description: "The body, or the fields that differ from the example." },
    example: text("The name of an example to take as the body."),
    part: text("A JSON pointer into the data, to read only this part, e.g. /0/splits."),
    skip: count("How many items or characters of the part to leave out at the beginning."),
  },
  required: ["operation"],
  async run({ operation: id, parameters = {}, body = {}, example, part = "", skip = 0 }, context) {
    const operation = findOperation(id);
    const whole = example === undefined ? {} : exampleOf(operation, example);
    const args = [parameters as JsonObject, merged(whole, body as JsonObject)] as const;
    const answer = await call(operation, ...args, context);
    if (answer.isError) return answer;
    const data = valueAt(answer.data, `${part}`);
    if (data === undefined) throw new ToolError(`the data has no part ${part}`);
    return { ...answer, data, part: `${part}`, skip: Number(skip) };
  },
};

/** Calls an operation, and turns an error of the sandbox into an answer. */
async function call(
  operation: OperationRow,
  parameters: JsonObject,
  body: JsonObject,
  { sandbox, allowDestructive }: Parameters<Tool["run"]>[1],
): Promise<Answer> {
  if (isDestructive(operation) && !allowDestructive)
    throw new ToolError(
      `${operation.id} is refused: this server was started without --allow-destructive`,
    );
  const request = requestOf(operation, parameters, body);
  return sandbox(async (connection) => {
    try {
      const client = clientFor(operation, connection);
      const { data, meta } = (await send(client, operation, request)).answer;
      return { facts: meta ? { meta } : {}, data };
    } catch (error) {
      if (error instanceof NetworkError || error instanceof TimeoutError)
        throw new ToolError("the answer is lost: a write may have taken effect, so read first");
      // Of the client, which rejects an argument.
      if (error instanceof TypeError) throw new ToolError(error.message);
      // The keys come from the start command, so its own error says what to do.
      if (!(error instanceof ServiceError) || error.status === 401) throw error;
      const { status, returnCode, messages } = error;
      const facts = { status, ...(returnCode !== undefined && { returnCode }) };
      return { facts, data: messages, isError: true };
    }
  });
}

function requestOf(operation: OperationRow, given: JsonObject, body: JsonObject): OperationRequest {
  const known = parametersOf(operation);
  const names = known.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new ToolError(`${operation.id} has no parameter ${unknown}, only ${names.join(", ")}`);
  const valuesIn = (place: ParameterFacts["in"]) =>
    known.flatMap(({ in: where, name }) =>
      where === place && name in given ? [[name, given[name]]] : [],
    );
  const query = { ...Object.fromEntries(valuesIn("query")) };
  if (query.limit > LIMIT) query.limit = LIMIT;
  const path = [...operation.path.matchAll(PARAMETERS)].map(([, name = ""]) => {
    if (!(name in given)) throw new ToolError(`${operation.id} needs the parameter ${name}`);
    return given[name];
  });
  return { path, query, headers: Object.fromEntries(valuesIn("header")), body };
}

/** A copy of an example with the fields of another object in it. */
function merged(example: JsonObject, changes: JsonObject): JsonObject {
  const fields = Object.entries(changes).map(([name, value]) => {
    const before = example[name];
    return [name, isObject(before) && isObject(value) ? merged(before, value) : value];
  });
  return { ...example, ...Object.fromEntries(fields) };
}
