import { pattern } from "@stoplight/spectral-functions";

/**
 * A caller reads the description to learn what the name cannot say; a fragment says no more.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation",
  severity: "error",
  message: "Say in a full sentence, from capital to period, what a caller must know.",
  then: {
    field: "description",
    function: pattern,
    functionOptions: { match: '/^[A-Z0-9`"-].*[.!?]$/s' },
  },
};
