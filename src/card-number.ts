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
    const value = Number(digits.at(-1 - place)) * (1 + (place % 2));
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
