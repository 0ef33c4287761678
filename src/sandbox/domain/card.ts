/** The ranges of first digits that belong to a brand, both ends included. */
const RANGES: readonly (readonly [brand: string, from: string, to: string])[] = [
  ["VISA", "4", "4"],
  ["MASTERCARD", "51", "55"],
  ["MASTERCARD", "2221", "2720"],
  ["AMEX", "34", "34"],
  ["AMEX", "37", "37"],
  ["ELO", "401178", "401179"],
  ["ELO", "431274", "431274"],
  ["ELO", "438935", "438935"],
  ["ELO", "451416", "451416"],
  ["ELO", "457393", "457393"],
  ["ELO", "457631", "457632"],
  ["ELO", "504175", "504175"],
  ["ELO", "506699", "506778"],
  ["ELO", "509000", "509999"],
  ["ELO", "627780", "627780"],
  ["ELO", "636297", "636297"],
  ["ELO", "636368", "636368"],
  ["ELO", "650031", "650033"],
  ["ELO", "650035", "650051"],
  ["ELO", "650405", "650439"],
  ["ELO", "650485", "650538"],
  ["ELO", "650541", "650598"],
  ["ELO", "650700", "650718"],
  ["ELO", "650720", "650727"],
  ["ELO", "650901", "650920"],
  ["ELO", "651652", "651679"],
  ["ELO", "655000", "655019"],
  ["ELO", "655021", "655058"],
  ["HIPERCARD", "606282", "606282"],
  ["HIPERCARD", "3841", "3841"],
  ["DINERS", "300", "305"],
  ["DINERS", "3095", "3095"],
  ["DINERS", "36", "36"],
  ["DINERS", "38", "39"],
  ["DISCOVER", "6011", "6011"],
  ["DISCOVER", "622126", "622925"],
  ["DISCOVER", "644", "649"],
  ["DISCOVER", "65", "65"],
  ["JCB", "3528", "3589"],
];

// Elo has ranges within those of Visa and Discover: the longer beginning says more.
const SPECIFIC_FIRST = RANGES.toSorted(([, one], [, other]) => other.length - one.length);

/**
 * The name of a card's brand, by the first digits of its number.
 *
 * @example
 * brandOf("4111111111111111"); // "VISA"
 * brandOf("4011780000000000"); // "ELO"
 */
export function brandOf(cardNumber: string): string {
  const range = SPECIFIC_FIRST.find(([, from, to]) => {
    const beginning = cardNumber.slice(0, from.length);
    return from <= beginning && beginning <= to;
  });
  return range?.[0] ?? "UNKNOWN";
}

/**
 * Whether a card has expired by a day. It is good to the end of its month.
 *
 * @example
 * isExpired("02", "2028", "2028-02-29"); // false
 * isExpired("02", "2028", "2028-03-01"); // true
 */
export function isExpired(month: string, year: string, today: string): boolean {
  return `${year}-${month}` < today.slice(0, "YYYY-MM".length);
}
