/** A quota covers a second, in milliseconds: who was idle for so long may send all of its requests at once. */
const SPAN = 1_000;
/** From this many companies on, those with a whole allowance are forgotten now and then. */
const MANY = 1_000;

/** How many requests a second each company may make of this process: a token bucket for each. */
export class RequestQuota {
  readonly #interval: number;
  /** When the allowance of a company is whole again. Those that are not here have it whole. */
  readonly #wholeAt = new Map<string, number>();
  #forgetFrom = MANY;

  constructor(perSecond: number) {
    this.#interval = SPAN / perSecond;
  }

  /** Takes a request from the allowance, and returns whether there was one. `now` is in milliseconds since any point. */
  take(companyId: string, now: number): boolean {
    const begin = Math.max(this.#wholeAt.get(companyId) ?? now, now);
    // The rounded intervals of a second may add up to slightly more.
    if (Math.round(begin + this.#interval - now) > SPAN) return false;
    this.#set(companyId, begin + this.#interval, now);
    return true;
  }

  /** Takes what is worth some requests, and returns how long whoever has them waits, in milliseconds. */
  reserve(companyId: string, now: number, requests: number): number {
    const begin = Math.max(this.#wholeAt.get(companyId) ?? now, now);
    const end = begin + requests * this.#interval;
    this.#set(companyId, end, now);
    return Math.max(0, end - now - SPAN);
  }

  /** How many companies it remembers. */
  get size(): number {
    return this.#wholeAt.size;
  }

  #set(companyId: string, wholeAt: number, now: number): void {
    this.#wholeAt.set(companyId, wholeAt);
    if (this.#wholeAt.size >= this.#forgetFrom) this.#forget(now);
  }

  #forget(now: number): void {
    for (const [companyId, wholeAt] of this.#wholeAt)
      if (wholeAt <= now) this.#wholeAt.delete(companyId);
    this.#forgetFrom = Math.max(MANY, 2 * this.#wholeAt.size);
  }
}
