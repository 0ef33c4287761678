import type { LoggedRequest } from "../../generated/sandbox-control-types.ts";
import { createRedact, findSecrets } from "../client/redact.ts";

/** How many requests of a company are remembered. */
const MOST_REQUESTS = 100;
/** How many characters a body may have of which more than its length is remembered. */
const LONGEST_BODY = 10_000;
/** What is shorter than a security code is none, and stands in many words. */
const SHORTEST_SECRET = 3;

/** The last requests of one company. They are kept in memory, and end with the process. */
export class RequestLog {
  readonly #latest: LoggedRequest[] = [];

  add(request: LoggedRequest): void {
    this.#latest.unshift(request);
    if (this.#latest.length > MOST_REQUESTS) this.#latest.pop();
  }

  latest(limit: number): LoggedRequest[] {
    return this.#latest.slice(0, limit);
  }

  clear(): void {
    this.#latest.length = 0;
  }
}

/** A copy of what was sent, without secrets and card data, wherever they stand in it. */
export function masked(value: unknown): unknown {
  if (value === undefined) return null;
  const length = lengthOf(value);
  if (length === undefined) return "nested too deep";
  if (length > LONGEST_BODY) return `${length} characters`;
  if (length < SHORTEST_SECRET) return value;
  return createRedact(secretsIn(value))(value);
}

/** The secrets in a value that can be looked for elsewhere. */
export function secretsIn(value: unknown): string[] {
  return findSecrets(value).filter(({ length }) => length >= SHORTEST_SECRET);
}

/** JSON can be read at any depth, and written only as deep as the platform can call itself. */
function lengthOf(value: unknown): number | undefined {
  try {
    return JSON.stringify(value).length;
  } catch {
    return undefined;
  }
}
