/** Which of the five bars, or of the five spaces, of a digit are wide. */
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

/** A wide bar is three times as wide as a narrow one: the most that the standard allows. */
const WIDTHS: Readonly<Record<string, number>> = { n: 1, W: 3 };

/**
 * The widths of the bars of an even number of digits and of the spaces between them, by turns, in
 * narrow bars (Interleaved 2 of 5). The first and the last are bars.
 *
 * @example
 * itfBarWidths("00193373700000001000500940144816060680935031"); // [1, 1, 1, 1, 1, 1, …, 3, 1, 1]
 */
export function itfBarWidths(digits: string): number[] {
  const pairs = digits.match(/../g) ?? [];
  const code = `${START}${pairs.map(interleave).join("")}${STOP}`;
  return [...code].map((width) => WIDTHS[width] ?? 0);
}

/** The first digit of a pair is told by the bars, the second by the spaces that follow each. */
function interleave(pair: string): string {
  const [bars = "", spaces = ""] = [...pair].map((digit) => DIGITS[Number(digit)]);
  return [...bars].map((bar, place) => `${bar}${spaces[place]}`).join("");
}
