import { inspect } from "node:util";
import type { PostbackBody } from "../../generated/sandbox-control-types.ts";

/** Some fields of a value, at any depth. What is left out may be anything. */
type PartOf<Value> = Value extends object ? { [Name in keyof Value]?: PartOf<Value[Name]> } : Value;

/** What a postback has to be like: some of its fields, or a function that says whether it is the one. */
export type PostbackMatch = PartOf<PostbackBody> | ((postback: PostbackBody) => boolean);

/** Whether a postback matches. */
export function isMatch(postback: PostbackBody, match: PostbackMatch): boolean {
  return typeof match === "function" ? match(postback) : hasPart(postback, match);
}

/** What a postback has to match, in one line: the fields, or the text of the function. */
export function describeMatch(match: PostbackMatch): string {
  return typeof match === "function"
    ? `${match}`.replaceAll(/\s+/g, " ")
    : inspect(match, { depth: null, breakLength: Number.POSITIVE_INFINITY });
}

function hasPart(value: unknown, part: unknown): boolean {
  if (typeof part !== "object" || part === null) return Object.is(value, part);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(part).every(([name, each]) => hasPart(Reflect.get(value, name), each));
}
