/** The most installments in which a payment can be made. */
export const MAX_INSTALLMENTS = 24;

/**
 * Whether a card has expired by a day. A card is valid until the end of its expiration month.
 *
 * @example
 * isExpired("02", "2028", "2028-02-29"); // false
 * isExpired("02", "2028", "2028-03-01"); // true
 */
export function isExpired(month: string, year: string, today: string): boolean {
  return `${year}-${month}` < today.slice(0, "YYYY-MM".length);
}
