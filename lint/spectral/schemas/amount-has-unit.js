import { schema } from "@stoplight/spectral-functions";

const unit = {
  anyOf: [
    { required: ["x-unit"], properties: { "x-unit": { const: "centavos" } } },
    { required: ["allOf"], properties: { allOf: { contains: { $ref: "#/definitions/unit" } } } },
  ],
};

/**
 * The inspector shows as money, and takes in reais, what carries this mark, whatever its name.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: [
    "$..properties[?(@property.match(/^amount$|Amount$/))]",
    "$..parameters[?(@.name && @.name.match(/^amount$|Amount$/))].schema",
  ],
  severity: "error",
  message: "An amount of money needs `x-unit: centavos`, which Centavos.yaml has.",
  then: {
    function: schema,
    functionOptions: { schema: { definitions: { unit }, $ref: "#/definitions/unit" } },
  },
};
