import { returnCodeInCatalogue } from "../functions/return-code-in-catalogue.js";

/**
 * An example with a mistyped code or message teaches callers to look for what never comes.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$",
  resolved: false,
  severity: "error",
  message: "{{error}}",
  then: { function: returnCodeInCatalogue },
};
