/**
 * Whether a card has expired by a day. It is good to the end of its month.
 *
 * @example
 * isExpired("02", "2028", "2028-02-29"); // false
 * isExpired("02", "2028", "2028-03-01"); // true
 */
export function isExpired(month: string, year: string, today: string): boolean {
  return `${year}-${month}` < today.slice(0, "YYYY-MM".length);
}
