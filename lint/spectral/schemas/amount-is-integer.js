import { schema } from "@stoplight/spectral-functions";

/**
 * Money in floating point loses centavos. Filters are not checked: some are numbers on purpose.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "$..properties[?(@property.match(/^amount$|Amount$/))]",
  severity: "error",
  message: "{{property}} is an amount of money: make it an integer of centavos.",
  then: {
    function: schema,
    functionOptions: {
      schema: {
        definitions: {
          integer: {
            anyOf: [
              { required: ["type"], properties: { type: { const: "integer" } } },
              {
                required: ["type"],
                properties: {
                  type: {
                    type: "array",
                    contains: { const: "integer" },
                    items: { enum: ["integer", "null"] },
                  },
                },
              },
              {
                required: ["allOf"],
                properties: { allOf: { contains: { $ref: "#/definitions/integer" } } },
              },
            ],
          },
        },
        $ref: "#/definitions/integer",
      },
    },
  },
};
