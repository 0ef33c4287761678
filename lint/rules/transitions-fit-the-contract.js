import { transitionsFitTheContract } from "../functions/transitions-fit-the-contract.js";

/**
 * Docs draw the state machines, the sandbox obeys them and tests walk them: a status or trigger that
 * exists nowhere else would be a state that nothing reaches.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$.components.schemas[?(@ && @['x-transitions'])]",
  resolved: false,
  severity: "error",
  message: "{{error}}",
  then: { function: transitionsFitTheContract, functionOptions: { assumed: true } },
};
