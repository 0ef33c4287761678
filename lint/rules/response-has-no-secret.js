import { undefined as undefinedValue } from "@stoplight/spectral-functions";

/**
 * A card is shown masked, and a key by what makes it and never again: no other answer may have a
 * field that could carry either.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: [
    "#Operation.responses..properties[cardNumber,securityCode]",
    "$.paths[?(@property !== '/_sandbox/companies')][*].responses..properties[privateKey,publicKey]",
  ],
  severity: "error",
  message: "An answer never carries {{property}}: remove it, or use a schema for what is returned.",
  then: { function: undefinedValue },
};
