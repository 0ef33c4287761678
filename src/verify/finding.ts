import { type Cursor, isObject, isString } from "../contract/cursor.ts";

/** What one exchange says about one assumption, without a value of the traffic that could be personal. */
export interface Finding {
  /** The JSON pointer of the assumption. Undefined if it is about what the service's description states. */
  pointer?: string | undefined;
  /** Left out if the exchange decides nothing, and `got` says why. */
  holds?: boolean;
  /** How it was seen. */
  kind: Kind;
  /** Where in the response, or `status`. */
  at: string;
  /** What a report says if it does not hold: "got instead of expected", or `got` alone, which is a sentence then. */
  expected: string;
  got: string;
  /** The id of the resource whose later status may decide otherwise. */
  awaits?: string;
}

/** A request and its status, without a value of it. */
export interface ShownExchange {
  operationId: string;
  request: string;
  purpose: string;
  status: number;
}

/** How an assumption was seen to hold, with how many times. One resource may show it several times. */
export const KINDS = {
  refused: (times: number) => `refused ${counted(times, "variant")}`,
  accepted: (times: number) => `accepted ${counted(times, "variant")}`,
  had: (times: number) => `a response had it ${counted(times, "time")}`,
  answered: (times: number) => `answered ${counted(times, "error")} like this`,
  filtered: (times: number) => `${counted(times, "filter")} found the right items`,
  sorted: (times: number) => `${counted(times, "page")} had the order`,
  default: (times: number) => `${counted(times, "page")} had the default`,
  changed: (times: number) => `${counted(times, "resource")} changed like this`,
} satisfies Record<string, (times: number) => string>;

export type Kind = keyof typeof KINDS;

/** `1 request`, `2 requests`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** An exchange that agrees with an assumption, and would have differed if that were untrue. */
export function held(pointer: string, kind: Kind): Finding {
  return { pointer, holds: true, kind, at: "", expected: "", got: "" };
}

/** An exchange that disagrees with an assumption, or with what the service's description states. */
export function contradicted(
  pointer: string | undefined,
  { at, expected = "", got }: { at: string; expected?: string; got: string },
): Finding {
  return { pointer, holds: false, kind: "had", at, expected, got };
}

/** An exchange that decides nothing about an assumption, and why. */
export function undecided(pointer: string, reason: string): Finding {
  return { pointer, kind: "refused", at: "", expected: "", got: reason };
}

/** The types of JSON Schema, in words. */
export const TYPES: Readonly<Record<string, [name: string, has: (value: unknown) => boolean]>> = {
  string: ["a string", isString],
  integer: ["an integer", Number.isInteger],
  number: ["a number", (value) => typeof value === "number"],
  boolean: ["true or false", (value) => typeof value === "boolean"],
  null: ["null", (value) => value === null],
  array: ["a list", Array.isArray],
  object: ["an object", isObject],
};

/** A number of six digits. A longer one may be a document or a telephone. */
const LONGEST = 999_999;

/**
 * What a value is, without what it says.
 * @example
 * kindOf("Maria"); // "a string"
 */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "boolean") return `${value}`;
  if (Array.isArray(value)) return `a list of ${Math.min(value.length, LONGEST)}`;
  const [name] = Object.values(TYPES).find(([, has]) => has(value)) ?? [];
  return `${name}`;
}

/** A number that is too short to name somebody, such as a return code, or else what kind of value it is. */
export function numberOrKind(value: unknown): string {
  return Number.isInteger(value) && Math.abs(Number(value)) <= LONGEST ? `${value}` : kindOf(value);
}

/** A value that the schema lists, a short number in a set of numbers, or what kind of value it is. */
export function describeValue(schema: Cursor, value: unknown): string {
  const listed: unknown[] = ["enum", "const", "x-extensible-enum"].flatMap(
    (keyword) => schema.at(keyword).value ?? [],
  );
  if (listed.includes(value)) return `${value}`;
  return listed.length > 0 ? numberOrKind(value) : kindOf(value);
}

/** Whether a sandbox has a code for a rule of its own. The service has no such codes, so they are not compared with it. */
export function isSandboxCode(code: unknown): boolean {
  return typeof code === "number" && code < -90_000;
}
