import { sensitiveFields } from "../../../generated/client.ts";
import { isCardNumber } from "../../card-number.ts";
import { findSecrets } from "../../client/redact.ts";
import { isObject } from "../../contract/place.ts";
import { brandOf } from "../domain/card.ts";

/**
 * 15 or 16 digits, apart or not, that are no part of a longer word. Fewer digits may as well be a CNPJ
 * or a phone number, of which every tenth passes the check of a card by chance.
 */
const candidates = /(?<![\w-])\d(?:[\s\p{Pd}.]{0,2}\d){14,15}(?![\w-])/gu;

/** A text with fewer characters need not be searched. */
const SHORTEST_CARD = 13;

/** What is wrong with the fields of a body that hold a card number where none belongs. */
export function misplacedCards(body: unknown): string[] {
  const own = findSecrets(body).filter(isCardNumber);
  const isWrong = (text: string) => holdsCard(text) || holdsOwn(text, own);
  return problemsIn(body, [], (text) => text.length >= SHORTEST_CARD && isWrong(text));
}

function problemsIn(
  value: unknown,
  path: readonly string[],
  isWrong: (text: string) => boolean,
): string[] {
  if (typeof value === "string" || typeof value === "number") {
    return isWrong(`${value}`) ? [`${path.join(".")} must not hold a card number`] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => problemsIn(item, [...path, `${index}`], isWrong));
  }
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([name]) => !sensitiveFields.has(name))
    .flatMap(([name, field]) => problemsIn(field, [...path, name], isWrong));
}

function holdsCard(text: string): boolean {
  const found = (text.match(candidates) ?? []).map(digitsOf);
  return found.some((digits) => isCardNumber(digits) && brandOf(digits) !== "UNKNOWN");
}

/** The number that the same body brings as a card is one for certain, however it is written. */
function holdsOwn(text: string, cards: readonly string[]): boolean {
  return cards.some((card) => digitsOf(text).includes(card));
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}
