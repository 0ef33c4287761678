import { exampleNamedForOperation } from "./functions/example-named-for-operation.js";

/**
 * People and tools find an example by its name, which begins with its operation, callback or error.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$.components.examples",
  severity: "error",
  message: "{{error}}",
  then: { function: exampleNamedForOperation },
};
