import { schema } from "@stoplight/spectral-functions";

/**
 * A secret needs both marks: our own code redacts `x-sensitive` fields in errors and logs, and other tools
 * hide the format `password`. So a field or parameter with one of them must have the other too.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: [
    "$..properties[cardNumber,securityCode,privateKey,publicKey,access_token,refresh_token]",
    "$..properties[?(@ && (@['x-sensitive'] === true || @.format === 'password'))]",
    "$.components.parameters[?(@.schema && (/-token$/.test(@.name) || @.schema['x-sensitive'] || @.schema.format === 'password'))].schema",
  ],
  severity: "error",
  message:
    "{{property}} is a secret that tools would show: add x-sensitive: true and format: password.",
  then: {
    function: schema,
    functionOptions: {
      schema: {
        required: ["x-sensitive", "format"],
        properties: { "x-sensitive": { const: true }, format: { const: "password" } },
      },
    },
  },
};
