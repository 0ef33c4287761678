import type { ErrorObject } from "ajv";
import { MAX_PROBLEMS } from "../../contract/validation-limits.ts";
import { groupBy } from "../../group-by.ts";
import { fieldsAt, type SchemaFields } from "../contract-facts/drop-unknown-fields.ts";

type Params = Record<string, unknown>;

/** The message for each failed keyword. It never contains the value, which may be a secret. */
const messages: Record<string, (params: Params, fields: SchemaFields | undefined) => string> = {
  required: () => "is required",
  type: ({ type }) => `must be ${[type].flat().map(kindOf).join(" or ")}`,
  format: ({ format }) => `must be ${kindOf(format)}`,
  pattern: ({ pattern }) => `must ${patternNames[`${pattern}`] ?? `match ${pattern}`}`,
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minimum: ({ limit }) => `must not be less than ${limit}`,
  maximum: ({ limit }) => `must not be greater than ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be greater than ${limit}`,
  "x-fraction-digits": ({ limit }) => `must not have more than ${limit} decimal places`,
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().join(", ")}`,
  const: ({ allowedValue }) => `must be ${allowedValue}`,
  discriminator: (_, fields) => `must be one of ${fields?.discriminator?.values.join(", ")}`,
  oneOf: (_, fields) => `must have exactly one of ${fields?.alternatives.join(", ")}`,
  anyOf: (_, fields) => `must have at least one of ${fields?.alternatives.join(", ")}`,
};

const patternNames: Record<string, string> = {
  "^(?=.*\\S)[^\\x00-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]*$":
    "have a visible character and no control characters",
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
 * Turns Ajv's errors into one sentence for each invalid field. `rootName` names the value itself.
 *
 * @example
 * describeValidationErrors(validate.errors, fields, "the body"); // ["billingData.amount must be an integer"]
 */
export function describeValidationErrors(
  errors: readonly ErrorObject[],
  fields: SchemaFields,
  rootName: string,
): string[] {
  const sentences = withoutOtherAlternatives(errors, fields).map((error) => {
    const ownFields = fieldsAt(fields, pathOf(error));
    const problem = messages[error.keyword]?.(error.params, ownFields) ?? "is not valid";
    return `${nameOf(error) || rootName} ${problem}`;
  });
  return [...new Set(sentences)].slice(0, MAX_PROBLEMS);
}

/**
 * For an object with several alternatives, Ajv reports the errors of all of them. Keeps only the errors of
 * the alternative that the client chose, or the error that it chose none or more than one.
 */
function withoutOtherAlternatives(
  errors: readonly ErrorObject[],
  fields: SchemaFields,
): ErrorObject[] {
  const missing = groupBy(
    errors.filter(({ keyword }) => keyword === "required"),
    ({ instancePath }) => instancePath,
  );
  const relevant = new Set(errors);
  for (const choice of errors.filter(({ keyword }) => ["oneOf", "anyOf"].includes(keyword))) {
    const { alternatives = [] } = fieldsAt(fields, pathOf(choice)) ?? {};
    const others = (missing.get(choice.instancePath) ?? []).filter(({ params }) =>
      alternatives.includes(params.missingProperty),
    );
    for (const error of others) relevant.delete(error);
    const isChosen = others.length < alternatives.length && !choice.params.passingSchemas;
    if (isChosen) relevant.delete(choice);
  }
  return [...relevant];
}

/** A missing field or a wrong discriminator is named itself, not the object that it belongs to. */
function nameOf(error: ErrorObject): string {
  const field = error.params.missingProperty ?? error.params.tag;
  return [...pathOf(error), ...(field === undefined ? [] : [field])].join(".");
}

/** `/splits/0` becomes `["splits", "0"]`. */
function pathOf({ instancePath }: ErrorObject): string[] {
  return instancePath.split("/").slice(1);
}

function kindOf(name: unknown): string {
  return typeNames[`${name}`] ?? `a ${name}`;
}
