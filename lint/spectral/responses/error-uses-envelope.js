import { schema } from "@stoplight/spectral-functions";

/**
 * Callers can handle errors in one place only if all errors have the same shape.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: [
    "$.components.responses[*]",
    "$.paths[*][*].responses[?(@ && @property.match(/^([45]|default$)/) && !@.$ref)]",
  ],
  resolved: false,
  severity: "error",
  message: "This error does not use the error envelope: refer to the schema ErrorEnvelope.",
  then: {
    function: schema,
    functionOptions: {
      schema: {
        required: ["content"],
        properties: {
          content: {
            minProperties: 1,
            additionalProperties: {
              required: ["schema"],
              properties: {
                schema: {
                  required: ["$ref"],
                  properties: { $ref: { const: "#/components/schemas/ErrorEnvelope" } },
                },
              },
            },
          },
        },
      },
    },
  },
};
