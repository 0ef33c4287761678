import { responseDeclaresRequiredProperties } from "../functions/response-declares-required-properties.js";

/**
 * A response type whose fields are all optional makes every reader check for what always comes.
 * Where presence truly depends on the case, `dependentRequired` says on what, or `oneOf` which cases
 * there are.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation.responses[*].content[*].schema",
  severity: "error",
  message: "This response object does not say which fields always come: add required.",
  then: { function: responseDeclaresRequiredProperties },
};
