import type { LoggedRequest } from "../../../generated/sandbox-control-types.ts";
import { createRedact, findSecrets } from "../../client/redact.ts";

/** How many requests of a company are remembered. */
const MAX_REQUESTS = 100;
/** How many characters a body may have of which more than its length is remembered. */
const MAX_BODY_LENGTH = 10_000;
/** The keys of a sandbox, and tokens: whole, or as much of them as there is where a text breaks off. */
export const KEY_OR_TOKEN = /sandbox_(?:public|private)_\w*|eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g;

/** The last requests of one company. They are kept in memory, and end with the process. */
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

/** A copy of what was sent, without secrets and card data, wherever they stand in it. */
export function redactForLog(value: unknown): unknown {
  if (value === undefined) return null;
  const length = lengthOf(value);
  if (length === undefined) return "nested too deep";
  if (length > MAX_BODY_LENGTH) return `${length} characters`;
  return createRedact(findSecrets(value), KEY_OR_TOKEN)(value);
}

/** JSON can be read at any depth, and written only as deep as the platform can call itself. */
function lengthOf(value: unknown): number | undefined {
  try {
    return JSON.stringify(value).length;
  } catch {
    return undefined;
  }
}
