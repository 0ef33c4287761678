/** The prefixes of each brand's card numbers. Both ends of a range are included. */
const RANGES: readonly (readonly [brand: Brand, from: string, to: string])[] = [
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

/** The possible lengths of each brand's card numbers. */
const LENGTHS = {
  VISA: [13, 16, 19],
  MASTERCARD: [16],
  AMEX: [15],
  ELO: [16],
  HIPERCARD: [13, 16, 19],
  DINERS: [14, 15, 16, 17, 18, 19],
  DISCOVER: [16, 17, 18, 19],
  JCB: [16, 17, 18, 19],
} as const satisfies Record<string, readonly number[]>;

type Brand = keyof typeof LENGTHS;

const PREFIX_LENGTH = 6;
/** The character code of the digit 0. */
const ZERO = 48;
const MAX_ASCII = 127;

// Elo has ranges within those of Visa and Discover, so the longer prefixes come first.
const BY_PREFIX = [...RANGES]
  .sort(([, a], [, b]) => b.length - a.length)
  .map(([brand, from, to]) => ({
    brand,
    from: Number(from.padEnd(PREFIX_LENGTH, "0")),
    to: Number(to.padEnd(PREFIX_LENGTH, "9")),
  }));

/**
 * The brand of a card, by the first digits of its number.
 *
 * @example
 * brandOf("4111111111111111"); // "VISA"
 * brandOf("4011780000000000"); // "ELO"
 */
export function brandOf(cardNumber: string): Brand | "UNKNOWN" {
  const prefix = Number(cardNumber.slice(0, PREFIX_LENGTH).padEnd(PREFIX_LENGTH, "0"));
  return BY_PREFIX.find(({ from, to }) => from <= prefix && prefix <= to)?.brand ?? "UNKNOWN";
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
  for (let index = 0; index < digits.length; index++) {
    const value = (digits.charCodeAt(digits.length - 1 - index) - ZERO) * (1 + (index % 2));
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** The lengths of card numbers across all brands. */
const MIN_CARD_DIGITS = 13;
const MAX_CARD_DIGITS = 19;

export function hasCardLength({ length }: string): boolean {
  return length >= MIN_CARD_DIGITS && length <= MAX_CARD_DIGITS;
}

/** The secrets that may be card numbers, without the separators that people write between groups. */
export function numbersAmong(secrets: readonly string[]): Set<string> {
  const short = secrets.filter(({ length }) => length <= 2 * MAX_CARD_DIGITS);
  const numbers = short.map((secret) => secret.replaceAll(/[\s.-]/g, ""));
  return new Set(numbers.filter((number) => hasCardLength(number) && /^\d+$/.test(number)));
}

/**
 * Whether the digits of a text contain one of the numbers, ignoring everything between the digits. The
 * digits may be of any script. The search takes time linear in the length of the text.
 */
export function holdsNumber(text: string, numbers: ReadonlySet<string>): boolean {
  if (!mayHoldNumber(text)) return false;
  const digits = Array.from(text.matchAll(DIGIT), ([digit]) => digitValue(digit)).join("");
  const lengths = lengthsOf(numbers);
  for (let first = 0; first <= digits.length - MIN_CARD_DIGITS; first++) {
    if (endOfNumber(digits, first, numbers, lengths) > 0) return true;
  }
  return false;
}

/**
 * Replaces each card number in a text with `mask`. A number counts as a card number if it has the
 * prefix and the length of a known brand and a valid check digit, and no further digit touches it. The
 * numbers in `own` also count as part of a longer run of digits. Separators between digits are ignored.
 *
 * The search takes time linear in the length of the text, whatever its content.
 *
 * @example
 * hideCardNumbers("paid with 4111-1111-1111-1111", "…"); // "paid with …"
 */
export function hideCardNumbers(text: string, mask: string, own: ReadonlySet<string> = NONE) {
  if (!mayHoldNumber(text)) return text;
  const lengths = lengthsOf(own);
  // One in a few thousand UUIDs contains what looks like a card number. Ids must stay readable.
  const parts = text.split(UUID);
  return parts
    .map((part, index) => (index % 2 === 0 ? hideInPart(part, mask, own, lengths) : part))
    .join("");
}

/** Whether a text has enough characters that may be digits. Most texts have not, and need no search. */
function mayHoldNumber(text: string): boolean {
  let count = 0;
  for (let index = 0; index < text.length && count < MIN_CARD_DIGITS; index++) {
    const code = text.charCodeAt(index);
    // Digits of other scripts are beyond ASCII.
    if ((code >= ZERO && code <= ZERO + 9) || code > MAX_ASCII) count += 1;
  }
  return count >= MIN_CARD_DIGITS;
}

const NONE: ReadonlySet<string> = new Set();
const UUID = /(?<![\w-])([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})(?![\w-])/i;

function hideInPart(
  text: string,
  mask: string,
  own: ReadonlySet<string>,
  lengths: ReadonlySet<number>,
): string {
  let shown = "";
  let from = 0;
  for (const run of digitRuns(text)) {
    if (run.digits.length < MIN_CARD_DIGITS) continue;
    for (const [first, end] of cardsIn(text, run, own, lengths)) {
      shown += text.slice(from, run.starts[first]) + mask;
      from = endOfDigit(text, run.starts[end - 1] as number);
    }
  }
  return shown + text.slice(from);
}

/** The positions of card numbers in a run of digits. Overlapping ones are merged. */
function cardsIn(
  text: string,
  { digits, starts }: Run,
  own: ReadonlySet<string>,
  lengths: ReadonlySet<number>,
): [first: number, end: number][] {
  const cards: [first: number, end: number][] = [];
  const isBoundary = (index: number) =>
    index === 0 ||
    index === digits.length ||
    endOfDigit(text, starts[index - 1] as number) !== (starts[index] as number);
  for (let first = 0; first <= digits.length - MIN_CARD_DIGITS; first++) {
    let end = endOfNumber(digits, first, own, lengths);
    const prefix = digits.slice(first, first + PREFIX_LENGTH);
    const brand = isBoundary(first) ? brandOf(prefix) : "UNKNOWN";
    for (const length of brand === "UNKNOWN" ? [] : LENGTHS[brand]) {
      const after = first + length;
      if (after > digits.length || !isBoundary(after)) continue;
      if (isCardNumber(digits.slice(first, after))) end = Math.max(end, after);
    }
    if (end === 0) continue;
    const last = cards.at(-1);
    if (last && first < last[1]) last[1] = Math.max(last[1], end);
    else cards.push([first, end]);
  }
  return cards;
}

/** The end of the longest number that starts at a digit, or 0 if none of them starts there. */
function endOfNumber(
  digits: string,
  first: number,
  numbers: ReadonlySet<string>,
  lengths: ReadonlySet<number>,
): number {
  let end = 0;
  for (const length of lengths) {
    if (numbers.has(digits.slice(first, first + length))) end = Math.max(end, first + length);
  }
  return end;
}

function lengthsOf(numbers: ReadonlySet<string>): Set<number> {
  return new Set([...numbers].map(({ length }) => length));
}

/** Consecutive digits of a text, with at most a few separators between two of them. */
interface Run {
  /** As ASCII digits. */
  digits: string;
  /** Where each digit starts in the text. */
  starts: number[];
}

const DIGIT = /\p{Nd}/gu;
/**
 * The separators between two digits of a card number: spaces, dashes, dots, `+` and `_`, and invisible
 * characters. A URL has `+` for a space.
 */
const SEPARATORS = /^[\s\p{Pd}\p{Cf}\u2212.+_]{0,3}$/u;

function* digitRuns(text: string): Generator<Run> {
  let run: Run = { digits: "", starts: [] };
  let end = 0;
  for (const { 0: digit, index } of text.matchAll(DIGIT)) {
    if (index > end && !SEPARATORS.test(text.slice(end, index))) {
      yield run;
      run = { digits: "", starts: [] };
    }
    run.digits += digitValue(digit);
    run.starts.push(index);
    end = index + digit.length;
  }
  yield run;
}

/** A digit outside the Basic Multilingual Plane takes two UTF-16 code units. */
function endOfDigit(text: string, start: number): number {
  return start + ((text.codePointAt(start) as number) > 0xffff ? 2 : 1);
}

const DECIMAL_DIGIT = /^\p{Nd}$/u;
/** A cache of digit values. */
const values = new Map<string, number>();

/** The value of a decimal digit in any script. Each script has its ten digits in a row. */
function digitValue(digit: string): number {
  let value = values.get(digit);
  if (value === undefined) {
    const code = digit.codePointAt(0) as number;
    let zero = code;
    while (DECIMAL_DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
    value = (code - zero) % 10;
    values.set(digit, value);
  }
  return value;
}
