import type { ErrorObject } from "ajv";
import { MAX_PROBLEMS } from "../../contract/validation-limits.ts";
import { fieldsAt, type SchemaFields } from "../openapi/known-fields.ts";

type Params = Record<string, unknown>;

/** What is wrong, by the keyword that found it. The value is not told: it may be a secret. */
const messages: Record<string, (params: Params, shape: SchemaFields | undefined) => string> = {
  required: () => "is required",
  type: ({ type }) => `must be ${[type].flat().map(kindOf).join(" or ")}`,
  format: ({ format }) => `must be ${kindOf(format)}`,
  pattern: ({ pattern }) => `must match ${pattern}`,
  minimum: ({ limit }) => `must not be less than ${limit}`,
  maximum: ({ limit }) => `must not be greater than ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${limit}`,
  "x-fraction-digits": ({ limit }) => `must not have more than ${limit} decimal places`,
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().join(", ")}`,
  const: ({ allowedValue }) => `must be ${allowedValue}`,
  discriminator: (_, shape) => `must be one of ${shape?.discriminator?.values.join(", ")}`,
  oneOf: (_, shape) => `must have exactly one of ${shape?.alternatives.join(", ")}`,
  anyOf: (_, shape) => `must have at least one of ${shape?.alternatives.join(", ")}`,
};

const typeNames: Record<string, string> = {
  integer: "an integer",
  object: "an object",
  array: "an array",
  uuid: "a UUID",
  date: "a date such as 2026-03-10",
  "date-time": "a time such as 2026-03-10T12:00:00Z",
  ipv4: "an IPv4 address",
  null: "null",
  uri: "a URI",
};

/**
 * Turns what a validator finds into sentences that name each wrong field; `whole` is the name of the
 * value itself.
 *
 * @example
 * describe(validate.errors, shape, "the body"); // ["billingData.amount must be an integer"]
 */
export function describeValidationErrors(
  errors: readonly ErrorObject[],
  shape: SchemaFields,
  whole: string,
): string[] {
  const told = withoutOtherAlternatives(errors, shape).map((error) => {
    const found = fieldsAt(shape, pathOf(error));
    const sentence = messages[error.keyword]?.(error.params, found) ?? "is not valid";
    return `${nameOf(error) || whole} ${sentence}`;
  });
  return [...new Set(told)].slice(0, MAX_PROBLEMS);
}

/**
 * Where an object can have several forms, a validator complains of all that it has not. Of these only
 * what is wrong with the form that was meant is worth telling, or that none was, or more than one.
 */
function withoutOtherAlternatives(
  errors: readonly ErrorObject[],
  shape: SchemaFields,
): ErrorObject[] {
  const missing = Map.groupBy(
    errors.filter(({ keyword }) => keyword === "required"),
    ({ instancePath }) => instancePath,
  );
  const left = new Set(errors);
  for (const choice of errors.filter(({ keyword }) => ["oneOf", "anyOf"].includes(keyword))) {
    const { alternatives = [] } = fieldsAt(shape, pathOf(choice)) ?? {};
    const others = (missing.get(choice.instancePath) ?? []).filter(({ params }) =>
      alternatives.includes(params.missingProperty),
    );
    for (const error of others) left.delete(error);
    const isChosen = others.length < alternatives.length && !choice.params.passingSchemas;
    if (isChosen) left.delete(choice);
  }
  return [...left];
}

/** What is missing, and what tells the form, are named themselves, not the object that they belong to. */
function nameOf(error: ErrorObject): string {
  const own = error.params.missingProperty ?? error.params.tag;
  return [...pathOf(error), ...(own === undefined ? [] : [own])].join(".");
}

/** `/splits/0` is `splits`, `0`. */
function pathOf({ instancePath }: ErrorObject): string[] {
  return instancePath.split("/").slice(1);
}

function kindOf(name: unknown): string {
  return typeNames[`${name}`] ?? `a ${name}`;
}
