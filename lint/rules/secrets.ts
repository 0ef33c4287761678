import { isCardNumber } from "../../src/card-number.ts";
import { examples, mediaTypes, operations, responses } from "../../src/contract/operations.ts";
import { isString } from "../../src/contract/place.ts";
import { propertiesOf, responseSchemas, schemas } from "../../src/contract/schemas.ts";
import type { Rule } from "../rule.ts";

/** The fields that hold a secret, and whose it is to send it. */
const SECRETS = new Map([
  ["cardNumber", "caller"],
  ["securityCode", "caller"],
  ["privateKey", "caller"],
  ["publicKey", "caller"],
  ["access_token", "service"],
  ["refresh_token", "service"],
]);
const KEYS = ["publicKey", "privateKey"];
const KEYS_ARE_MADE_BY = "companies.create";
const CARD_NUMBER = /^\d{13,16}$/;

/** Our own code keeps out of errors and logs what is x-sensitive, foreign tools hide a password. */
const MARKS: [keyword: string, value: unknown][] = [
  ["x-sensitive", true],
  ["format", "password"],
];

/** A secret carries both marks, and what carries one of them is a secret and carries the other. */
export const secretIsMarked: Rule = function* (contract) {
  for (const property of propertiesOf(schemas(contract))) {
    const missing = MARKS.filter(([keyword, value]) => property.at(keyword).value !== value);
    const isPlain = missing.length === MARKS.length;
    if (isPlain && !SECRETS.has(property.key)) continue;
    for (const [keyword, value] of missing) {
      yield {
        place: property,
        message: `${property.key} is a secret that somebody would show: add ${keyword}: ${value}.`,
      };
    }
  }
};

/**
 * A card is shown masked, and a key by what makes it and never again: no other answer may have a
 * field that could carry either.
 */
export const responseHasNoSecret: Rule = function* (contract) {
  for (const operation of operations(contract)) {
    const shown = operation.id === KEYS_ARE_MADE_BY ? KEYS : [];
    for (const property of propertiesOf(responseSchemas([operation]))) {
      if (SECRETS.get(property.key) !== "caller" || shown.includes(property.key)) continue;
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
    if (!isString(place.value) || !looksLikeCardNumber(place.value)) continue;
    yield {
      place,
      message: `"${place.value}" passes for a card number: mask it, or take digits that fail the Luhn check.`,
    };
  }
};

function looksLikeCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[ -]/g, "");
  return CARD_NUMBER.test(digits) && isCardNumber(digits);
}
