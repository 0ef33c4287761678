import { returnCodeInCatalogue } from "./functions/return-code-in-catalogue.js";

/**
 * An example with a wrong code or message makes callers check for something that never occurs.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$",
  resolved: false,
  severity: "error",
  message: "{{error}}",
  then: { function: returnCodeInCatalogue },
};
