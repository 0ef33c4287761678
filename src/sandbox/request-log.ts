import { sensitiveFields } from "../../generated/client.ts";
import type { LoggedRequest } from "../../generated/sandbox-control-types.ts";
import { hideCardNumbers } from "../client/redact.ts";

/** How many requests of a company are remembered. */
const MOST_REQUESTS = 100;
/** How many characters a body may have of which more than its length is remembered. */
const LONGEST_BODY = 10_000;

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

/** A copy of what was sent, without secrets and card data. */
export function masked(value: unknown): unknown {
  const text = JSON.stringify(value, (key, field) => {
    if (sensitiveFields.has(key)) return "[redacted]";
    return typeof field === "string" ? hideCardNumbers(field) : field;
  });
  if (text === undefined) return null;
  return text.length > LONGEST_BODY ? `${text.length} characters` : JSON.parse(text);
}
