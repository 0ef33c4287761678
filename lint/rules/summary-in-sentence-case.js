import { pattern } from "@stoplight/spectral-functions";

/**
 * Summaries are the entries of a menu: they read as one list only when they are cased as one.
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
      functionOptions: { notMatch: "[\\s/(),-](?!(PF|PJ|PIX|CPF|CNPJ|BRL|JWT|I)\\b)[A-Z]" },
    },
  ],
};
