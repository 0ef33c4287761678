import { returnCodeIsUsed } from "./functions/return-code-is-used.js";

/**
 * If no operation shows a code, or not the operation that it is stated for, callers do not know when
 * it occurs.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$.components.schemas.ReturnCode",
  resolved: false,
  severity: "error",
  message: "{{error}}",
  then: { function: returnCodeIsUsed },
};
