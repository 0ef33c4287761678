import { schema } from "@stoplight/spectral-functions";

/**
 * Readers try an operation with the example values of its parameters.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: ["$.paths[*].parameters[*]", "#Operation.parameters[*]"],
  severity: "error",
  message: "This parameter has no example: add one.",
  then: {
    function: schema,
    functionOptions: {
      schema: {
        anyOf: [
          { required: ["example"] },
          { required: ["examples"] },
          { required: ["schema"], properties: { schema: { required: ["examples"] } } },
        ],
      },
    },
  },
};
