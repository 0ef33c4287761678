import { undefined as undefinedValue } from "@stoplight/spectral-functions";

/**
 * Decimals in a response must never make it invalid: a caller could do nothing about them.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation.responses..x-fraction-digits",
  severity: "error",
  message: "A response may have any number of decimals: remove x-fraction-digits.",
  then: { function: undefinedValue },
};
