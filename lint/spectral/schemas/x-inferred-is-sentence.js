import { pattern, schema } from "@stoplight/spectral-functions";

/**
 * Only this mark distinguishes an assumption from a fact, so it must say what is assumed and why.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$..x-inferred",
  resolved: false,
  severity: "error",
  message: "Write what is assumed and why, in full sentences on one line of 20 to 300 characters.",
  then: [
    { function: schema, functionOptions: { schema: { type: "string" } } },
    { function: pattern, functionOptions: { match: '^[A-Z0-9`"-][^\\n]{18,298}[.!?]$' } },
  ],
};
