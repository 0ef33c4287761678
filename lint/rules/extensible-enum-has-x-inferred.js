import { schema } from "@stoplight/spectral-functions";

/**
 * An open set is one that the description shows in part: an assumption, to be marked as one.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$..[?(@ && @['x-extensible-enum'])]",
  severity: "error",
  message:
    "An open set lists different values of its type, a string or an integer, and x-inferred says what is shown: {{error}}.",
  then: {
    function: schema,
    functionOptions: {
      schema: {
        required: ["type", "x-inferred"],
        properties: {
          type: { enum: ["string", "integer"] },
          "x-extensible-enum": { type: "array", minItems: 1, uniqueItems: true },
        },
        if: { properties: { type: { const: "integer" } } },
        then: { properties: { "x-extensible-enum": { items: { type: "integer" } } } },
        else: { properties: { "x-extensible-enum": { items: { type: "string" } } } },
      },
    },
  },
};
