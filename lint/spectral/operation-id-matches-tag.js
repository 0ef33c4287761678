import { operationIdMatchesTag } from "./functions/operation-id-matches-tag.js";

/**
 * The id is the method that people call, e.g. `payments.create`. Its first part is its group in the docs.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation",
  severity: "error",
  message: "{{error}}",
  then: { function: operationIdMatchesTag },
};
