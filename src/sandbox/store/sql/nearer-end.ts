import type { Page } from "../store.ts";

/**
 * Which rows of a list are on a page, counted from the nearer end: a database walks over the rows that it skips. Rows
 * that are read from the end come in reverse.
 *
 * @example
 * nearerEnd({ page: 10, limit: 10 }, 95); // { fromTheEnd: true, skip: 0, take: 5 }
 */
export function nearerEnd(
  { page, limit }: Page,
  total: number,
): { fromTheEnd: boolean; skip: number; take: number } {
  const offset = (page - 1) * limit;
  const remaining = Math.max(0, total - offset);
  const fromTheEnd = offset > remaining;
  return {
    fromTheEnd,
    skip: fromTheEnd ? Math.max(0, remaining - limit) : offset,
    take: Math.min(limit, remaining),
  };
}
