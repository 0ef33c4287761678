import { AccessTokens } from "./auth/access-tokens.ts";
import { type KeyPair, keysOf } from "./auth/api-keys.ts";
import { InspectorSessions } from "./auth/inspector-sessions.ts";
import { payToken } from "./auth/pay-tokens.ts";
import { PAY_PATH } from "./documents/document-urls.ts";
import { dayOf } from "./domain/calendar.ts";
import { Metrics } from "./metrics/metrics.ts";
import type { ResolvedCoreOptions } from "./options.ts";
import { Clock } from "./runtime/clock.ts";
import { NewEvents } from "./runtime/new-events.ts";
import { Randomness } from "./runtime/randomness.ts";
import { Secrets } from "./runtime/signing-secret.ts";
import type { Timers } from "./runtime/timers.ts";
import { lastUse } from "./store/last-use.ts";
import type { Company, CompanyClock, Job, NewEvent } from "./store/records.ts";
import type { CompanyData, Settings, Store } from "./store/store.ts";

type OptionName =
  | "maxCompanies"
  | "maxRecords"
  | "maxRequests"
  | "maxSnapshots"
  | "payPages"
  | "docsUrl";

/** The options that are read at work. */
type OptionsAtWork = { [Name in OptionName]?: ResolvedCoreOptions[Name] | undefined };

/** Shared by all companies of a sandbox. All time and randomness come from here. */
export interface SharedContext extends OptionsAtWork {
  timers: Timers;
  clock: Clock;
  randomness: Randomness;
  secrets: Secrets;
  accessTokens: AccessTokens;
  sessions: InspectorSessions;
  /** Whether several people use the sandbox. */
  isShared: boolean;
  /**
   * The base URL at which the sandbox listens, and the one at which others reach it, which is the same unless there
   * is a public URL. Empty until it listens.
   */
  address: { url: string; publicUrl: string };
  /** Whether the sandbox is about to stop. It then takes no new connections from a balancer that asks. */
  lifecycle: { isStopping: boolean };
  /** The company that the keys in the contract's example belong to, if there is one. */
  examplesCompanyId?: string | undefined;
  /** Says after a commit what has happened. */
  newEvents: NewEvents;
  metrics: Metrics;
  /** Reads the page of the inspector, on a platform that has it. */
  readInspector?: (() => Promise<string>) | undefined;
}

/** The context of public operations, which run without a company. */
export interface PublicContext extends SharedContext {
  store: Store;
}

/** What caused an event: a request, a due job, the delivery of a postback, or whoever plays the buyer. */
export type Cause = NewEvent["cause"];

export const BY_DELIVERY: Cause = { type: "delivery", requestId: null };
export const BY_BUYER: Cause = { type: "buyer", requestId: null };
/** The log of requests has no files, so there is none to name. */
export const BY_FILE: Cause = { type: "request", requestId: null };

/** The unit of work knows when something happens and what caused it. */
type WithoutOrigin<Each> = Each extends unknown ? Omit<Each, "at" | "cause"> : never;

/** The context of all other operations: one company with its data, clock and ids. */
export class Context {
  /** The company as it is stored. */
  readonly companyBefore: Company;
  /** A copy. The unit of work saves it if it has changed. */
  readonly company: Company;
  readonly data: CompanyData;
  /** The events of this unit of work, which adds them to the timeline. */
  readonly events: NewEvent[] = [];
  /** Milliseconds since 1970 on the company's clock. It does not advance during a request. */
  now: number;
  cause: Cause;
  readonly #shared: SharedContext;
  #formatted: { time: number; timestamp: string; today: string } | undefined;

  constructor(company: Company, data: CompanyData, cause: Cause, shared: SharedContext) {
    this.companyBefore = company;
    this.company = { ...company };
    this.data = data;
    this.now = shared.clock.timeOf(company);
    this.cause = cause;
    this.#shared = shared;
  }

  /** The base URL at which others reach the sandbox. Postbacks have it in the URLs of files. */
  get publicUrl(): string {
    return this.#shared.address.publicUrl;
  }

  /** The number of snapshots that are kept. */
  get maxSnapshots(): number | undefined {
    return this.#shared.maxSnapshots;
  }

  /** Milliseconds since 1970 on the system clock. */
  get systemTime(): number {
    return this.#shared.clock.systemTime();
  }

  /** Milliseconds since any point, to measure how long work takes. */
  get monotonicTime(): number {
    return this.#shared.timers.monotonicTime();
  }

  /** Records what happened, by default by the current cause. */
  record(event: WithoutOrigin<NewEvent> & { cause?: Cause }, at = this.timestamp): void {
    this.events.push({ at, cause: this.cause, ...event } as NewEvent);
  }

