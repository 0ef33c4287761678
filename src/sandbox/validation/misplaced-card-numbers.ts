import { sensitiveFields } from "../../../generated/operations.ts";
import { holdsNumber, numbersAmong } from "../../card-number.ts";
import { isObjectOrArray } from "../../client/parse-json.ts";
import { findSecrets } from "../../client/redact.ts";

/**
 * Reports fields of a body that repeat the number of the card in the same body. Other numbers are not
 * checked: one in ten order numbers passes the Luhn check by chance.
 */
export function findMisplacedCardNumbers(body: unknown): string[] {
  const cards = numbersAmong(findSecrets(body));
  if (cards.size === 0) return [];
  return pathsWith(body, cards).map((path) => `${path.slice(1)} must not contain a card number`);
}

/** The paths of the values that contain one of the numbers, each after a dot. */
function pathsWith(value: unknown, cards: ReadonlySet<string>, found: string[] = []): string[] {
  if (!isObjectOrArray(value)) {
    if (holdsNumber(withoutPercentEncoding(`${value}`), cards)) found.push("");
    return found;
  }
  for (const name in value) {
    if (sensitiveFields.has(name)) continue;
    const before = found.length;
    pathsWith(value[name], cards, found);
    for (let index = before; index < found.length; index++)
      found[index] = `.${name}${found[index]}`;
  }
  return found;
}

/** Digits may be percent-encoded in a URL. */
function withoutPercentEncoding(text: string): string {
  return text.includes("%3") ? text.replaceAll(/%3(\d)/g, "$1") : text;
}
