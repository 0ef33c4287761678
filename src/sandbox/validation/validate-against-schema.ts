import { excessOf, MAX_ITEMS } from "../../contract/validation-limits.ts";
import {
  canonicalUuid,
  dropUnknownFields,
  type SchemaFields,
  UNCONSTRAINED,
  type UnknownField,
} from "../contract-facts/drop-unknown-fields.ts";
import type { Parameter, Route } from "../contract-facts/routes-from-contract.ts";
import type { Validators } from "./compile-validators.ts";
import { findMisplacedCardNumbers } from "./misplaced-card-numbers.ts";
import { describeValidationErrors } from "./validation-messages.ts";

/** A request with its parameters as strings and its body as parsed JSON. */
export interface UnvalidatedRequest {
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string | undefined>;
  body: unknown;
  /** The number of bytes of the body as it was sent. */
  bodyLength: number;
}

/** A request with typed parameters, with the contract's defaults, and without unknown fields. */
export interface ValidRequest {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
}

/** The part of a request that holds a parameter, by its `in` in the contract. */
const PARTS = { path: "path", query: "query", header: "headers" } as const;

/** A request, its problems, and the fields of its body that the contract does not know, even if it is invalid. */
interface Validation {
  valid: ValidRequest | undefined;
  problems: string[];
  unknown: UnknownField[];
}

/** Validates a request against its route. */
export function validateRequest(
  route: Route,
  request: UnvalidatedRequest,
  validators: Validators,
): Validation {
  const unknown: UnknownField[] = [];
  const { id, parameters, body } = route;
  const input: ValidRequest = { path: {}, query: {}, headers: {}, body: undefined };
  const values: Record<string, unknown> = {};
  for (const parameter of parameters) {
    const value = valueFor(parameter, request);
    if (value === undefined) continue;
    values[parameter.name] = value;
    input[PARTS[parameter.in]][parameter.name] = value;
  }
  const problems = problemsOf(`${id} parameters`, values, UNCONSTRAINED);
  if (body && request.body !== undefined) {
    input.body = dropUnknownFields(request.body, body.fields, unknown);
    // Each item takes a byte and a comma, and a text is longer, so most bodies need no count.
    const excess = request.bodyLength > 2 * MAX_ITEMS ? excessOf(input.body) : undefined;
    if (excess) return { valid: undefined, problems: [excess], unknown };
    problems.push(...problemsOf(`${id} body`, request.body, body.fields));
    // The body is stored and returned as it is, so it must not contain a card number.
    if (problems.length === 0) problems.push(...findMisplacedCardNumbers(input.body));
  } else if (body?.required) {
    problems.push("a body is required");
  }
  return { valid: problems.length === 0 ? input : undefined, problems, unknown };

  function problemsOf(name: string, value: unknown, fields: SchemaFields): string[] {
    const validate = validators(name);
    if (!validate || validate(value)) return [];
    return describeValidationErrors(validate.errors ?? [], fields, "the body");
  }
}

function valueFor(parameter: Parameter, request: UnvalidatedRequest): unknown {
  const text = request[PARTS[parameter.in]][parameter.name];
  return text === undefined ? parameter.default : parameterParsers[parameter.kind](text);
}

const BOOLEANS = new Map([
  ["true", true],
  ["false", false],
]);

const parameterParsers: Record<Parameter["kind"], (text: string) => unknown> = {
  text: (text) => text,
  number: parseNumber,
  boolean: (text) => BOOLEANS.get(text) ?? text,
  uuid: canonicalUuid,
};

/** Text that is not a number stays text, so that validation rejects it. */
function parseNumber(text: string): number | string {
  const number = Number(text);
  const isNumber = /^-?\d+(\.\d+)?$/.test(text) && Math.abs(number) <= Number.MAX_SAFE_INTEGER;
  return isNumber ? number : text;
}
