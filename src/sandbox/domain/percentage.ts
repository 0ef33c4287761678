/** A decimal number exactly as it is written: `units` / 10 ** `places`. A float only comes near. */
type Decimal = { readonly units: bigint; readonly places: number };

/**
 * The share of an amount, in whole centavos, rounded half up.
 *
 * @example
 * share(10000, 33.33); // 3333
 * share(1, 50); // 1
 */
export function percentageOf(amount: number, percentage: number): number {
  return part(amount, decimalOf(percentage));
}

/**
 * The shares of an amount, in whole centavos. Each is rounded together with those before it, so that
 * the shares of 100 percent come to the amount, in however many pieces.
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

function unitsAt({ units, places }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - places);
}

/** Of all numbers that a float may stand for, the shortest is the one that somebody wrote. */
function decimalOf(number: number): Decimal {
  const [digits = "", exponent] = number.toExponential().split("e");
  const [whole, fraction = ""] = digits.split(".");
  const places = fraction.length - Number(exponent);
  const written = { units: BigInt(`${whole}${fraction}`), places };
  return places < 0 ? { units: unitsAt(written, 0), places: 0 } : written;
}
