import { noCardNumber } from "../functions/no-card-number.js";

/**
 * What an example shows, someone logs: no answer may show what passes for a whole card number.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation.responses[*].content[*].examples[*].value..*",
  severity: "error",
  message: "{{error}}",
  then: { function: noCardNumber },
};
