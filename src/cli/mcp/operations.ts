import { findAssumptions } from "../../contract/assumptions.ts";
import { Cursor, type JsonObject, textAt } from "../../contract/cursor.ts";
import * as contract from "../../contract/operations.ts";
import { readContract, readControlContract } from "../../contract/read-bundled-contract.ts";
import { returnCodes } from "../../contract/return-codes.ts";
import * as schema from "../../contract/schema-fields.ts";
import { didYouMean } from "../read-flags.ts";
import { type Tool, ToolError, text } from "./tool.ts";

export const service = Cursor.root(readContract());
const control = Cursor.root(readControlContract());

export type Operation = contract.Operation & { isControl: boolean; isDestructive: boolean };

/** What ends something for good, or the keys that this server uses. */
const DESTRUCTIVE = /\.(delete|reset|restore|rotateKeys)$/;
/** What makes a caller an operator, or leads to another company. */
const OPERATORS = /^x-(operator-key|sandbox-company)$/;
const MAX_ASSUMPTIONS = 10;

/** All operations of both contracts, except those whose bodies are files. */
const callable: readonly Operation[] = [service, control].flatMap((root) =>
  contract
    .operations(root)
    .filter((operation) => !contract.carriesFile(operation))
    .map((operation) => {
      const isDestructive = DESTRUCTIVE.test(operation.id);
      return { ...operation, isControl: root === control, isDestructive };
    }),
);

export function findOperation(id: unknown): Operation {
  const operation = callable.find((each) => each.id === id);
  if (operation) return operation;
  const ids = callable.map((each) => each.id);
  const advice = didYouMean(`${id}`, ids) || "; describe_operation without arguments lists all";
  throw new ToolError(`no operation is called ${id}${advice}`);
}

export function parametersOf(operation: Operation): Cursor[] {
  return contract.parameters(operation).filter((each) => !OPERATORS.test(contract.nameOf(each)));
}

/** A request example, without a `postbackUrl`, which leads to a shop that does not exist. */
export function exampleOf(operation: Operation, name: unknown): JsonObject {
  const examples = contract.requestExamples(operation);
  const example = examples.find(({ key }) => key === name);
  const names = examples.map(({ key }) => key).join(", ") || "none";
  if (!example)
    throw new ToolError(`${operation.id} has no example ${name}; its examples: ${names}`);
  const json = JSON.stringify(example.at("value").value);
  return JSON.parse(json, (key, value) => (key === "postbackUrl" ? undefined : value));
}

/** What schemas of one value say of it, without references. */
export function schemaOf(schemas: Cursor[]): JsonObject {
  const keywords = ["type", "enum", "x-extensible-enum", "format", "minimum", "maximum"];
  const values = new Set(schemas.map((each) => each.at("const").value));
  values.delete(undefined);
  // Each form of a value describes only its own.
  const facts = values.size > 1 ? keywords : [...keywords, "description"];
  const entries = facts.map((name) => [name, schema.factIn(schemas, name)]);
  const known = entries.filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), ...(values.size > 0 && { enum: [...values] }) };
}

export const describeOperation: Tool = {
  name: "describe_operation",
  description:
    "Says how to call an operation of the service or of the sandbox's controls: parameters, fields of the body, examples, errors, and what the contract assumes. Without arguments, lists all operations.",
  input: {
    operation: text("The name of an operation, e.g. payments.create."),
    example: text("Which example to show. By default, the first."),
  },
  output: {
    ...{ operations: "array", call: "string", description: "string", isDestructive: "boolean" },
    ...{ parameters: "array", fields: "array", required: "object", examples: "array" },
    ...{ example: "object", errors: "array", assumptions: "array", assumptionCount: "integer" },
  },
  async run({ operation: id, example }) {
    const summaries = callable.map((each) => `${each.id}: ${textAt(each.cursor, "summary")}`);
    if (id === undefined) return { facts: { operations: summaries } };
    return { facts: describe(findOperation(id), example) };
  },
};

function describe(operation: Operation, example: unknown): JsonObject {
  const { id, cursor, isControl, isDestructive } = operation;
  const examples = contract.requestExamples(operation).map(({ key }) => key);
  const shown = example ?? examples[0];
  const codes = returnCodes(service).filter(
    ({ statedFor, assumedFor }) => !isControl && [statedFor, ...assumedFor].includes(id),
  );
  // Those of few operations say most about this one.
  const assumptions = findAssumptions(isControl ? control : service)
    .filter(({ operationIds }) => operationIds.includes(id))
    .toSorted((one, other) => one.operationIds.length - other.operationIds.length)
    .map(({ where, text }) => `${where}: ${text}`);
  return {
    call: contract.callOf(operation),
    description: `${textAt(cursor, "summary")}. ${textAt(cursor, "description")}`,
    isDestructive,
    parameters: parametersOf(operation).map((parameter) => ({
      ...schemaOf([parameter, parameter.at("schema").target]),
      ...{ name: parameter.at("name").value, in: parameter.at("in").value },
      required: parameter.at("required").value === true,
    })),
    ...describeBody(contract.requestSchema(operation)),
    examples,
    ...(shown !== undefined && { example: exampleOf(operation, shown) }),
    errors: codes.map(({ code, name, meaning }) => ({ code, name, meaning })),
    assumptions: assumptions.slice(0, MAX_ASSUMPTIONS),
    assumptionCount: assumptions.length,
  };
}

function describeBody(body: Cursor): JsonObject {
  if (!body.exists) return {};
  const forms = schema.variantsOf(body)?.variants ?? new Map([["body", body]]);
  const required = [...forms].map(([name, form]) => [
    ...[name, schema.requiredIn(schema.partsOf(form))],
  ]);
  const fields = schema.fieldsWithin(body).map(({ path, schemas }) => {
    const { description = "", ...rest } = schemaOf(schemas);
    const [sentence] = /^.*?[.](?=\s|$)/s.exec(`${description}`) ?? [];
    return { field: path.join("."), ...rest, description: sentence };
  });
  return { fields, required: Object.fromEntries(required) };
}
