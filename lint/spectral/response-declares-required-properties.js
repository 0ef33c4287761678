import { responseDeclaresRequiredProperties } from "./functions/response-declares-required-properties.js";

/**
 * If all fields of a response are optional, callers must check for fields that are always present. If
 * the presence of a field depends on others, use `dependentRequired` or `oneOf`.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation.responses[*].content[*].schema",
  severity: "error",
  message: "This response object does not say which fields are always present: add required.",
  then: { function: responseDeclaresRequiredProperties },
};
