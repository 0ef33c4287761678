import type { Settings } from "../store/store.ts";
import { equalsInConstantTime, hmac } from "./hashing.ts";

/** The secret of a sandbox, from which its keys, tokens and seeded ids are derived. */
export class Secrets {
  readonly #secret: string;
  readonly #operatorKey: string | undefined;

  constructor({ secret }: Pick<Settings, "secret">, operatorKey?: string) {
    this.#secret = secret;
    this.#operatorKey = operatorKey;
  }

  hmac(text: string): Uint8Array {
    return hmac(this.#secret, text);
  }

  /** Whether a key is that of the operator. Without a configured key, everyone is the operator. */
  isOperatorKey(key: string | undefined): boolean {
    return this.#operatorKey === undefined || equalsInConstantTime(key ?? "", this.#operatorKey);
  }
}
