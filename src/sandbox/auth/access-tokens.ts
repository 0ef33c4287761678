import { type Secrets, timingSafeIsEqual } from "../runtime/signing-secret.ts";

/** The claims of an access or refresh token. */
export interface Claims {
  /** The company. */
  sub: string;
  use: "access" | "refresh";
  /** Seconds since 1970, by the company's clock. */
  iat: number;
  exp: number;
  jti: string;
}

/** The only header that tokens of a sandbox have, and so the only one it accepts. */
const header = encode({ alg: "HS256", typ: "JWT" });

/** How many verified tokens are cached, so that not every request computes a signature. */
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

  /** The claims of a token of this sandbox, or undefined. Whether it has expired is not checked. */
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
    const [head, claims = "", given = "", ...rest] = token.split(".");
    if (head !== header || rest.length > 0) return undefined;
    if (!timingSafeIsEqual(given, this.#signature(`${head}.${claims}`))) return undefined;
    return JSON.parse(Buffer.from(claims, "base64url").toString());
  }

  #signature(signed: string): string {
    return this.#secrets.hmac(`sign token ${signed}`).toString("base64url");
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
