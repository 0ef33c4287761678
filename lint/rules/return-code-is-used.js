import { returnCodeIsUsed } from "../functions/return-code-is-used.js";

/**
 * A code that no operation shows, or not the one it is stated for, is one that no caller can place.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$.components.schemas.ReturnCode",
  resolved: false,
  severity: "error",
  message: "{{error}}",
  then: { function: returnCodeIsUsed },
};
