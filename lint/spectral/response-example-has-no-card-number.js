import { noCardNumber } from "./functions/no-card-number.js";

/**
 * People log what examples show, so no response example may contain a full card number.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation.responses[*].content[*].examples[*].value..*",
  severity: "error",
  message: "{{error}}",
  then: { function: noCardNumber },
};
