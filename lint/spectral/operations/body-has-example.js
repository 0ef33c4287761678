import { length, truthy } from "@stoplight/spectral-functions";

/**
 * The docs show the named examples, and the mock responds with them. Without one, both show nothing.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: [
    "#Operation.requestBody.content[*]",
    "#Operation.responses[*].content[*]",
    "#Operation.callbacks[*][*][*].requestBody.content[*]",
    "$.webhooks[*][*].requestBody.content[*]",
  ],
  severity: "error",
  message: "This body has no named example: add a realistic one under examples.",
  then: [
    { field: "examples", function: truthy },
    { field: "examples", function: length, functionOptions: { min: 1 } },
  ],
};
