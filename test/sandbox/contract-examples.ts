import type { operations as ControlOperations } from "../../generated/sandbox-control-types.ts";
import type { operations as ServiceOperations } from "../../generated/types.ts";
import { Cursor, isObject, type JsonObject } from "../../src/contract/cursor.ts";
import {
  mediaTypes,
  operations,
  requestExamples,
  responses,
} from "../../src/contract/operations.ts";
import { readContract, readControlContract } from "../../src/contract/read-bundled-contract.ts";

export const service = Cursor.root(readContract());
export const control = Cursor.root(readControlContract());

/** Every operation of both contracts, by its name. */
export const operationsById = new Map(
  [service, control].flatMap(operations).map((operation) => [operation.id, operation]),
);

type Operations = ServiceOperations & ControlOperations;

export type OperationName = keyof Operations;

type Body<Op> = Op extends { requestBody?: { content: { "application/json": infer Given } } }
  ? Given
  : never;

/**
 * A body that the contract shows, with some fields changed, or taken away where they are `undefined`.
 *
 * @example
 * body("payments.create", "card", { billingData: { amount: 100 } });
 */
export function body<Id extends OperationName>(
  id: Id,
  example: string,
  change: object = {},
): Body<Operations[Id]> {
  const shown = requestExamples(operation(id)).find(({ key }) => key === example);
  if (!shown) throw new Error(`The contract shows no body "${example}" for ${id}.`);
  return changed(shown.at("value").value, change) as Body<Operations[Id]>;
}

/** An error that the contract shows for an operation, with its status. */
export function shownError(id: OperationName, name: string): { status: number; body: JsonObject } {
  for (const { status, cursor } of responses(operation(id))) {
    const example = mediaTypes(cursor)
      .flatMap((type) => type.at("examples").members())
      .find(({ key }) => key === name);
    if (example) return { status: Number(status), body: example.at("value").value as JsonObject };
  }
  throw new Error(`The contract shows no error ${name} for ${id}.`);
}

/** The message of the first response that the contract shows. */
export function shownMessage(id: OperationName): string | null {
  const [example] = mediaTypes(operation(id).cursor.at("responses", "200")).flatMap((type) =>
    type.at("examples").members(),
  );
  return example?.at("value", "message").value as string | null;
}

function operation(id: OperationName) {
  const found = operationsById.get(id);
  if (!found) throw new Error(`No contract has ${id}.`);
  return found;
}

/** A value with some of its fields changed, or taken away where they are `undefined`. */
export function changed(value: unknown, change: unknown): unknown {
  if (!isObject(value) || !isObject(change)) return change;
  const fields = Object.entries(change).map(([key, part]) => [key, changed(value[key], part)]);
  return JSON.parse(JSON.stringify({ ...value, ...Object.fromEntries(fields) }));
}
