import { errorResponseIsDeclared } from "./functions/error-response-is-declared.js";

/**
 * Callers only handle declared responses. A request without input and without a token cannot fail.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$.paths[*]",
  severity: "error",
  message: "{{error}}",
  then: { function: errorResponseIsDeclared },
};
