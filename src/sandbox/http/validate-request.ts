import { isObject } from "../../contract/cursor.ts";
import { MAX_ITEMS, TOO_MANY_ITEMS } from "../../contract/validation-limits.ts";
import { ValidationError } from "../errors.ts";
import {
  canonicalUuid,
  dropUnknownFields,
  type SchemaFields,
  UNCONSTRAINED,
} from "../openapi/known-fields.ts";
import type { Parameter, Route } from "../openapi/routes-from-contract.ts";
import type { Validators } from "./compile-validators.ts";
import { findMisplacedCardNumbers } from "./misplaced-card-numbers.ts";
import { describeValidationErrors } from "./validation-messages.ts";

/** What a request brings: texts, and its body as parsed. */
export interface UnvalidatedRequest {
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string | undefined>;
  body: unknown;
}

/** The same as the contract types it, with its defaults, and without what it does not know. */
export interface ValidRequest {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
}

/** What stands where in a request, by where the contract says it does. */
const PARTS = { path: "path", query: "query", header: "headers" } as const;

/**
 * Holds a request against its route.
 * @throws {ValidationError} naming everything that is wrong.
 */
export function validateRequest(
  route: Route,
  given: UnvalidatedRequest,
  validators: Validators,
): ValidRequest {
  const { id, parameters, body } = route;
  const input: ValidRequest = { path: {}, query: {}, headers: {}, body: undefined };
  const values: Record<string, unknown> = {};
  for (const parameter of parameters) {
    const value = valueFor(parameter, given);
    if (value === undefined) continue;
    values[parameter.name] = value;
    input[PARTS[parameter.in]][parameter.name] = value;
  }
  const problems = problemsOf(`${id} parameters`, values, UNCONSTRAINED);
  if (body && given.body !== undefined) {
    if (countItems(given.body, body.shape) > MAX_ITEMS) throw new ValidationError([TOO_MANY_ITEMS]);
    problems.push(...problemsOf(`${id} body`, given.body, body.shape));
    input.body = dropUnknownFields(given.body, body.shape);
    // What is kept is stored and answered as it is, and a card number must be neither.
    if (problems.length === 0) problems.push(...findMisplacedCardNumbers(input.body));
  } else if (body?.required) {
    problems.push("a body is required");
  }
  if (problems.length > 0) throw new ValidationError(problems);
  return input;

  function problemsOf(name: string, value: unknown, shape: SchemaFields): string[] {
    const validate = validators(name);
    if (!validate || validate(value)) return [];
    return describeValidationErrors(validate.errors ?? [], shape, "the body");
  }
}

/** How many items the lists of a body have that its shape knows, all together. */
function countItems(value: unknown, { properties, items }: SchemaFields): number {
  if (Array.isArray(value)) {
    if (!items) return 0;
    // They are too many already, whatever is in them.
    if (value.length > MAX_ITEMS) return value.length;
    return value.reduce((count, item) => count + countItems(item, items), value.length);
  }
  if (!isObject(value)) return 0;
  return Object.entries(properties).reduce(
    (count, [name, shape]) =>
      count + (Object.hasOwn(value, name) ? countItems(value[name], shape) : 0),
    0,
  );
}

function valueFor(parameter: Parameter, given: UnvalidatedRequest): unknown {
  const text = given[PARTS[parameter.in]][parameter.name];
  return text === undefined ? parameter.default : parameterParsers[parameter.kind](text);
}

const parameterParsers: Record<Parameter["kind"], (text: string) => unknown> = {
  text: (text) => text,
  number: parseNumber,
  uuid: canonicalUuid,
};

/** A text that is no number stays one, and is refused as such. */
function parseNumber(text: string): number | string {
  const number = Number(text);
  const isNumber = /^-?\d+(\.\d+)?$/.test(text) && Math.abs(number) <= Number.MAX_SAFE_INTEGER;
  return isNumber ? number : text;
}
