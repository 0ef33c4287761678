import type { Clock } from "../runtime/clock.ts";
import { bytesToHex } from "../runtime/hashing.ts";
import type { Randomness } from "../runtime/randomness.ts";
import type { Secrets } from "../runtime/signing-secret.ts";
import type { Company } from "../store/records.ts";
import type { SharedData, Store } from "../store/store.ts";
import type { AccessTokens } from "./access-tokens.ts";

/** A session of the inspector: that of the operator, or one of some companies. */
export interface InspectorSession {
  id: string;
  /** Each with the rotations of its keys: a session ends for a company whose keys were rotated since. */
  companies: ReadonlyMap<string, number>;
  isOperator: boolean;
  /** Whether it may use every company. The operator's may, unless several people use the sandbox. */
  usesAll: boolean;
  /** In seconds since 1970. */
  exp: number;
}

/** The `sub` of the operator's session. No company has this id. */
const OPERATOR = "*";
/** The form of a code. */
const CODE = /^[\da-f-]{36}$/;
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
  isShared: boolean;
}

/**
 * Sessions of the inspector, in a cookie that scripts cannot read. A code opens one session for the operator. The keys of a
 * company open sessions for this company and those that the session creates; an invitation opens one. The cookie is signed,
 * so nothing is stored for a session, and it goes on after a restart. The store keeps the codes, and the ids of ended
 * sessions. Another process that shares it sees the end of a session when it refreshes.
 */
export class InspectorSessions {
  readonly #accessTokens: AccessTokens;
  readonly #clock: Clock;
  readonly #randomness: Randomness;
  /** Browsers send a cookie to every port of a host, so each secret has its own cookie. */
  readonly #cookieName: string;
  readonly #attributes: string;
  readonly #isShared: boolean;
  /** The ids of the ended sessions that are known here, with when they expire, in the order in which they ended. */
  readonly #ended = new Map<string, number>();
  /** The number of the last one. */
  #lastEnded = 0;

  constructor(options: InspectorSessionsOptions) {
    const { accessTokens, secrets, clock, randomness, isSecure, isShared } = options;
    this.#isShared = isShared;
    this.#accessTokens = accessTokens;
    this.#clock = clock;
    this.#randomness = randomness;
    this.#cookieName = `centavo_${bytesToHex(secrets.hmac("name cookie")).slice(0, 12)}`;
    this.#attributes = isSecure ? `${ATTRIBUTES}; Secure` : ATTRIBUTES;
  }

  /** A code that opens one session. */
  async createCode(store: Store): Promise<string> {
    const code = this.#randomness.unguessable();
    await store.sharedTransaction((data) =>
      changeCodes(data, (codes) => [...codes, code].slice(-MAX_CODES)),
    );
    return code;
  }

  /** Whether a code is valid. It is not valid again. */
  async redeem(code: string, store: Store): Promise<boolean> {
    const isValid = async ({ settings }: SharedData) =>
      (await settings.get())?.codes.includes(code) === true;
    // Anybody can guess. So a guess waits for no lock, and nobody waits for it.
    if (!CODE.test(code) || !(await store.sharedRead(isValid))) return false;
    return store.sharedTransaction(async (data) => {
      if (!(await isValid(data))) return false;
      await changeCodes(data, (codes) => codes.filter((each) => each !== code));
      return true;
    });
  }

  /** Reads which sessions have ended since the last time, also in other processes. */
  async refresh(store: Store): Promise<void> {
    const ended = await store.sharedRead((data) => data.endedSessions.after(this.#lastEnded));
    for (const { number, id, exp } of ended) {
      this.#ended.set(id, exp);
      this.#lastEnded = number;
    }
    // One that ended later expires at most a day later, so the others need not be looked through.
    for (const [id, exp] of this.#ended) {
      if (exp > this.#now()) break;
      this.#ended.delete(id);
    }
  }

  /** The `Set-Cookie` header that opens the operator's session. */
  openForOperator(): string {
    return this.#open(OPERATOR);
  }

  /** The `Set-Cookie` header that opens a session for a company. */
  openFor(company: KeyedCompany): string {
    return this.#open(subOf(new Map([[company.id, rotationsOf(company)]])));
  }

  /**
   * The `Set-Cookie` header with which the session in a `Cookie` header may also use a company that it has created, or one
   * whose keys it has rotated. Undefined if there is no session, or if it is the operator's. Of many companies, a session
   * keeps its first one and the latest.
   */
  add(company: KeyedCompany, cookies: string | undefined): string | undefined {
    const session = this.read(cookies);
    if (!session || session.isOperator) return undefined;
    const companies = new Map(session.companies).set(company.id, rotationsOf(company));
    const [first, ...others] = companies;
    const kept = new Map([...(first ? [first] : []), ...others.slice(1 - MAX_COMPANIES)]);
    return this.#cookie(subOf(kept), session.id, session.exp);
  }

  /** Ends the session in a `Cookie` header, and returns the `Set-Cookie` header that removes the cookie. */
  async end(cookies: string | undefined, store: Store): Promise<string> {
    const session = this.read(cookies);
    if (session) {
      const { id, exp } = session;
      const now = Math.floor(this.#now());
      await store.sharedTransaction((data) => data.endedSessions.add({ id, exp }, now));
      await this.refresh(store);
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
    const isOperator = sub === OPERATOR;
    const usesAll = isOperator && !this.#isShared;
    return { id, exp, isOperator, usesAll, companies: isOperator ? NONE : companiesIn(sub) };
  }

  #open(sub: string): string {
    return this.#cookie(sub, this.#randomness.unguessable(), Math.floor(this.#now()) + LIFETIME);
  }

  #cookie(sub: string, jti: string, exp: number): string {
    const claims = { sub, iat: Math.floor(this.#now()), exp, jti, use: "session" } as const;
    const maxAge = Math.ceil(exp - this.#now());
    return `${this.#cookieName}=${this.#accessTokens.create(claims)}; ${this.#attributes}; Max-Age=${maxAge}`;
  }

  /** In seconds since 1970. */
  #now(): number {
    return this.#clock.systemTime() / 1000;
  }
}

/** Whether a session may use a company, as far as is known without its data. */
export function mayUse({ usesAll, companies }: InspectorSession, companyId: string): boolean {
  return usesAll || companies.has(companyId);
}

type KeyedCompany = Pick<Company, "id" | "keyRotations">;

const NONE: ReadonlyMap<string, number> = new Map();

/** Whether the keys of a company are those with which a session or a token was opened: undefined is any. */
export function isCurrent(rotations: number | undefined, company: KeyedCompany): boolean {
  return rotations === undefined || rotations === rotationsOf(company);
}

function rotationsOf({ keyRotations = 0 }: KeyedCompany): number {
  return keyRotations;
}

function subOf(companies: ReadonlyMap<string, number>): string {
  return [...companies].map(([id, rotations]) => (rotations ? `${id}:${rotations}` : id)).join(" ");
}

function companiesIn(sub: string): ReadonlyMap<string, number> {
  return new Map(
    sub.split(" ").map((each) => {
      const [id = "", rotations = 0] = each.split(":");
      return [id, Number(rotations)];
    }),
  );
}

async function changeCodes(
  { settings }: SharedData,
  change: (codes: string[]) => string[],
): Promise<void> {
  const stored = await settings.get();
  if (!stored) throw new Error("A sandbox has settings before it has sessions.");
  await settings.save({ ...stored, codes: change(stored.codes) });
}

/** No page of another site can send the cookie, and no script can read it. */
const ATTRIBUTES = "Path=/; HttpOnly; SameSite=Strict";
