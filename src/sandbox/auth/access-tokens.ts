import {
  equalsInConstantTime,
  fromBase64Url,
  toBase64Url,
  utf8ToBytes,
} from "../runtime/hashing.ts";
import type { Secrets } from "../runtime/signing-secret.ts";

/** The claims of an access or refresh token. */
export interface Claims {
  /** The id of the company. */
  sub: string;
  /** How often its keys had been replaced. Missing if they never were. */
  rotations?: number;
  /** A session is that of the inspector. Its `sub` has the ids of its companies, and its times are the system's. */
  use: "access" | "refresh" | "session";
  /** Seconds since 1970 on the company's clock. */
  iat: number;
  exp: number;
  jti: string;
}

/** In seconds. The specification has no operation that accepts a refresh token; here it lasts 30 days. */
export const TOKEN_LIFETIME = { access: 3600, refresh: 2_592_000 };

/** The sandbox issues tokens with this header only, and accepts no other: `alg` is not negotiable. */
const header = encode({ alg: "HS256", typ: "JWT" });

/** The size of the cache of verified tokens, which saves computing a signature for each request. */
const MAX_CACHED = 1_000;

/** Creates and verifies the bearer tokens of a sandbox: JSON Web Tokens signed with its secret. */
export class AccessTokens {
  readonly #secrets: Secrets;
  readonly #verified = new Map<string, Claims>();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  create(claims: Claims): string {
    const signed = `${header}.${encode(claims)}`;
    return `${signed}.${this.#signature(signed)}`;
  }

  /** The claims of a token, or undefined if its signature is wrong. Does not check the expiry. */
  verify(token: string): Claims | undefined {
    const cached = this.#verified.get(token);
    if (cached) return cached;
    const claims = this.#parse(token);
    if (!claims) return undefined;
    if (this.#verified.size >= MAX_CACHED) this.#verified.clear();
    this.#verified.set(token, claims);
    return claims;
  }

  #parse(token: string): Claims | undefined {
    const [head, claims = "", signature = "", ...rest] = token.split(".");
    if (head !== header || rest.length > 0) return undefined;
    if (!equalsInConstantTime(signature, this.#signature(`${head}.${claims}`))) return undefined;
    return JSON.parse(new TextDecoder().decode(fromBase64Url(claims)));
  }

  #signature(signed: string): string {
    return toBase64Url(this.#secrets.hmac(`sign token ${signed}`));
  }
}

function encode(value: object): string {
  return toBase64Url(utf8ToBytes(JSON.stringify(value)));
}
