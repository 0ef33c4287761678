import { exampleNamedForOperation } from "../functions/example-named-for-operation.js";

/**
 * Examples are found by their names: by the operation or the callback that they show, or the error.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$.components.examples",
  severity: "error",
  message: "{{error}}",
  then: { function: exampleNamedForOperation },
};
