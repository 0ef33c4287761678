import { type Cursor, isString } from "../../../src/contract/cursor.ts";
import { textsAt } from "../../../src/contract/schema-fields.ts";
import { code } from "./markdown-table.ts";

/** Whether a schema is one of an object. */
export function isObjectSchema(schema: Cursor): boolean {
  return textsAt(schema, "type").includes("object") || schema.at("properties").exists;
}

/** The type of a value in words. */
export function typeOf(schema: Cursor): string {
  const members =
    schema.at("oneOf").exists && !isObjectSchema(schema) ? schema.at("oneOf") : undefined;
  if (members) return members.members().map(typeOf).join(" or ");
  const items = schema.at("items");
  if (items.exists) return `array of ${plural(typeOf(items))}`;
  const types = textsAt(schema, "type");
  const format = schema.at("format").value;
  const named = types.map((type) =>
    isString(format) && type !== "null" ? `${type} (${format})` : type,
  );
  return named.join(" or ") || "any value";
}

function plural(type: string): string {
  return type.replace(/^(\w+)/, "$1s");
}

/** The limits of a value in words. A keyword that is not here is shown in another way. */
const FACTS: Record<string, (value: never) => string> = {
  const: (value: unknown) => `Always ${code(value)}.`,
  enum: (known: unknown[]) => `One of ${values(known)}.`,
  "x-extensible-enum": (known: unknown[]) => `Known values: ${values(known)}. There may be others.`,
  minimum: (limit: number) => `At least ${limit}.`,
  maximum: (limit: number) => `At most ${limit}.`,
  exclusiveMinimum: (limit: number) => `More than ${limit}.`,
  minItems: (limit: number) => `At least ${limit} items.`,
  maxItems: (limit: number) => `At most ${limit} items.`,
  default: (value: unknown) => `${code(value)} if you omit it.`,
  "x-fraction-digits": (digits: number) => `At most ${digits} decimal places.`,
  "x-tax-id": (kinds: string[]) => `The check digits of a ${kinds.join(" or ")}.`,
  "x-sensitive": () => "Sensitive: the client masks it in errors and hooks.",
  pattern: (pattern: string) => patternInWords(pattern),
  propertyNames: ({ enum: keys }: { enum: string[] }) => `Its keys: ${values(keys)}.`,
};

/** What limits a value, in sentences. */
export function factsOf(schema: Cursor): string[] {
  return Object.entries(FACTS)
    .filter(([keyword]) => schema.at(keyword).exists)
    .map(([keyword, describe]) => describe(schema.at(keyword).target.value as never));
}

/** Every pattern of the contracts in words. */
const PATTERNS: Record<string, string> = {
  "^(?=.*\\S)[^\\x00-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]*$":
    "A visible character, and no control characters.",
  "^\\d+s$": "Digits, followed by `s`.",
  "^\\d{4}$": "Four digits.",
  "^\\d{3,4}$": "Three or four digits.",
  "^\\d{13,16}$": "13 to 16 digits.",
  "^(0[1-9]|1[0-2])$": "Two digits, from `01` to `12`.",
  "^[^-]+-[^-]$": "A number, a hyphen and one check digit.",
  "^($|[A-Za-z][A-Za-z0-9+.-]*:)": "An absolute URL, or empty.",
  "^\\d{4}-\\d{2}-\\d{2}\\.\\d{1,16}\\.-?\\d{1,16}$": "A day and two numbers, between points.",
};

const TIME = String.raw`T([01]\d|2[0-3]):[0-5]\d:[0-5]\d`;

function patternInWords(pattern: string): string {
  const words = PATTERNS[pattern];
  if (words) return words;
  if (!pattern.includes(TIME))
    throw new Error(`The docs have no words for the pattern ${pattern}.`);
  const fraction = pattern.includes("\\.\\d{3}(")
    ? "with milliseconds"
    : "milliseconds are optional";
  const zone = pattern.endsWith("(Z|[+-]00:00)$") ? "in UTC" : "with an offset from UTC, or `Z`";
  return `A date and a time ${zone}; ${fraction}.`;
}

/** Values as a list of code. */
export function values(known: unknown[]): string {
  return known.map(code).join(", ");
}

/** A list in a sentence: `a, b or c`. */
export function listed(items: string[], word: "and" | "or"): string {
  return items.length < 2
    ? items.join("")
    : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}