  /** @throws {RangeError} if a job schedules one that is not due after it: the work of an instant might never end. */
  async schedule(...jobs: Job[]): Promise<void> {
    if (this.cause.type === "job" && jobs.some(({ dueAt }) => dueAt <= this.now))
      throw new RangeError("A job has scheduled another that is not due after it.");
    if (jobs.length > 0) await this.data.jobQueue.add(jobs);
  }

  /** Schedules a job in place of another, so that the queue has only what will happen. One that is due runs, for nothing. */
  async replaceJob(before: Job | undefined, job: Job | undefined): Promise<void> {
    if (before?.kind === job?.kind && before?.dueAt === job?.dueAt) return;
    if (before && before.dueAt > this.now) await this.data.jobQueue.remove(before);
    if (job) await this.schedule({ ...job, dueAt: Math.max(this.now, job.dueAt) });
  }

  get keys(): KeyPair {
    return keysOf(this.company, this.#shared.secrets);
  }

  /** The path of the page on which a tester plays the buyer of a payment, or null if there are no such pages. */
  payPath(paymentId: string): string | null {
    const { payPages, secrets } = this.#shared;
    return payPages ? PAY_PATH + payToken(paymentId, this.company, secrets) : null;
  }

  get timestamp(): string {
    return this.#inText().timestamp;
  }

  /** The current date in Brazil, as `YYYY-MM-DD`. */
  get today(): string {
    return this.#inText().today;
  }

  /** Formats the time once: most requests need it several times. */
  #inText(): { time: number; timestamp: string; today: string } {
    if (this.#formatted?.time !== this.now) {
      const timestamp = new Date(this.now).toISOString();
      this.#formatted = { time: this.now, timestamp, today: dayOf(this.now) };
    }
    return this.#formatted;
  }

  /** Sets the company's clock, and continues at its time. Ends an advance in progress. */
  setClock(clock: CompanyClock): void {
    this.company.advance = undefined;
    this.company.clock = clock;
    this.now = this.#shared.clock.timeOf(this.company);
  }

  /** The time to which the clock is being advanced, or else the company's time. */
  get clockTarget(): number {
    return this.company.advance?.to ?? this.now;
  }

  /** Begins to advance the clock, or lets the advance in progress go further. The worker does the work that falls due. */
  advanceClock(to: number): void {
    const { company, now } = this;
    company.clock = this.#shared.clock.setTo(company.clock, to);
    company.advance = { now, to };
  }

  /** Moves the time of the advance in progress on to that of its next work. It never moves back. */
  moveTo(time: number): void {
    const { advance } = this.company;
    if (!advance || time <= this.now) return;
    this.now = time;
    this.company.advance = { ...advance, now: time };
  }

  /** The clock as it is at this moment of an advance: what a snapshot has. */
  currentClock(): CompanyClock {
    const { clock, advance } = this.company;
    return advance ? this.#shared.clock.setTo(clock, this.now) : clock;
  }

  /** The id of a new resource. */
  uuid(): string {
    return this.#shared.randomness.timeOrderedUuid(this.company, this.now);
  }

  /**
   * The id of a new snapshot. Its sequence never restarts, because neither a reset nor a restore deletes
   * snapshots. It is a separate sequence, so that a snapshot does not change the ids that follow.
   */
  snapshotId(): string {
    const { id, snapshotCount: drawCount } = this.company;
    this.company.snapshotCount += 1;
    return this.#shared.randomness.uuid({ id: `${id} snapshots`, drawCount });
  }

  /** A text that nobody can guess, even with a seed. */
  unguessable(): string {
    return this.#shared.randomness.unguessable();
  }

  /** Remembers when the company was last used. */
  use(): void {
    this.company.lastUsedAt = lastUse(this.company.lastUsedAt, this.systemTime);
  }

  /** A random number from 0 (inclusive) to 1 (exclusive). */
  random(): number {
    return this.#shared.randomness.fraction(this.company);
  }
}

interface SharedOptions {
  settings: Settings;
  timers: Timers;
  /** Freezes the clocks of new companies at this time, in milliseconds since 1970. */
  frozenAt?: number | undefined;
  operatorKey?: string | undefined;
  isShared?: boolean;
  /** Whether browsers send the cookie of a session by https only. */
  isSecure?: boolean;
  address?: SharedContext["address"];
}

export function createSharedContext(options: SharedOptions): SharedContext {
  const { settings, timers, frozenAt, operatorKey, isShared = false, isSecure = false } = options;
  const { address = { url: "", publicUrl: "" } } = options;
  const secrets = new Secrets(settings, operatorKey);
  const accessTokens = new AccessTokens(secrets);
  const clock = new Clock(timers.systemTime, frozenAt);
  const randomness = new Randomness(settings, secrets);
  const parts = { secrets, accessTokens, clock, randomness };
  return {
    ...parts,
    isShared,
    sessions: new InspectorSessions({ ...parts, isSecure, isShared }),
    address,
    timers,
    lifecycle: { isStopping: false },
    metrics: new Metrics(),
    newEvents: new NewEvents(),
  };
}
