import { schema } from "@stoplight/spectral-functions";

/**
 * A reader tries an operation with the parameters as shown, so each has to show a value.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: ["$.paths[*].parameters[*]", "#Operation.parameters[*]"],
  severity: "error",
  message: "This parameter shows no value: add an example.",
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
