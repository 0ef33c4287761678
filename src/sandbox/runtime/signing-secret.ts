import { createHmac, timingSafeEqual } from "node:crypto";
import type { Settings } from "../store/store.ts";

/** The secret of a sandbox, from which its keys, tokens and seeded ids are derived. */
export class Secrets {
  readonly #secret: string;
  readonly #controlToken: string | undefined;

  constructor({ secret }: Pick<Settings, "secret">, controlToken?: string) {
    this.#secret = secret;
    this.#controlToken = controlToken;
  }

  /** Nobody can compute it from `text` without the secret. */
  hmac(text: string): Buffer {
    return hmac(this.#secret, text);
  }

  /** Whether the sender of this may create companies. */
  isControlToken(given: string | undefined): boolean {
    return this.#controlToken === undefined || timingSafeIsEqual(given ?? "", this.#controlToken);
  }
}

/** Takes the same time wherever the texts differ. */
export function timingSafeIsEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** HMAC-SHA256. */
export function hmac(key: string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
