import { memoize } from "../../memoize.ts";

/** An exact decimal number, `units` / 10 ** `places`. A float would be an approximation. */
type Decimal = { readonly units: bigint; readonly places: number };

/**
 * A percentage of an amount, in whole centavos, rounded half up.
 *
 * @example
 * percentageOf(10000, 33.33); // 3333
 * percentageOf(1, 50); // 1
 */
export function percentageOf(amount: number, percentage: number): number {
  return part(amount, decimalOf(percentage));
}

/**
 * Several percentages of an amount, in whole centavos. Each share is rounded cumulatively, together with
 * those before it, so that shares of 100 percent always add up to the amount.
 *
 * @example
 * shares(1, [50, 50]); // [1, 0]
 */
export function shares(amount: number, percentages: readonly number[]): number[] {
  let sum: Decimal = { units: 0n, places: 0 };
  return percentages.map((percentage) => {
    const before = part(amount, sum);
    sum = add(sum, decimalOf(percentage));
    return part(amount, sum) - before;
  });
}

function part(amount: number, { units, places }: Decimal): number {
  const whole = 100n * 10n ** BigInt(places);
  return Number((2n * BigInt(amount) * units + whole) / (2n * whole));
}

function add(one: Decimal, other: Decimal): Decimal {
  const places = Math.max(one.places, other.places);
  return { units: unitsAt(one, places) + unitsAt(other, places), places };
}

function unitsAt({ units, places }: Decimal, newPlaces: number): bigint {
  return units * 10n ** BigInt(newPlaces - places);
}

/** Takes the shortest decimal that rounds to the float, which is the number in the request's JSON. */
const decimalOf = memoize((number: number): Decimal => {
  const [digits = "", exponent] = number.toExponential().split("e");
  const [whole, fraction = ""] = digits.split(".");
  const places = fraction.length - Number(exponent);
  const decimal = { units: BigInt(`${whole}${fraction}`), places };
  return places < 0 ? { units: unitsAt(decimal, 0), places: 0 } : decimal;
});
