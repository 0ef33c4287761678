import { schema } from "@stoplight/spectral-functions";

/**
 * Types and readers refer to data by the name of its schema. An inline schema has no name.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: [
    "$.components.schemas[*].properties.data",
    "#Operation.responses[*].content[*].schema.properties.data",
  ],
  resolved: false,
  severity: "error",
  message: "The data of this response has an inline schema: move it to a component.",
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
