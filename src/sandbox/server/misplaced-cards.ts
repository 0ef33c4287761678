import { sensitiveFields } from "../../../generated/client.ts";
import { LONGEST_CARD, SHORTEST_CARD } from "../../card-number.ts";
import { findSecrets } from "../../client/redact.ts";
import { isObject } from "../../contract/place.ts";

/**
 * What is wrong with the fields of a body that repeat the number of the card that it brings. Another
 * number is never taken for a card: one of ten order numbers passes for one by chance.
 */
export function misplacedCards(body: unknown): string[] {
  const cards = new Set(findSecrets(body).filter(hasCardLength));
  return cards.size === 0 ? [] : problemsIn(body, [], cards);
}

function problemsIn(value: unknown, path: readonly string[], cards: ReadonlySet<string>): string[] {
  if (typeof value === "string" || typeof value === "number") {
    return holdsOneOf(cards, `${value}`) ? [`${path.join(".")} must not hold a card number`] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => problemsIn(item, [...path, `${index}`], cards));
  }
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([name]) => !sensitiveFields.has(name))
    .flatMap(([name, field]) => problemsIn(field, [...path, name], cards));
}

/** However its digits are grouped. Looking them up takes time in proportion to the text. */
function holdsOneOf(cards: ReadonlySet<string>, text: string): boolean {
  if (text.length < SHORTEST_CARD) return false;
  const digits = text.replaceAll(/\D/g, "");
  const lengths = new Set([...cards].map(({ length }) => length));
  for (let at = 0; at + SHORTEST_CARD <= digits.length; at++) {
    for (const length of lengths) if (cards.has(digits.slice(at, at + length))) return true;
  }
  return false;
}

function hasCardLength(text: string): boolean {
  return /^\d+$/.test(text) && text.length >= SHORTEST_CARD && text.length <= LONGEST_CARD;
}
