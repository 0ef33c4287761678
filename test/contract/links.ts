import type { Cursor, JsonObject } from "../../src/contract/cursor.ts";
import { valueAt } from "../../src/contract/json-pointer.ts";
import { nameOf, type Operation, parameters, responses } from "../../src/contract/operations.ts";
import { operationsById } from "../sandbox/contract-examples.ts";

/** A link of the contract, from the responses of an operation to the operation that can follow. */
export interface Link {
  name: string;
  from: Operation;
  to: Operation;
  cursor: Cursor;
}

/** What a request says, by where it says it. */
export interface RequestParts {
  path: JsonObject;
  query: JsonObject;
  header: JsonObject;
  body?: JsonObject | undefined;
}

/** A request, and the body of its response. */
export type Exchange = RequestParts & { operation: Operation; response: unknown };

export const links: Link[] = [...operationsById.values()].flatMap((from) =>
  responses(from).flatMap(({ cursor }) =>
    cursor
      .at("links")
      .members()
      .map(({ key, target }) => {
        const to = operationsById.get(`${target.at("operationId").value}`);
        if (!to) throw new Error(`There is no operation for the link ${key}.`);
        return { name: `${from.id} ${key}`, from, to, cursor: target };
      }),
  ),
);

/** What a link passes on after an exchange: each value that its expressions find. */
export function passedOn({ cursor, to }: Link, exchange: Exchange): RequestParts {
  const passed: RequestParts = { path: {}, query: {}, header: {} };
  for (const { key, value } of cursor.at("parameters").members()) {
    const [, where, name] = /^(?:(path|query|header)\.)?(.+)$/.exec(key) ?? [];
    const taken = parameters(to).find(
      (each) => nameOf(each) === name && (!where || each.at("in").value === where),
    );
    if (!taken) throw new Error(`${to.id} takes no parameter ${key}.`);
    const found = valueAfter(value, exchange);
    if (found !== undefined)
      passed[taken.at("in").value as "path" | "query" | "header"][nameOf(taken)] = found;
  }
  const fields = cursor.at("requestBody").members();
  const body = fields.map(({ key, value }) => [key, valueAfter(value, exchange)]);
  return fields.length === 0 ? passed : { ...passed, body: Object.fromEntries(body) };
}

/** The value of a runtime expression, which is in braces in a body. Any other value stands for itself. */
function valueAfter(expression: unknown, { response, ...request }: Exchange): unknown {
  const [, source, where, name = ""] =
    /^\{?\$(request|response)\.(\w+)[.#]([^}]+)\}?$/.exec(`${expression}`) ?? [];
  if (!source) return expression;
  if (where === "body") return valueAt(source === "response" ? response : request.body, name);
  return request[where as "path" | "query" | "header"][name];
}
