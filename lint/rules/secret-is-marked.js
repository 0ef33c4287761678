import { schema } from "@stoplight/spectral-functions";

/**
 * A secret carries both marks, and what carries one of them is a secret and carries the other: our own
 * code keeps out of errors and logs what is x-sensitive, foreign tools hide a password.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: [
    "$..properties[cardNumber,securityCode,privateKey,publicKey,access_token,refresh_token]",
    "$..properties[?(@ && (@['x-sensitive'] === true || @.format === 'password'))]",
  ],
  severity: "error",
  message:
    "{{property}} is a secret that somebody would show: add x-sensitive: true and format: password.",
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
