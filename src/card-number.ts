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
export const SHORTEST_CARD = 13;
export const LONGEST_CARD = 19;

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
  if (text.length < SHORTEST_CARD) return text;
  const lengths = new Set([...own].map(({ length }) => length));
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
    if (run.digits.length < SHORTEST_CARD) continue;
    for (const [first, end] of cardsIn(run, own, lengths)) {
      shown += text.slice(from, run.starts[first]) + mask;
      from = run.ends[end - 1] as number;
    }
  }
  return shown + text.slice(from);
}

/** Where card numbers are among the digits of a run. Those that overlap come as one. */
function cardsIn(
  { digits, isGroupStart }: Run,
  own: ReadonlySet<string>,
  lengths: ReadonlySet<number>,
): [first: number, end: number][] {
  const found: [first: number, end: number][] = [];
  const isBoundary = (at: number) => at === digits.length || isGroupStart[at] === true;
  for (let first = 0; first <= digits.length - SHORTEST_CARD; first++) {
    let end = 0;
    for (const length of lengths) {
      if (own.has(digits.slice(first, first + length))) end = Math.max(end, first + length);
    }
    const brand = isGroupStart[first] ? brandOf(digits.slice(first, first + PREFIX)) : "UNKNOWN";
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

/** Digits that follow one another in a text, with no more than a few separators between two of them. */
interface Run {
  /** As ASCII digits. */
  digits: string;
  /** Where each digit starts and ends in the text, and whether something else is before it. */
  starts: number[];
  ends: number[];
  isGroupStart: boolean[];
}

/** How many separators may be between two digits of a card number. */
const MOST_SEPARATORS = 3;
/** Spaces, dashes, dots, what an address has for a space, and characters that do not show. */
const SEPARATOR = /^[\s\p{Pd}\p{Cf}\u2212.+_]$/u;

function* digitRuns(text: string): Generator<Run> {
  let run: Run = { digits: "", starts: [], ends: [], isGroupStart: [] };
  let separators = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) as number;
    const end = at + (code > 0xffff ? 2 : 1);
    const digit = digitOf(code);
    if (digit !== undefined) {
      run.isGroupStart.push(run.digits === "" || separators > 0);
      run.digits += digit;
      run.starts.push(at);
      run.ends.push(end);
      separators = 0;
    } else if (run.digits !== "") {
      separators += 1;
      if (separators > MOST_SEPARATORS || !SEPARATOR.test(String.fromCodePoint(code))) {
        yield run;
        run = { digits: "", starts: [], ends: [], isGroupStart: [] };
        separators = 0;
      }
    }
    at = end;
  }
  yield run;
}

const ZERO = 48;
const DECIMAL_DIGIT = /^\p{Nd}$/u;

/** The value of a decimal digit of any script: each has its ten in a row. */
function digitOf(code: number): number | undefined {
  if (code < 128) return code >= ZERO && code < ZERO + 10 ? code - ZERO : undefined;
  if (!isDecimalDigit(code)) return undefined;
  let zero = code;
  while (isDecimalDigit(zero - 1)) zero -= 1;
  return (code - zero) % 10;
}

function isDecimalDigit(code: number): boolean {
  return DECIMAL_DIGIT.test(String.fromCodePoint(code));
}
