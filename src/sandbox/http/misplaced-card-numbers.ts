import { sensitiveFields } from "../../../generated/operations.ts";
import { holdsNumber, numbersAmong } from "../../card-number.ts";
import { findSecrets } from "../../client/redact.ts";

/**
 * Reports fields of a body that repeat the number of the card in the same body. Other numbers are not
 * checked: one in ten order numbers passes the Luhn check by chance.
 */
export function findMisplacedCardNumbers(body: unknown): string[] {
  const cards = numbersAmong(findSecrets(body));
  const problems: string[] = [];
  if (cards.size > 0) search(body, "", cards, problems);
  return problems;
}

function search(
  value: unknown,
  path: string,
  cards: ReadonlySet<string>,
  problems: string[],
): void {
  if (typeof value === "object" && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      if (!sensitiveFields.has(name)) search(field, `${path}.${name}`, cards, problems);
    }
  } else if (holdsNumber(withoutPercentEncoding(`${value}`), cards)) {
    problems.push(`${path.slice(1)} must not contain a card number`);
  }
}

/** Digits may be percent-encoded in a URL. */
function withoutPercentEncoding(text: string): string {
  return text.includes("%3") ? text.replaceAll(/%3(\d)/g, "$1") : text;
}
