import { pattern, schema } from "@stoplight/spectral-functions";

/**
 * The mark is all that tells an assumption from a fact, so it has to say what is assumed and why.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$..x-inferred",
  resolved: false,
  severity: "error",
  message:
    "Write one sentence, on one line, of 20 to 300 characters: what is assumed, and on what ground.",
  then: [
    { function: schema, functionOptions: { schema: { type: "string" } } },
    { function: pattern, functionOptions: { match: '^[A-Z0-9`"-][^\\n]{18,298}[.!?]$' } },
  ],
};
