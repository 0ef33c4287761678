import { errorResponseIsDeclared } from "../functions/error-response-is-declared.js";

/**
 * A caller prepares for what is declared. Who sends nothing and needs no token is never refused.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$.paths[*]",
  severity: "error",
  message: "{{error}}",
  then: { function: errorResponseIsDeclared },
};
