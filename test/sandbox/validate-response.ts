import type { ValidateFunction } from "ajv";
import type { Cursor } from "../../src/contract/cursor.ts";
import {
  mediaTypes,
  type Operation,
  operations,
  responses,
} from "../../src/contract/operations.ts";
import { type Compile, createCompile } from "../compile-schema.ts";
import { control, service } from "./contract-examples.ts";

/** An operation with what finds it by its address, and what makes validators of its schemas. */
interface Known {
  operation: Operation;
  method: string;
  pattern: RegExp;
  compile: Compile;
}

// What is written out counts before a parameter: /payments/refund is no payment.
const known = [service, control]
  .flatMap(knownIn)
  .sort((one, other) => parametersOf(one) - parametersOf(other));
const validators = new Map<string, ValidateFunction>();

/**
 * The violations of the contract by a response: none if it is valid, or if no operation has the
 * address.
 */
export function violationsOf(method: string, url: string, status: number, body: unknown): string[] {
  const { pathname } = new URL(url);
  const found = known.find((each) => each.method === method && each.pattern.test(pathname));
  if (!found) return [];
  const { operation } = found;
  const validate = validatorOf(found, status);
  if (!validate) return [`${operation.id} answers ${status}, which the contract does not show`];
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${operation.id} ${status}: ${instancePath} ${message}`,
  );
}

function validatorOf({ operation, compile }: Known, status: number): ValidateFunction | undefined {
  const all = responses(operation);
  const response =
    all.find((each) => each.status === `${status}`) ??
    all.find((each) => each.status === "default");
  const schema = response && mediaTypes(response.cursor)[0]?.at("schema");
  if (!schema?.exists) return undefined;
  const name = `${operation.id} ${response?.status}`;
  const validate = validators.get(name) ?? compile(schema.value);
  validators.set(name, validate);
  return validate;
}

function knownIn(contract: Cursor): Known[] {
  let made: Compile | undefined;
  const compile: Compile = (schema) => {
    made ??= createCompile(contract);
    return made(schema);
  };
  return operations(contract).map((operation) => ({
    operation,
    method: operation.cursor.key.toUpperCase(),
    pattern: new RegExp(`^${operation.pathItem.key.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    compile,
  }));
}

function parametersOf({ operation }: Known): number {
  return operation.pathItem.key.split("{").length;
}
