import type { Rule } from "../rule.ts";

const KNOWN = [
  "x-displayName",
  "x-enum-descriptions",
  "x-enum-varnames",
  "x-extensible-enum",
  "x-fraction-digits",
  "x-inferred",
  "x-operations",
  "x-sensitive",
  "x-stated-for",
  "x-tagGroups",
  "x-transitions",
];

/** No tool objects to a misspelt extension: it is an extension too, and what it says is lost. */
export const extensionIsKnown: Rule = function* (contract) {
  for (const place of contract.descendants()) {
    if (!place.key.startsWith("x-") || KNOWN.includes(place.key)) continue;
    yield {
      place,
      message: `Nothing reads ${place.key}: use one of ${KNOWN.join(", ")}, or add it to that list.`,
    };
  }
};
