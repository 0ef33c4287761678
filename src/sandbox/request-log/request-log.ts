import type { LoggedRequest } from "../../../generated/sandbox-control-types.ts";

/** The number of requests kept for each company. */
const MAX_REQUESTS = 100;

/** The latest requests of one company, kept in memory only. */
export class RequestLog {
  readonly #latest: LoggedRequest[] = [];

  add(request: LoggedRequest): void {
    this.#latest.unshift(request);
    if (this.#latest.length > MAX_REQUESTS) this.#latest.pop();
  }

  latest(limit: number): LoggedRequest[] {
    return this.#latest.slice(0, limit);
  }

  clear(): void {
    this.#latest.length = 0;
  }
}
