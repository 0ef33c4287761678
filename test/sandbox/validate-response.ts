import type { ValidateFunction } from "ajv";
import type { Cursor } from "../../src/contract/cursor.ts";
import {
  httpMethodOf,
  mediaTypes,
  type Operation,
  operations,
  responses,
} from "../../src/contract/operations.ts";
import { type Compile, createCompile } from "../compile-schema.ts";
import { control, service } from "./contract-examples.ts";

// What is written out counts before a parameter: /payments/refund is no payment.
const known = [service, control]
  .flatMap((contract) => operations(contract).map((operation) => ({ contract, operation })))
  .sort((one, other) => parametersOf(one.operation) - parametersOf(other.operation));
const compilers = new Map<Cursor, Compile>();
const validators = new Map<string, ValidateFunction>();

/**
 * The violations of the contract by a response: none if it is valid, or if no operation has the
 * address.
 */
export function violationsOf(method: string, url: string, status: number, body: unknown): string[] {
  const { pathname } = new URL(url);
  const found = known.find(
    ({ operation }) =>
      httpMethodOf(operation).toUpperCase() === method && patternOf(operation).test(pathname),
  );
  if (!found) return [];
  const { contract, operation } = found;
  const validate = validatorOf(contract, operation, status);
  if (!validate) return [`${operation.id} answers ${status}, which the contract does not show`];
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${operation.id} ${status}: ${instancePath} ${message}`,
  );
}

function validatorOf(contract: Cursor, operation: Operation, status: number) {
  const all = responses(operation);
  const response =
    all.find((each) => each.status === `${status}`) ??
    all.find((each) => each.status === "default");
  const schema = response && mediaTypes(response.cursor)[0]?.at("schema");
  if (!schema?.exists) return undefined;
  const name = `${operation.id} ${response?.status}`;
  const compile = compilers.get(contract) ?? createCompile(contract);
  compilers.set(contract, compile);
  const validate = validators.get(name) ?? compile(schema.value);
  validators.set(name, validate);
  return validate;
}

function patternOf({ pathItem }: Operation): RegExp {
  return new RegExp(`^${pathItem.key.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

function parametersOf({ pathItem }: Operation): number {
  return pathItem.key.split("{").length;
}
