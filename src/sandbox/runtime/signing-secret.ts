import { createHmac, timingSafeEqual } from "node:crypto";
import type { Settings } from "../store/store.ts";

/** The secret of a sandbox, from which its keys, tokens and seeded ids are derived. */
export class Secrets {
  readonly #secret: string;
  readonly #operatorKey: string | undefined;

  constructor({ secret }: Pick<Settings, "secret">, operatorKey?: string) {
    this.#secret = secret;
    this.#operatorKey = operatorKey;
  }

  hmac(text: string): Buffer {
    return hmac(this.#secret, text);
  }

  /** Whether a key is that of the operator. Without a configured key, everyone is the operator. */
  isOperatorKey(key: string | undefined): boolean {
    return this.#operatorKey === undefined || equalsInConstantTime(key ?? "", this.#operatorKey);
  }
}

/** Compares in constant time, so that the duration does not reveal where the texts differ. */
export function equalsInConstantTime(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** HMAC-SHA256. */
export function hmac(key: string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
