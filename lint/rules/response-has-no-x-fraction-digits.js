import { undefined as undefinedValue } from "@stoplight/spectral-functions";

/**
 * An answer is never refused for its decimals: a caller could do nothing about them.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation.responses..x-fraction-digits",
  severity: "error",
  message: "An answer may have any decimals: drop x-fraction-digits.",
  then: { function: undefinedValue },
};
