import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Settings } from "../store/store.ts";

/** The secret of a sandbox, from which its keys, tokens and seeded ids are derived. */
export class Secrets {
  readonly #secret: string;
  readonly #controlToken: string | undefined;

  constructor({ secret }: Pick<Settings, "secret">, controlToken?: string) {
    this.#secret = secret;
    this.#controlToken = controlToken;
  }

  hmac(text: string): Buffer {
    return hmac(this.#secret, text);
  }

  /** Whether a token allows creating companies. Without a configured token, everyone may. */
  isControlToken(token: string | undefined): boolean {
    return this.#controlToken === undefined || timingSafeIsEqual(token ?? "", this.#controlToken);
  }
}

/** The settings of a new sandbox. With a seed, everything random is derived from it. */
export function newSettings(seed: string | undefined): Settings {
  const secret = seed === undefined ? randomBytes(32).toString("hex") : secretFromSeed(seed);
  return { id: "sandbox", drawn: 0, secret, seeded: seed !== undefined };
}

export function secretFromSeed(seed: string): string {
  return hmac("centavo", seed).toString("hex");
}

/** Compares in constant time, so that the duration does not reveal where the texts differ. */
export function timingSafeIsEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function hmac(key: string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
