/** How old the time of the last use may be, in milliseconds: each update of it is a write. */
const PRECISION = 3_600_000;

/** A company that is used now. It is the same object if its time of the last use is recent. */
export function withUse<Each extends { lastUsedAt?: number | undefined }>(
  company: Each,
  now: number,
): Each {
  const { lastUsedAt = Number.NEGATIVE_INFINITY } = company;
  return now - lastUsedAt < PRECISION ? company : { ...company, lastUsedAt: now };
}
