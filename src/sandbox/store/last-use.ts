/** How old the time of the last use may be, in milliseconds: each update of it is a write. */
const PRECISION = 3_600_000;

/** Returns the time to store for a use now. Keeps the previous time if that is recent, which saves a write. */
export function lastUse(previous = Number.NEGATIVE_INFINITY, now: number): number {
  return now - previous < PRECISION ? previous : now;
}
