import { pattern } from "@stoplight/spectral-functions";

/**
 * Callers read the description to learn what the name cannot say. A fragment says no more than the name.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation",
  severity: "error",
  message: "Describe in full sentences, with capital letter and period, what a caller must know.",
  then: {
    field: "description",
    function: pattern,
    functionOptions: { match: '/^[A-Z0-9`"-].*[.!?]$/s' },
  },
};
