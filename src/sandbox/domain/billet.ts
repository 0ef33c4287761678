import { daysBetween } from "./calendar.ts";

/** No bank has the code 000: the numbers pass every check, but nobody can pay the boleto. */
const BANK = "000";
const REAL = "9";

/** A barcode has ten digits for the amount. */
export const MAX_AMOUNT = 9_999_999_999;

/** Days from the creation of a boleto to its due date, and to the last day on which it can be paid. */
export const BILLET_DAYS = { due: 3, limit: 33 };

/** Due factors run from 1000 to 9999, one per day. `restart` is a day on which they began again at 1000. */
const FACTORS = { first: 1000, count: 9000, restart: "2025-02-22" };

/** The values that a boleto's numbers encode. */
type BilletContent = {
  readonly amount: number;
  /** "YYYY-MM-DD" */
  readonly dueDate: string;
  /** 25 digits that the bank assigns freely. They identify the boleto. */
  readonly freeField: string;
};

/**
 * Makes the two numbers of a boleto: the 44 digits of the barcode, and the digitable line of 47 digits.
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
 * The due factor of a day: the four digits of a barcode that encode the due date.
 *
 * @example
 * dueFactor("2025-02-21"); // 9999
 * dueFactor("2025-02-22"); // 1000
 */
function dueFactor(day: string): number {
  const days = daysBetween(FACTORS.restart, day) % FACTORS.count;
  return FACTORS.first + ((days + FACTORS.count) % FACTORS.count);
}

/**
 * The digitable line of a barcode: the same digits in another order, with three more check digits.
 *
 * @example
 * lineOf("00193373700000001000500940144816060680935031");
 * // "00190500954014481606906809350314337370000000100"
 */
function lineOf(barcode: string): string {
  const free = barcode.slice(19);
  const fields = [barcode.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return `${fields.map(withCheckDigit).join("")}${barcode.slice(4, 19)}`;
}

function withCheckDigit(field: string): string {
  return `${field}${mod10(field)}`;
}

/** Alternates the weights 2 and 1 from the right, and sums the digits of each product. */
function mod10(digits: string): number {
  const sum = weighted(digits, [2, 1], (product) => Math.floor(product / 10) + (product % 10));
  return (10 - (sum % 10)) % 10;
}

/**
 * The check digit of a barcode, which is its fifth digit, from the 43 others. The weights run from 2 to 9
 * from the right. A result above 9 becomes 1.
 *
 * @example
 * mod11("0019373700000001000500940144816060680935031"); // 3
 */
function mod11(digits: string): number {
  const digit = 11 - (weighted(digits, [2, 3, 4, 5, 6, 7, 8, 9]) % 11);
  return digit > 9 ? 1 : digit;
}

function weighted(
  digits: string,
  weights: readonly number[],
  reduceProduct = (product: number) => product,
): number {
  return [...digits]
    .reverse()
    .map((digit, index) => reduceProduct(Number(digit) * (weights[index % weights.length] ?? 0)))
    .reduce((sum, value) => sum + value, 0);
}
