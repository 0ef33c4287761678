import { daysBetween } from "./calendar.ts";

/** No bank has the code 000: the numbers pass every check, and nobody can pay them. */
const BANK = "000";
const REAL = "9";

/** The factors run from 1000 to 9999, and begin again on the day after. */
const FACTORS = { first: 1000, count: 9000, restart: "2025-02-22" };

/** What a billet says, of which its numbers are made. */
export type BilletContent = {
  readonly amount: number;
  /** "YYYY-MM-DD" */
  readonly dueDate: string;
  /** 25 digits, the bank's own: what tells a billet from all others. */
  readonly freeField: string;
};

/**
 * The two numbers of a billet: 44 digits under the bars, and the line of 47 digits to type.
 *
 * @example
 * makeBillet({ amount: 14900, dueDate: "2026-07-18", freeField: "1".padStart(25, "0") });
 * // { barcode: "0009…", digitableLine: "00090…" }
 */
export function makeBillet({ amount, dueDate, freeField }: BilletContent): {
  barcode: string;
  digitableLine: string;
} {
  const front = `${BANK}${REAL}`;
  const back = `${dueFactor(dueDate)}${`${amount}`.padStart(10, "0")}${freeField}`;
  const barcode = `${front}${mod11(front + back)}${back}`;
  return { barcode, digitableLine: lineOf(barcode) };
}

/**
 * How a barcode tells the day on which a billet falls due.
 *
 * @example
 * dueFactor("2025-02-21"); // 9999
 * dueFactor("2025-02-22"); // 1000
 */
export function dueFactor(day: string): number {
  const days = daysBetween(FACTORS.restart, day) % FACTORS.count;
  return FACTORS.first + ((days + FACTORS.count) % FACTORS.count);
}

/**
 * The line to type of a barcode. It says the same, in an order that bank clerks chose.
 *
 * @example
 * lineOf("00193373700000001000500940144816060680935031");
 * // "00190500954014481606906809350314337370000000100"
 */
export function lineOf(barcode: string): string {
  const free = barcode.slice(19);
  const fields = [barcode.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return `${fields.map(withCheckDigit).join("")}${barcode.slice(4, 19)}`;
}

/**
 * The barcode of a line to type.
 *
 * @example
 * barcodeOf("00190500954014481606906809350314337370000000100");
 * // "00193373700000001000500940144816060680935031"
 */
export function barcodeOf(line: string): string {
  const free = line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);
  return line.slice(0, 4) + line.slice(32) + free;
}

function withCheckDigit(field: string): string {
  return `${field}${mod10(field)}`;
}

/** Weights 2 and 1 by turns from the right; of a product the digits count, not the number. */
function mod10(digits: string): number {
  const sum = weighted(digits, [2, 1], (product) => Math.floor(product / 10) + (product % 10));
  return (10 - (sum % 10)) % 10;
}

/**
 * The check digit of a barcode, the fifth of its digits, from the 43 others. Weights 2 to 9 from the
 * right; what is no single digit, or 0, becomes 1.
 *
 * @example
 * mod11("0019373700000001000500940144816060680935031"); // 3
 */
export function mod11(digits: string): number {
  const digit = 11 - (weighted(digits, [2, 3, 4, 5, 6, 7, 8, 9]) % 11);
  return digit > 9 ? 1 : digit;
}

function weighted(
  digits: string,
  weights: readonly number[],
  count = (product: number) => product,
): number {
  return [...digits]
    .reverse()
    .map((digit, place) => count(Number(digit) * (weights[place % weights.length] ?? 0)))
    .reduce((sum, value) => sum + value, 0);
}
