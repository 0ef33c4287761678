import { sensitiveFields } from "../../../generated/operations.ts";
import { holdsNumber, numbersAmong } from "../../card-number.ts";
import { findSecrets } from "../../client/redact.ts";
import { isObject } from "../../contract/cursor.ts";

/**
 * Reports fields of a body that repeat the number of the card in the same body. Other numbers are not
 * checked: one in ten order numbers passes the Luhn check by chance.
 */
export function findMisplacedCardNumbers(body: unknown): string[] {
  const cards = numbersAmong(findSecrets(body));
  return cards.size === 0 ? [] : problemsIn(body, [], cards);
}

function problemsIn(value: unknown, path: readonly string[], cards: ReadonlySet<string>): string[] {
  if (typeof value === "string" || typeof value === "number") {
    // Digits may be percent-encoded in a URL.
    const text = `${value}`.replaceAll(/%3(\d)/g, "$1");
    return holdsNumber(text, cards) ? [`${path.join(".")} must not contain a card number`] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => problemsIn(item, [...path, `${index}`], cards));
  }
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([name]) => !sensitiveFields.has(name))
    .flatMap(([name, field]) => problemsIn(field, [...path, name], cards));
}
