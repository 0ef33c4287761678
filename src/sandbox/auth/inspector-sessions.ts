import type { Clock } from "../runtime/clock.ts";
import type { Randomness } from "../runtime/ids-and-randomness.ts";
import type { Secrets } from "../runtime/signing-secret.ts";
import type { Settings } from "../store/store.ts";
import type { AccessTokens } from "./access-tokens.ts";

/** A session of the inspector, and what it may use: some companies, or every company of the sandbox. */
export interface InspectorSession {
  id: string;
  /** Undefined for every company. */
  companyIds: readonly string[] | undefined;
  /** In seconds since 1970. */
  exp: number;
}

/** The `sub` of a session that may use every company. No company has this id. */
const EVERY_COMPANY = "*";
/** The number of unused codes that are valid. Each start creates one. */
const MAX_CODES = 20;
/** In seconds. */
const LIFETIME = 86_400;
/** Browsers drop a cookie of more than 4,096 characters. */
const MAX_COMPANIES = 50;

interface InspectorSessionsOptions {
  accessTokens: AccessTokens;
  secrets: Secrets;
  clock: Clock;
  randomness: Randomness;
  /** Whether browsers send the cookie by https only. */
  isSecure: boolean;
  /** Changes the settings in a transaction. */
  changeSettings: ChangeSettings;
}

/** Replaces the settings, if `change` returns others, and returns the latest ones. */
export type ChangeSettings = (change: (settings: Settings) => Settings) => Promise<Settings>;

/**
 * Sessions of the inspector, in a cookie that scripts cannot read. A code opens one session for every company; the
 * keys of a company open sessions for this company and those that the session creates. The cookie is signed, so
 * nothing is stored for a session, and it goes on after a restart. The settings keep the codes and the ids of ended
 * sessions. Another process that shares them sees the end of a session when it reads them the next time.
 */
export class InspectorSessions {
  readonly #accessTokens: AccessTokens;
  readonly #clock: Clock;
  readonly #randomness: Randomness;
  /** Browsers send a cookie to every port of a host, so each secret has its own cookie. */
  readonly #cookieName: string;
  readonly #attributes: string;
  readonly #changeSettings: ChangeSettings;
  /** The ids of ended sessions. */
  #ended = new Set<string>();

  constructor(options: InspectorSessionsOptions) {
    const { accessTokens, secrets, clock, randomness, isSecure, changeSettings } = options;
    this.#changeSettings = changeSettings;
    this.#accessTokens = accessTokens;
    this.#clock = clock;
    this.#randomness = randomness;
    this.#cookieName = `centavo_${secrets.hmac("name cookie").toString("hex").slice(0, 12)}`;
    this.#attributes = isSecure ? `${ATTRIBUTES}; Secure` : ATTRIBUTES;
  }

  /** A code that opens one session. */
  async createCode(): Promise<string> {
    const code = this.#randomness.unguessable();
    await this.#change((settings) => ({
      ...settings,
      codes: [...settings.codes, code].slice(-MAX_CODES),
    }));
    return code;
  }

  /** Whether a code is valid. It is not valid again. */
  async redeem(code: string): Promise<boolean> {
    let isValid = false;
    await this.#change((settings) => {
      const codes = settings.codes.filter((each) => each !== code);
      isValid = codes.length < settings.codes.length;
      return isValid ? { ...settings, codes } : settings;
    });
    return isValid;
  }

  /** Reads which sessions have ended in other processes. */
  async refresh(): Promise<void> {
    await this.#change((settings) => settings);
  }

  async #change(change: (settings: Settings) => Settings): Promise<void> {
    const { endedSessions } = await this.#changeSettings(change);
    this.#ended = new Set(endedSessions.map(({ id }) => id));
  }

  /** The `Set-Cookie` header that opens a session. */
  open({ companyIds }: Pick<InspectorSession, "companyIds">): string {
    const id = this.#randomness.unguessable();
    return this.#cookie({ id, companyIds, exp: Math.floor(this.#now()) + LIFETIME });
  }

  /**
   * The `Set-Cookie` header with which the session in a `Cookie` header may also use a company that it has created.
   * Undefined if there is no session, or if it may use every company. Of many companies, a session keeps its first
   * one and the latest.
   */
  add(companyId: string, cookies: string | undefined): string | undefined {
    const session = this.read(cookies);
    const [first, ...others] = session?.companyIds ?? [];
    if (!session || first === undefined) return undefined;
    const companyIds = [first, ...[...others, companyId].slice(1 - MAX_COMPANIES)];
    return this.#cookie({ ...session, companyIds });
  }

  /** Ends the session in a `Cookie` header, and returns the `Set-Cookie` header that removes the cookie. */
  async end(cookies: string | undefined): Promise<string> {
    const session = this.read(cookies);
    if (session) {
      await this.#change((settings) => {
        const others = settings.endedSessions.filter(({ exp }) => exp > this.#now());
        return { ...settings, endedSessions: [...others, { id: session.id, exp: session.exp }] };
      });
    }
    return `${this.#cookieName}=; ${this.#attributes}; Max-Age=0`;
  }

  /** The session in a `Cookie` header, or undefined if it has no valid one. */
  read(cookies = ""): InspectorSession | undefined {
    const prefix = `${this.#cookieName}=`;
    const cookie = cookies.split(/; */).find((each) => each.startsWith(prefix));
    const claims = this.#accessTokens.verify(cookie?.slice(prefix.length) ?? "");
    if (claims?.use !== "session" || claims.exp <= this.#now() || this.#ended.has(claims.jti))
      return undefined;
    const { sub, jti: id, exp } = claims;
    return { id, exp, companyIds: sub === EVERY_COMPANY ? undefined : sub.split(" ") };
  }

  #cookie({ id: jti, companyIds = [EVERY_COMPANY], exp }: InspectorSession): string {
    const iat = Math.floor(this.#now());
    const claims = { sub: companyIds.join(" "), iat, exp, jti, use: "session" } as const;
    const maxAge = Math.ceil(exp - this.#now());
    return `${this.#cookieName}=${this.#accessTokens.create(claims)}; ${this.#attributes}; Max-Age=${maxAge}`;
  }

  /** In seconds since 1970. */
  #now(): number {
    return this.#clock.systemTime() / 1000;
  }
}

/** Whether a session may use a company. */
export function mayUse({ companyIds }: InspectorSession, companyId: string): boolean {
  return companyIds?.includes(companyId) ?? true;
}

/** No page of another site can send the cookie, and no script can read it. */
const ATTRIBUTES = "Path=/; HttpOnly; SameSite=Strict";
