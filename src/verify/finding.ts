import { isObject, isString } from "../contract/cursor.ts";

/** What one exchange says about one assumption, without a value of the traffic that could be personal. */
export interface Finding {
  /** The JSON pointer of the assumption. */
  pointer: string;
  holds: boolean;
  /** Where in the response, or `status`. */
  at: string;
  expected: string;
  got: string;
}

/** A difference from the contract that no assumption is about: from what the service's description states. */
export type Deviation = Omit<Finding, "pointer" | "holds">;

/** A word of a set, such as a status. It names nobody. */
const WORD = /^[A-Za-z][A-Za-z_]{0,39}$/;

/**
 * What a value is, without what it says.
 * @example
 * kindOf("Maria"); // "a string"
 */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "boolean") return `${value}`;
  if (isString(value)) return value === "" ? "an empty string" : "a string";
  if (typeof value === "number") return Number.isInteger(value) ? "an integer" : "a number";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return isObject(value) ? "an object" : typeof value;
}

/** A word of a set whose values the contract lists, or else what kind of value it is. */
export function wordOrKind(value: unknown): string {
  return isString(value) && WORD.test(value) ? value : kindOf(value);
}
