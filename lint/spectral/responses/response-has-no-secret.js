import { undefined as undefinedValue } from "@stoplight/spectral-functions";

/**
 * Responses only show masked cards, and only the operations that create a key return it. So no other
 * response may have a field that could hold either.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: [
    "#Operation.responses..properties[cardNumber,securityCode]",
    "$.paths[?(!['/_sandbox/companies','/_sandbox/company/keys'].includes(@property))][*].responses..properties[privateKey,publicKey]",
  ],
  severity: "error",
  message: "A response must not have {{property}}: remove it, or use a separate response schema.",
  then: { function: undefinedValue },
};
