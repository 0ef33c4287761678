import type { Cursor } from "../../../src/contract/cursor.ts";
import { callbacks, operations } from "../../../src/contract/operations.ts";
import { type Transition, transitionsOf } from "../status-transitions.ts";

/** The transitions of the statuses of a schema. */
export function transitionsIn(contract: Cursor, schema: string): Transition[] {
  return transitionsOf(contract.at("components", "schemas", schema));
}

/** The name of an operation. @throws if the contract has no such operation. */
export function operationOf(contract: Cursor, operationId: string): string {
  if (operations(contract).some(({ id }) => id === operationId)) return operationId;
  throw new Error(`A picture shows ${operationId}, which is not in the contract.`);
}

/** The name of a callback. @throws if the contract has no such callback. */
export function callbackOf(contract: Cursor, name: string): string {
  if (callbacks(contract).some((callback) => callback.name === name)) return name;
  throw new Error(`A picture shows ${name}, which is not a callback of the contract.`);
}

/** The name of a field. @throws if the schema has no such field. */
export function fieldOf(contract: Cursor, schema: string, name: string): string {
  if (contract.at("components", "schemas", schema, "properties", name).exists) return name;
  throw new Error(`A picture shows ${name}, which is not a field of ${schema}.`);
}
