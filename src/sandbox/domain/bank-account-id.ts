/** A company has fewer bank accounts, so the ids of one generation do not reach those of the next. */
const IDS_PER_GENERATION = 1_000_000;

/**
 * The id of a company's bank account, which is a number: `count` is how many it has with this one.
 *
 * @example
 * bankAccountId(2, 3); // 2000003
 */
export function bankAccountId(generation: number, count: number): number {
  return generation * IDS_PER_GENERATION + count;
}

/**
 * Whether an id is that of the bank account with this count, of whatever generation: no other will get it.
 *
 * @example
 * isBankAccountId("2000003", 3); // true
 */
export function isBankAccountId(id: string, count: number): boolean {
  return Number(id) % IDS_PER_GENERATION === count;
}
