/** How old the time of the last use may be, in milliseconds: each update of it is a write. */
const PRECISION = 3_600_000;

/** The time of the last use of what is used now: the previous one, if that is recent. */
export function lastUse(previous = Number.NEGATIVE_INFINITY, now: number): number {
  return now - previous < PRECISION ? previous : now;
}
