import type { Token } from "../../generated/types.ts";
import { untilAborted } from "./deadline.ts";

/** A token is not used in its last minute, since a request may be in flight for that long. */
const MARGIN = 60_000;

/** The one token that all calls of a client share. */
export interface TokenSource {
  /** Returns the current token. Fetches a new one if necessary. */
  get(signal: AbortSignal): Promise<string>;
  /** Drops a token that the service rejected. A newer token stays. */
  drop(value: string): void;
}

/**
 * Keeps one token, and fetches a new one only if there is no fresh one. Calls that need a token at the
 * same time share one request, and all of them get its error if it fails. A call that is aborted does
 * not cancel the request for the others.
 */
export function createTokenSource(fetchToken: () => Promise<Token>): TokenSource {
  let current = "";
  let staleAt = 0;
  let pending: Promise<void> | undefined;

  async function renew(): Promise<void> {
    try {
      const requestedAt = Date.now();
      const { access_token, expires_in } = await fetchToken();
      const lifetime = readLifetime(expires_in);
      current = access_token;
      staleAt = requestedAt + Math.max(lifetime - MARGIN, lifetime / 2);
    } finally {
      pending = undefined;
    }
  }

  return {
    async get(signal) {
      if (Date.now() >= staleAt) {
        pending ??= renew();
        await untilAborted(pending, signal);
      }
      return current;
    },
    drop(value) {
      if (value === current) staleAt = 0;
    },
  };
}

/** Parses a token's `expires_in`, e.g. `3600s`, to milliseconds. */
function readLifetime(expiresIn: unknown): number {
  // An invalid lifetime is no reason to fail: the token is used until the service rejects it.
  const text = typeof expiresIn === "string" ? expiresIn : "";
  return Number(/^(\d+)s$/.exec(text)?.[1] ?? Infinity) * 1000;
}
