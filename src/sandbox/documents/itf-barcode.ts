/** The narrow (n) and wide (W) elements of each digit: five bars or five spaces. */
const DIGITS = [
  "nnWWn",
  "WnnnW",
  "nWnnW",
  "WWnnn",
  "nnWnW",
  "WnWnn",
  "nWWnn",
  "nnnWW",
  "WnnWn",
  "nWnWn",
];
const START = "nnnn";
const STOP = "Wnn";

/** A wide element is three times as wide as a narrow one, the maximum in the standard. */
const WIDTHS: Readonly<Record<string, number>> = { n: 1, W: 3 };

/**
 * Encodes an even number of digits as Interleaved 2 of 5. Returns the widths of bars and spaces
 * alternately, in multiples of a narrow bar. The first and the last are bars.
 *
 * @example
 * itfBarWidths("00193373700000001000500940144816060680935031"); // [1, 1, 1, 1, 1, 1, …, 3, 1, 1]
 */
export function itfBarWidths(digits: string): number[] {
  const pairs = digits.match(/../g) ?? [];
  const code = `${START}${pairs.map(interleave).join("")}${STOP}`;
  return [...code].map((width) => WIDTHS[width] ?? 0);
}

/** The bars encode the first digit of a pair, the spaces between them the second. */
function interleave(pair: string): string {
  const [bars = "", spaces = ""] = [...pair].map((digit) => DIGITS[Number(digit)]);
  return [...bars].map((bar, index) => `${bar}${spaces[index]}`).join("");
}
