import { untilAborted } from "./deadline.ts";

/** A token, and the time from which the client no longer uses it, in milliseconds since 1970. */
export interface Token {
  value: string;
  staleAt: number;
}

/** The one token that all calls of a client share. */
interface TokenSource {
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
  let current: Token | undefined;
  let pending: Promise<Token> | undefined;

  async function renew(): Promise<Token> {
    try {
      current = await fetchToken();
      return current;
    } finally {
      pending = undefined;
    }
  }

  return {
    async get(signal) {
      if (current && Date.now() < current.staleAt) return current.value;
      pending ??= renew();
      return (await untilAborted(pending, signal)).value;
    },
    drop(value) {
      if (current?.value === value) current = undefined;
    },
  };
}

/** Parses a token's `expires_in`, e.g. `3600s`, to milliseconds. */
export function readLifetime(expiresIn: unknown): number {
  // An invalid lifetime is no reason to fail: the token is used until the service rejects it.
  const text = typeof expiresIn === "string" ? expiresIn : "";
  return Number(/^(\d+)s$/.exec(text)?.[1] ?? Infinity) * 1000;
}
