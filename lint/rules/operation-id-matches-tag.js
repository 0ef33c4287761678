import { operationIdMatchesTag } from "../functions/operation-id-matches-tag.js";

/**
 * The id is the call that people type, `payments.create`; its first part is where the docs file it.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation",
  severity: "error",
  message: "{{error}}",
  then: { function: operationIdMatchesTag },
};
