import type { Context } from "./context.ts";
import type { Timers } from "./runtime/timers.ts";

/** How long due work waits that has failed for a defect: the first time, and at most, in milliseconds. */
const RETRY = { first: 1_000, longest: 300_000 };

interface Failure {
  /** Of the company's data. Others need not fail. */
  generation: number;
  /** The first error in a row. It stands for the others, so that it is reported once. */
  error: unknown;
  /** How long it waits. First, it does not: its jobs run once more, one by one. */
  wait: number;
  /** By the monotonic time. */
  until: number;
}

/** The due work that has failed for a defect, by company, in this process. */
export class FailedWork {
  readonly #timers: Pick<Timers, "monotonicTime">;
  readonly #failures = new Map<string, Failure>();

  constructor(timers: Pick<Timers, "monotonicTime">) {
    this.#timers = timers;
  }

  of(companyId: string): Failure | undefined {
    return this.#failures.get(companyId);
  }

  /** The failure for which the due work of a company waits. */
  delaying({ company: { id, generation } }: Context): Failure | undefined {
    const failure = this.of(id);
    if (failure?.generation !== generation) return undefined;
    return this.#timers.monotonicTime() < failure.until ? failure : undefined;
  }

  /** Adds a failure of work that began when there was another before, or none. Returns what stands for it. */
  add(companyId: string, failed: Pick<Failure, "generation" | "error">, before?: Failure): Failure {
    const latest = this.of(companyId);
    // The same work has failed meanwhile, for a worker and a request.
    if (latest && latest !== before && latest.generation === failed.generation) return latest;
    const isSame = before?.generation === failed.generation;
    const wait = isSame ? Math.min(Math.max(2 * before.wait, RETRY.first), RETRY.longest) : 0;
    const error = isSame ? before.error : failed.error;
    const failure = { ...failed, error, wait, until: this.#timers.monotonicTime() + wait };
    this.#failures.set(companyId, failure);
    return failure;
  }

  /** When to try the failed work of a company again, in milliseconds from now. Undefined if none has failed. */
  retryIn(companyId: string): number | undefined {
    const failure = this.of(companyId);
    return failure && Math.max(RETRY.first, failure.until - this.#timers.monotonicTime());
  }

  /** Forgets the failure of work that succeeds, or of a company that was deleted. */
  forget(companyId: string): void {
    this.#failures.delete(companyId);
  }
}
