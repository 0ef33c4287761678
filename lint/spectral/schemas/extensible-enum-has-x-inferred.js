import { schema } from "@stoplight/spectral-functions";

/**
 * The description shows only some values of an open set, so the set is an assumption and needs a mark.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$..[?(@ && @['x-extensible-enum'])]",
  severity: "error",
  message:
    "An open set must list distinct strings or integers of its type, and have x-inferred: {{error}}.",
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
