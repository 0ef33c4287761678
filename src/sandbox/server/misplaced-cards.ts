import { sensitiveFields } from "../../../generated/client.ts";
import { isCardNumber } from "../../card-number.ts";
import { isObject } from "../../contract/place.ts";
import { brandOf } from "../domain/card.ts";

/**
 * 15 or 16 digits, in groups or not, that are no part of a longer word. Fewer digits may as well be a
 * CNPJ or a phone number, of which every tenth passes the check of a card by chance.
 */
const candidates =
  /(?<![\w-])(?:\d{15,16}|\d{4}([ -])\d{4}\1\d{4}\1\d{3,4}|\d{4}([ -])\d{6}\2\d{5})(?![\w-])/g;

/** What is wrong with the texts of a body that hold a card number where none belongs. */
export function misplacedCards(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === "string") {
    return holdsCard(value) ? [`${path.join(".")} must not hold a card number`] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => misplacedCards(item, [...path, `${index}`]));
  }
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([name]) => !sensitiveFields.has(name))
    .flatMap(([name, field]) => misplacedCards(field, [...path, name]));
}

function holdsCard(text: string): boolean {
  const found = text.match(candidates) ?? [];
  return found
    .map((digits) => digits.replaceAll(/\D/g, ""))
    .some((digits) => isCardNumber(digits) && brandOf(digits) !== "UNKNOWN");
}
