import { pattern } from "@stoplight/spectral-functions";

/**
 * Summaries are the entries of the docs' menu, so they need consistent case.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation.summary",
  severity: "error",
  message: "Use sentence case without a final period: {{error}}.",
  then: [
    { function: pattern, functionOptions: { match: "^[A-Z]" } },
    { function: pattern, functionOptions: { notMatch: "\\.$" } },
    {
      function: pattern,
      functionOptions: { notMatch: "[\\s/(),-](?!(PF|PJ|Pix|CPF|CNPJ|BRL|JWT|I)\\b)[A-Z]" },
    },
  ],
};
