const CARD_NUMBER = /^\d{13,19}$/;

/**
 * People log what examples show, so no response example may contain a full card number.
 * @type {import("@stoplight/spectral-core").RuleDefinition}
 */
export default {
  given: "#Operation.responses[*].content[*].examples[*].value..*",
  severity: "error",
  message: "{{error}}",
  then: { function: noCardNumber },
};

/** @type {import("@stoplight/spectral-core").RulesetFunction<any>} */
export function noCardNumber(text) {
  if (typeof text !== "string") return [];
  const digits = text.replaceAll(/[ -]/g, "");
  if (!CARD_NUMBER.test(digits) || !passesLuhnCheck(digits)) return [];
  return [
    {
      message: `"${text}" looks like a card number: mask it, or use digits that fail the Luhn check.`,
    },
  ];
}

/** @param {string} digits */
function passesLuhnCheck(digits) {
  const values = [...digits].reverse().map((digit, index) => Number(digit) * (1 + (index % 2)));
  return values.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}
