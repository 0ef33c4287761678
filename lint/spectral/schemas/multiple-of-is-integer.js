import { schema } from "@stoplight/spectral-functions";

/**
 * Validators divide floating-point numbers, and for most of them 33.33 is not a multiple of 0.01.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$..multipleOf",
  severity: "error",
  message: "Validators disagree on a fractional multipleOf: use x-fraction-digits.",
  then: { function: schema, functionOptions: { schema: { type: "integer" } } },
};
