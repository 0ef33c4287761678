import { transitionsFitTheContract } from "./functions/transitions-fit-the-contract.js";

/**
 * The docs draw the state machines, the sandbox enforces them, and tests run through them. An unknown
 * status or trigger would be a state that nothing can reach.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$.components.schemas[?(@ && @['x-transitions'])]",
  resolved: false,
  severity: "error",
  message: "{{error}}",
  then: { function: transitionsFitTheContract, functionOptions: { assumed: true } },
};
