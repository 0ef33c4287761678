/** The brands. */
const BRANDS = [
  "ELO",
  "HIPERCARD",
  "VISA",
  "MASTERCARD",
  "AMEX",
  "DINERS",
  "DISCOVER",
  "JCB",
] as const;

/**
 * The lengths of each brand's card numbers, and their prefixes. The end of a range only has the digits
 * that differ from its beginning. The first that fits counts, since Elo has ranges within those of Visa
 * and Discover, and Hipercard one within that of Diners. The client does not carry the names.
 */
const RANGES = (
  [
    [
      [16],
      "401178-9 431274 438935 451416 457393 457631-2 504175 506699-778 509 627780 636297 636368 650031-3 650035-51 650405-39 650485-538 650541-98 650700-18 650720-7 650901-20 651652-79 655000-19 655021-58",
    ],
    [[13, 16, 19], "606282 3841"],
    [[13, 16, 19], "4"],
    [[16], "51-5 2221-720"],
    [[15], "34 37"],
    [[14, 15, 16, 17, 18, 19], "300-5 3095 36 38-9"],
    [[16, 17, 18, 19], "6011 622126-925 644-9 65"],
    [[16, 17, 18, 19], "3528-89"],
  ] as [number[], string][]
).map(([lengths, prefixes]) => ({
  lengths,
  ranges: prefixes.split(" ").map((range) => {
    const [from = "", end = ""] = range.split("-");
    // The colon comes after all digits.
    return { from, below: `${from.slice(0, from.length - end.length)}${end}:` };
  }),
}));

/** The place of the brand whose card numbers begin like this, or -1. */
function findBrand(digits: string): number {
  return RANGES.findIndex(({ ranges }) =>
    ranges.some(({ from, below }) => from <= digits && digits < below),
  );
}

/**
 * The brand of a card, by the first digits of its number.
 *
 * @example
 * brandOf("4111111111111111"); // "VISA"
 * brandOf("4011780000000000"); // "ELO"
 */
export function brandOf(cardNumber: string): (typeof BRANDS)[number] | "UNKNOWN" {
  return BRANDS[findBrand(cardNumber)] ?? "UNKNOWN";
}

/** Whether a text may be the beginning of a card number. */
export function hasBrand(digits: string): boolean {
  return findBrand(digits) >= 0;
}

/**
 * Whether the check digit of a card number is valid (Luhn algorithm). The caller has to check the
 * length.
 *
 * @example
 * isCardNumber("4111111111111111"); // true
 * isCardNumber("4111111111111112"); // false
 */
export function isCardNumber(digits: string): boolean {
  let sum = 0;
  for (let place = 1; place <= digits.length; place++) {
    const value = Number(digits.at(-place)) * (2 - (place % 2));
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** The lengths of card numbers across all brands. */
const MIN_LENGTH = 13;
const MAX_LENGTH = 19;

/** The secrets that may be card numbers, without the separators that people write between groups. */
export function numbersAmong(secrets: readonly string[]): Set<string> {
  const numbers = secrets.filter((secret) => /^([\s.-]*\d){13,19}[\s.-]*$/.test(secret));
  return new Set(numbers.map((number) => number.replaceAll(/\D/g, "")));
}

/**
 * Whether the digits of a text contain one of the numbers, ignoring everything between the digits. The
 * digits may be of any script. The search takes time linear in the length of the text.
 */
export function holdsNumber(text: string, numbers: ReadonlySet<string>): boolean {
  // Most texts are too short or have too few digits, and need no search.
  if (text.length < MIN_LENGTH) return false;
  const found = text.match(DIGIT) ?? [];
  if (found.length < MIN_LENGTH) return false;
  const digits = found.map(digitValue).join("");
  for (const length of new Set([...numbers].map(({ length }) => length)))
    for (let end = length; end <= digits.length; end++)
      if (numbers.has(digits.slice(end - length, end))) return true;
  return false;
}

/**
 * Replaces each card number in a text. A number counts as a card number if it has the prefix and the
 * length of a known brand and a valid check digit, and no further digit touches it. The numbers in `own`
 * also count as part of a longer run of digits. Separators between digits are ignored.
 *
 * The search takes time linear in the length of the text, whatever its content.
 *
 * @example
 * hideCardNumbers("paid with 4111-1111-1111-1111", "…"); // "paid with …"
 */
export function hideCardNumbers(
  text: string,
  replacement: string,
  own: ReadonlySet<string>,
): string {
  // One in a few thousand UUIDs contains what looks like a card number. Ids must stay readable.
  const parts = text.split(UUID);
  return parts
    .map((part, index) => (index % 2 === 0 ? hideInPart(part, replacement, own) : part))
    .join("");
}

const UUID = /(?<![\w-])([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\w-])/i;

/** Numbers that overlap are hidden as one. */
function hideInPart(text: string, replacement: string, own: ReadonlySet<string>): string {
  const { digits, starts, ends } = readDigits(text);
  const touches = (index: number) => ends[index - 1] === starts[index];
  let shown = "";
  let from = 0;
  let hidden = 0;
  for (let first = 0; first < digits.length; first++) {
    const brand = touches(first) ? undefined : RANGES[findBrand(digits.slice(first))];
    for (let length = MAX_LENGTH; length >= MIN_LENGTH; length--) {
      const end = first + length;
      if (end <= hidden || end > digits.length) continue;
      const number = digits.slice(first, end);
      const mayBeCard = brand?.lengths.includes(length) && !touches(end);
      // Across a gap, the sum of the digits is not a number.
      if (!own.has(number) && !(mayBeCard && isCardNumber(number))) continue;
      if (first >= hidden) shown += text.slice(from, starts[first]) + replacement;
      from = ends[end - 1] as number;
      hidden = end;
    }
  }
  return shown + text.slice(from);
}

const DIGIT = /\p{Nd}/gu;
/**
 * The separators between two digits of a card number: spaces, dashes, dots, `+` and `_`, and invisible
 * characters. A URL has `+` for a space.
 */
const SEPARATORS = /^[\s\p{Pd}\p{Cf}\u2212.+_]{0,3}$/u;
/** Replaces any other text between two digits, so that neither digit counts as adjacent to the other. */
const GAP = "|";

/** The digits of a text as ASCII, with gaps, and where each of them starts and ends in the text. */
function readDigits(text: string) {
  let digits = "";
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: digit, index } of text.matchAll(DIGIT)) {
    const end = ends.at(-1) ?? index;
    if (end < index && !SEPARATORS.test(text.slice(end, index))) {
      digits += GAP;
      starts.push(-1);
      ends.push(-1);
    }
    digits += digitValue(digit);
    starts.push(index);
    ends.push(index + digit.length);
  }
  return { digits, starts, ends };
}

/** The value of a decimal digit in any script. Each script has its ten digits in a row. */
function digitValue(digit: string): string {
  if (digit <= "9") return digit;
  let value = 0;
  const code = digit.codePointAt(0) as number;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return `${value % 10}`;
}
