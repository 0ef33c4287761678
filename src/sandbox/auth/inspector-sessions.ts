import type { Clock } from "../runtime/clock.ts";
import type { Randomness } from "../runtime/ids-and-randomness.ts";
import type { Secrets } from "../runtime/signing-secret.ts";
import type { AccessTokens } from "./access-tokens.ts";

/** What a session of the inspector may use: one company, or every company of the sandbox. */
export interface InspectorSession {
  /** Undefined for every company. */
  companyId: string | undefined;
}

/** The `sub` of a session that may use every company. No company has this id. */
const EVERY_COMPANY = "*";
/** In seconds. */
const LIFETIME = 86_400;

interface InspectorSessionsOptions {
  accessTokens: AccessTokens;
  secrets: Secrets;
  clock: Clock;
  randomness: Randomness;
}

/**
 * Sessions of the inspector, in a cookie that scripts cannot read. A code opens one session for every company;
 * the keys of a company open sessions for this company. The cookie is signed, so nothing is stored for it.
 */
export class InspectorSessions {
  readonly #accessTokens: AccessTokens;
  readonly #clock: Clock;
  readonly #randomness: Randomness;
  /** Browsers send a cookie to every port of a host, so each secret has its own cookie. */
  readonly #cookieName: string;
  readonly #codes = new Set<string>();

  constructor({ accessTokens, secrets, clock, randomness }: InspectorSessionsOptions) {
    this.#accessTokens = accessTokens;
    this.#clock = clock;
    this.#randomness = randomness;
    this.#cookieName = `centavo_${secrets.hmac("name cookie").toString("hex").slice(0, 12)}`;
  }

  /** A code that opens one session. */
  createCode(): string {
    const code = this.#randomness.unguessable();
    this.#codes.add(code);
    return code;
  }

  /** Whether a code is valid. It is not valid again. */
  redeem(code: string): boolean {
    return this.#codes.delete(code);
  }

  /** The `Set-Cookie` header that opens a session. */
  open({ companyId = EVERY_COMPANY }: InspectorSession): string {
    const now = Math.floor(this.#clock.systemTime() / 1000);
    const claims = {
      sub: companyId,
      iat: now,
      exp: now + LIFETIME,
      jti: this.#randomness.unguessable(),
    };
    const token = this.#accessTokens.create({ ...claims, use: "session" });
    return `${this.#cookieName}=${token}; ${ATTRIBUTES}; Max-Age=${LIFETIME}`;
  }

  /** The `Set-Cookie` header that ends a session. */
  end(): string {
    return `${this.#cookieName}=; ${ATTRIBUTES}; Max-Age=0`;
  }

  /** The session in a `Cookie` header, or undefined if it has no valid one. */
  read(cookies = ""): InspectorSession | undefined {
    const prefix = `${this.#cookieName}=`;
    const cookie = cookies.split(/; */).find((each) => each.startsWith(prefix));
    const claims = this.#accessTokens.verify(cookie?.slice(prefix.length) ?? "");
    if (claims?.use !== "session" || claims.exp * 1000 <= this.#clock.systemTime())
      return undefined;
    return { companyId: claims.sub === EVERY_COMPANY ? undefined : claims.sub };
  }
}

/** No page of another site can send the cookie, and no script can read it. */
const ATTRIBUTES = "Path=/; HttpOnly; SameSite=Strict";
