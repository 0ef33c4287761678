import { isString, type Place } from "../../src/contract/place.ts";
import { schemas } from "../../src/contract/schemas.ts";
import type { Rule } from "../rule.ts";

const ANNOTATIONS = ["type", "title", "description", "examples"];

/**
 * A set of values is closed (`enum`), a single value (`const`), or open (`x-extensible-enum`), and
 * says which: a closed set that is in truth open breaks every caller on the day a value is added.
 */
export const setIsOpenOrClosed: Rule = function* (contract) {
  for (const schema of schemas(contract)) {
    const closed = schema.at("enum");
    if (closed.members().length === 1) {
      yield {
        place: closed,
        message: "An enum of one value: use const, or x-extensible-enum when others may come.",
      };
    }
    if (closed.exists && schema.at("x-extensible-enum").exists) {
      yield {
        place: closed,
        message:
          "Both enum and x-extensible-enum: keep enum for a closed set, the other for an open.",
      };
    }
    for (const union of [schema.at("anyOf"), schema.at("oneOf")].filter(opensAnEnum)) {
      yield {
        place: union,
        message:
          "A union of known values and any other: give it the type alone, with x-extensible-enum.",
      };
    }
  }
};

function opensAnEnum(union: Place): boolean {
  const members = union.members().map(({ target }) => target);
  const isKnown = (member: Place) =>
    member.at("enum").exists || ["string", "number"].includes(typeof member.at("const").value);
  const isAny = (member: Place) =>
    String(member.at("type").value) in valueTests &&
    member.members().every(({ key }) => ANNOTATIONS.includes(key));
  return members.some(isKnown) && members.some(isAny);
}

const valueTests: Record<string, (value: unknown) => boolean> = {
  string: isString,
  integer: Number.isInteger,
};

/** An open set is one that the description shows in part: an assumption, to be marked as one. */
export const openSetIsMarked: Rule = function* (contract) {
  for (const schema of schemas(contract)) {
    const open = schema.at("x-extensible-enum");
    if (!open.exists) continue;

    const values = open.members().map(({ value }) => value);
    const isMember = valueTests[String(schema.at("type").value)];
    if (!isMember) {
      yield {
        place: open,
        message:
          "x-extensible-enum stands on a schema of another type: add type: string or type: integer.",
      };
    } else if (values.length === 0 || !values.every(isMember)) {
      yield {
        place: open,
        message: "x-extensible-enum lists the known values of the schema's type, at least one.",
      };
    }
    if (new Set(values).size < values.length) {
      yield { place: open, message: "x-extensible-enum lists a value twice: list each once." };
    }
    if (!schema.at("x-inferred").exists) {
      yield {
        place: open,
        message: "An open set is an assumption: add x-inferred and say what is shown.",
      };
    }
  }
};
