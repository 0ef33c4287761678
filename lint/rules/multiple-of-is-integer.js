import { schema } from "@stoplight/spectral-functions";

/**
 * Validators divide floating-point numbers, and to most of them 33.33 is no multiple of 0.01.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$..multipleOf",
  severity: "error",
  message: "Validators disagree on a step that is a fraction: use x-fraction-digits.",
  then: { function: schema, functionOptions: { schema: { type: "integer" } } },
};
