/** The first digits of each brand, both ends included. */
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

/** How many digits the numbers of each brand have. */
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

const PREFIX = 6;
/** The code of the digit 0. */
const ZERO = 48;

// Elo has ranges within those of Visa and Discover, so the longer prefixes are compared first.
const BY_PREFIX = [...RANGES]
  .sort(([, one], [, other]) => other.length - one.length)
  .map(([brand, from, to]) => ({
    brand,
    from: Number(from.padEnd(PREFIX, "0")),
    to: Number(to.padEnd(PREFIX, "9")),
  }));

/**
 * The brand of a card, by the first digits of its number.
 *
 * @example
 * brandOf("4111111111111111"); // "VISA"
 * brandOf("4011780000000000"); // "ELO"
 */
export function brandOf(cardNumber: string): Brand | "UNKNOWN" {
  const prefix = Number(cardNumber.slice(0, PREFIX).padEnd(PREFIX, "0"));
  return BY_PREFIX.find(({ from, to }) => from <= prefix && prefix <= to)?.brand ?? "UNKNOWN";
}

/**
 * Whether the check digit of a card number is right (the Luhn check). How many digits a card number
 * has is for the caller to know.
 *
 * @example
 * isCardNumber("4111111111111111"); // true
 * isCardNumber("4111111111111112"); // false
 */
export function isCardNumber(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const value = (digits.charCodeAt(digits.length - 1 - place) - ZERO) * (1 + (place % 2));
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** The fewest and the most digits of a card number of any brand. */
const MIN_CARD_DIGITS = 13;
const MAX_CARD_DIGITS = 19;

/** Whether a text is as long as a card number. */
export function hasCardLength({ length }: string): boolean {
  return length >= MIN_CARD_DIGITS && length <= MAX_CARD_DIGITS;
}

/** Those of some secrets that may be card numbers, as digits alone: people group them. */
export function numbersAmong(secrets: readonly string[]): Set<string> {
  const short = secrets.filter(({ length }) => length <= 2 * MAX_CARD_DIGITS);
  const numbers = short.map((secret) => secret.replaceAll(/[\s.-]/g, ""));
  return new Set(numbers.filter((number) => hasCardLength(number) && /^\d+$/.test(number)));
}

/**
 * Whether the digits of a text hold one of some numbers, whatever is between them and whatever script
 * they are of. The search takes time in proportion to the length of the text.
 */
export function holdsNumber(text: string, numbers: ReadonlySet<string>): boolean {
  if (text.length < MIN_CARD_DIGITS) return false;
  const digits = Array.from(text.matchAll(DIGIT), ([digit]) => digitValue(digit)).join("");
  const lengths = lengthsOf(numbers);
  for (let first = 0; first <= digits.length - MIN_CARD_DIGITS; first++) {
    if (endOfNumber(digits, first, numbers, lengths) > 0) return true;
  }
  return false;
}

/**
 * A text with `mask` in place of each card number. Any number of a known brand, with a length of that
 * brand and a right check digit, counts as one if no further digits touch it. The numbers in `own`
 * count wherever their digits follow one another. Separators between the digits do not matter.
 *
 * The search takes time in proportion to the length of the text, whatever is in it.
 *
 * @example
 * hideCardNumbers("paid with 4111-1111-1111-1111", "…"); // "paid with …"
 */
export function hideCardNumbers(text: string, mask: string, own: ReadonlySet<string> = NONE) {
  if (text.length < MIN_CARD_DIGITS) return text;
  const lengths = lengthsOf(own);
  // One of some thousand UUIDs holds what passes for a card number. It is an id, and stays one.
  const parts = text.split(UUID);
  return parts
    .map((part, index) => (index % 2 === 0 ? hideInPart(part, mask, own, lengths) : part))
    .join("");
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

/** Where card numbers are among the digits of a run. Those that overlap come as one. */
function cardsIn(
  text: string,
  { digits, starts }: Run,
  own: ReadonlySet<string>,
  lengths: ReadonlySet<number>,
): [first: number, end: number][] {
  const found: [first: number, end: number][] = [];
  const isBoundary = (at: number) =>
    at === 0 ||
    at === digits.length ||
    endOfDigit(text, starts[at - 1] as number) !== (starts[at] as number);
  for (let first = 0; first <= digits.length - MIN_CARD_DIGITS; first++) {
    let end = endOfNumber(digits, first, own, lengths);
    const brand = isBoundary(first) ? brandOf(digits.slice(first, first + PREFIX)) : "UNKNOWN";
    for (const length of brand === "UNKNOWN" ? [] : LENGTHS[brand]) {
      const after = first + length;
      if (after > digits.length || !isBoundary(after)) continue;
      if (isCardNumber(digits.slice(first, after))) end = Math.max(end, after);
    }
    if (end === 0) continue;
    const before = found.at(-1);
    if (before && first < before[1]) before[1] = Math.max(before[1], end);
    else found.push([first, end]);
  }
  return found;
}

/** Where the longest of some numbers ends that begins at a digit, or 0 if none begins there. */
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

/** Digits that follow one another in a text, with no more than a few separators between two of them. */
interface Run {
  /** As ASCII digits. */
  digits: string;
  /** Where each digit starts in the text. */
  starts: number[];
}

const DIGIT = /\p{Nd}/gu;
/**
 * What may be between two digits of a card number: spaces, dashes, dots, what an address has for a
 * space, and characters that do not show.
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

/** A digit of a script that came later to Unicode takes two places of a text. */
function endOfDigit(text: string, start: number): number {
  return start + ((text.codePointAt(start) as number) > 0xffff ? 2 : 1);
}

const DECIMAL_DIGIT = /^\p{Nd}$/u;
/** The values of the digits that were met. */
const values = new Map<string, number>();

/** The value of a decimal digit of any script: each has its ten in a row. */
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
