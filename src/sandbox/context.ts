import { EventEmitter } from "node:events";
import { AccessTokens } from "./auth/access-tokens.ts";
import { dayOf } from "./domain/calendar.ts";
import { Clock } from "./runtime/clock.ts";
import { Randomness } from "./runtime/ids-and-randomness.ts";
import { Secrets } from "./runtime/signing-secret.ts";
import type { Company, NewEvent } from "./store/records.ts";
import type { CompanyData, Settings, Store } from "./store/store.ts";

/** Shared by all companies of a sandbox. All time and randomness come from here. */
export interface SharedContext {
  clock: Clock;
  randomness: Randomness;
  secrets: Secrets;
  accessTokens: AccessTokens;
  /** Emits the id of a company after new events of its timeline were committed. */
  newEvents: EventEmitter;
}

/** The context of public operations, which run without a company. */
export interface PublicContext extends SharedContext {
  store: Store;
}

/** What caused an event: a request, a due job, or the delivery of a postback. */
export type Cause = NewEvent["cause"];

/** The unit of work knows when something happens and what caused it. */
type WithoutOrigin<Each> = Each extends unknown ? Omit<Each, "at" | "cause"> : never;

/** The context of all other operations: one company with its data, clock and ids. */
export class Context {
  /** A copy. The unit of work saves it if it has changed. */
  readonly company: Company;
  readonly data: CompanyData;
  /** The events of this unit of work, which adds them to the timeline. */
  readonly events: NewEvent[] = [];
  /** Milliseconds since 1970 on the company's clock. It does not advance during a request. */
  now: number;
  cause: Cause;
  readonly #randomness: Randomness;

  constructor(company: Company, data: CompanyData, cause: Cause, shared: SharedContext) {
    this.company = { ...company };
    this.data = data;
    this.now = shared.clock.timeOf(company);
    this.cause = cause;
    this.#randomness = shared.randomness;
  }

  /** Records what happened by the current cause. */
  record(event: WithoutOrigin<NewEvent>, at = this.timestamp): void {
    this.events.push({ at, cause: this.cause, ...event } as NewEvent);
  }

  get timestamp(): string {
    return new Date(this.now).toISOString();
  }

  /** The current date in Brazil, as `YYYY-MM-DD`. */
  get today(): string {
    return dayOf(this.now);
  }

  /** The id of a new resource. */
  uuid(): string {
    return this.#randomness.timeOrderedUuid(this.company, this.now);
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
    secrets,
    clock: new Clock(systemTime, frozenAt),
    randomness: new Randomness(settings, secrets),
    accessTokens: new AccessTokens(secrets),
    // Each stream of events listens, and there may be any number of them.
    newEvents: new EventEmitter().setMaxListeners(0),
  };
}
