import { untilAborted } from "./deadline.ts";

/** A token and the moment from which it is no longer used, in milliseconds since 1970. */
export interface Token {
  value: string;
  staleAt: number;
}

/** The one token that all calls of a client share. */
export interface TokenSource {
  /** The current token, fetched or renewed when it has to be. */
  get(signal: AbortSignal): Promise<string>;
  /** Forgets a token that the service refused. A token that came after it stays. */
  drop(value: string): void;
}

/**
 * Keeps one token and fetches a new one only when there is none that is fresh. Calls that need one
 * at the same time wait for the same request, and all see its error when it fails. One of them
 * giving up does not take the request from the others.
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

/** The lifetime that a token's `expires_in` tells, such as `3600s`, in milliseconds. */
export function readLifetime(expiresIn: unknown): number {
  // An unreadable lifetime is no reason to fail: the token serves until the service refuses it.
  const text = typeof expiresIn === "string" ? expiresIn : "";
  return Number(/^(\d+)s$/.exec(text)?.[1] ?? Infinity) * 1000;
}
