import { schema } from "@stoplight/spectral-functions";

/**
 * A set of values is either closed (`enum`), a single value (`const`), or open (`x-extensible-enum`).
 * If an open set is declared as closed, a new value breaks every caller.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$..[?(@ && (@.enum || @.anyOf || @.oneOf))]",
  severity: "error",
  message:
    "A set must be an enum of several values, a const, or a type with x-extensible-enum, not a union: {{error}}.",
  then: {
    function: schema,
    functionOptions: {
      schema: {
        definitions: {
          knownValues: {
            anyOf: [
              { required: ["enum"] },
              { required: ["const"], properties: { const: { type: ["string", "number"] } } },
            ],
          },
          anyValue: {
            required: ["type"],
            properties: { type: { enum: ["string", "integer"] } },
            propertyNames: { enum: ["type", "title", "description", "examples"] },
          },
          openedSet: {
            allOf: [
              { contains: { $ref: "#/definitions/knownValues" } },
              { contains: { $ref: "#/definitions/anyValue" } },
            ],
          },
        },
        not: { required: ["enum", "x-extensible-enum"] },
        properties: {
          enum: { minItems: 2 },
          anyOf: { not: { $ref: "#/definitions/openedSet" } },
          oneOf: { not: { $ref: "#/definitions/openedSet" } },
        },
      },
    },
  },
};
