/** A quota is for a second, in milliseconds. All of its requests may come at once. */
const SPAN = 1_000;

/** How many requests a second each company may make of this process. */
export class RequestQuota {
  readonly #perSecond: number;
  /** The requests of each company in the second in progress. */
  readonly #taken = new Map<string, number>();
  #endsAt = 0;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Counts a request, and returns whether the company had one left. `now` is in milliseconds since any point. */
  take(companyId: string, now: number): boolean {
    if (now >= this.#endsAt) {
      this.#taken.clear();
      this.#endsAt = now + SPAN;
    }
    const taken = this.#taken.get(companyId) ?? 0;
    this.#taken.set(companyId, taken + 1);
    return taken < this.#perSecond;
  }
}
