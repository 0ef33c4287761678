import { schema } from "@stoplight/spectral-functions";

/**
 * Types and readers call a thing by its schema's name; one that is written out in place has none.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: [
    "$.components.schemas[*].properties.data",
    "#Operation.responses[*].content[*].schema.properties.data",
  ],
  resolved: false,
  severity: "error",
  message: "What is answered here has no name: give it a schema of its own.",
  then: {
    function: schema,
    functionOptions: {
      schema: {
        anyOf: [
          { required: ["$ref"] },
          { required: ["items"], properties: { items: { required: ["$ref"] } } },
        ],
      },
    },
  },
};
