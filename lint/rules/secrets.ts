import { examples, mediaTypes, operations, responseSchemas, responses } from "../contract.ts";
import { isString } from "../place.ts";
import type { Rule } from "../rule.ts";

const SECRETS = new Set(["cardNumber", "securityCode", "privateKey"]);
const CARD_NUMBER = /^\d{13,16}$/;

/** A card is shown masked and a key never: a field that could carry either must not exist. */
export const responseHasNoSecret: Rule = function* (contract) {
  for (const schema of responseSchemas(contract)) {
    for (const property of schema.at("properties").members()) {
      if (!SECRETS.has(property.key)) continue;
      yield {
        place: property,
        message: `An answer never carries ${property.key}: remove it, or use a schema for what is returned.`,
      };
    }
  }
};

/** What an example shows, someone logs: no answer may show what passes for a whole card number. */
export const responseExampleHasNoCardNumber: Rule = function* (contract) {
  const answers = operations(contract)
    .flatMap(responses)
    .map(({ place }) => place);
  const shown = answers.flatMap(mediaTypes).flatMap(examples);
  for (const place of shown.flatMap((example) => [...example.at("value").descendants()])) {
    if (!isString(place.value) || !isCardNumber(place.value)) continue;
    yield {
      place,
      message: `"${place.value}" passes for a card number: mask it, or take digits that fail the Luhn check.`,
    };
  }
};

function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[ -]/g, "");
  return CARD_NUMBER.test(digits) && luhnSum(digits) % 10 === 0;
}

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return sum + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
}
