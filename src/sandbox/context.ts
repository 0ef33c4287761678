import { AccessTokens } from "./auth/access-tokens.ts";
import { dayOf } from "./domain/calendar.ts";
import type { RequestLog } from "./request-log/request-log.ts";
import { Clock } from "./runtime/clock.ts";
import { Randomness } from "./runtime/ids-and-randomness.ts";
import { Secrets } from "./runtime/signing-secret.ts";
import type { Company } from "./store/records.ts";
import type { CompanyData, Data, Settings } from "./store/store.ts";

/** Shared by all companies of a sandbox. All time and randomness come from here. */
export interface SharedContext {
  settings: Settings;
  clock: Clock;
  randomness: Randomness;
  secrets: Secrets;
  accessTokens: AccessTokens;
}

/** The context of public operations, which run without a company. */
export interface PublicContext extends SharedContext {
  data: Data;
}

/** The context of all other operations: one company with its data, clock and ids. */
export class Context {
  readonly company: Company;
  readonly data: CompanyData;
  readonly requests: RequestLog;
  /** Milliseconds since 1970 on the company's clock. It does not advance during a request. */
  now: number;
  readonly #randomness: Randomness;

  constructor(company: Company, data: Data, shared: SharedContext, requests: RequestLog) {
    this.company = company;
    this.data = data.of(company.id);
    this.requests = requests;
    this.now = shared.clock.timeOf(company);
    this.#randomness = shared.randomness;
  }

  get timestamp(): string {
    return new Date(this.now).toISOString();
  }

  /** The current date in Brazil, as `YYYY-MM-DD`. */
  get today(): string {
    return dayOf(this.now);
  }

  uuid(): string {
    return this.#randomness.uuid(this.company);
  }

  /** A random number from 0 (inclusive) to 1 (exclusive). */
  random(): number {
    return this.#randomness.fraction(this.company);
  }
}

interface SharedOptions {
  settings: Settings;
  systemTime: () => number;
  /** Freezes the clocks of new companies at this time, in milliseconds since 1970. */
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
