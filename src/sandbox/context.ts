import { AccessTokens } from "./auth/access-tokens.ts";
import { dayOf } from "./domain/calendar.ts";
import type { RequestLog } from "./request-log/request-log.ts";
import { Clock } from "./runtime/clock.ts";
import { Randomness } from "./runtime/ids-and-randomness.ts";
import { Secrets } from "./runtime/signing-secret.ts";
import type { Company } from "./store/records.ts";
import type { CompanyData, Data, Settings } from "./store/store.ts";

/** What all companies of a sandbox share. Time and randomness come from here and nowhere else. */
export interface SharedContext {
  settings: Settings;
  clock: Clock;
  randomness: Randomness;
  secrets: Secrets;
  accessTokens: AccessTokens;
}

/** What handlers of public operations get: they run without a company. */
export interface PublicContext extends SharedContext {
  data: Data;
}

/** What handlers of all other operations get: one company, its data, its time and its ids. */
export class Context {
  readonly company: Company;
  readonly data: CompanyData;
  readonly requests: RequestLog;
  /** Milliseconds since 1970, by the company's clock; it stands still during a request. */
  now: number;
  readonly #randomness: Randomness;

  constructor(company: Company, all: Data, shared: SharedContext, requests: RequestLog) {
    this.company = company;
    this.data = all.of(company.id);
    this.requests = requests;
    this.now = shared.clock.timeOf(company);
    this.#randomness = shared.randomness;
  }

  get timestamp(): string {
    return new Date(this.now).toISOString();
  }

  /** The day in Brazil. */
  get today(): string {
    return dayOf(this.now);
  }

  /** A new id. */
  uuid(): string {
    return this.#randomness.uuid(this.company);
  }

  /** A random number from 0 up to, but not including, 1. */
  random(): number {
    return this.#randomness.fraction(this.company);
  }
}

interface SharedOptions {
  settings: Settings;
  systemTime: () => number;
  /** Where the clocks of new companies stand still, in milliseconds since 1970. */
  frozenAt?: number | undefined;
  controlToken?: string | undefined;
}

export function createSharedContext(options: SharedOptions): SharedContext {
  const { settings, systemTime, frozenAt, controlToken } = options;
  const secrets = new Secrets(settings, controlToken);
  return {
    settings,
    secrets,
    clock: new Clock(systemTime, frozenAt),
    randomness: new Randomness(settings, secrets),
    accessTokens: new AccessTokens(secrets),
  };
}
