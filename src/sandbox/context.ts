import { dayOf } from "./domain/calendar.ts";
import type { RequestLog } from "./request-log/request-log.ts";
import type { Runtime } from "./runtime/runtime.ts";
import type { Company } from "./store/records.ts";
import type { CompanyData, Data } from "./store/store.ts";

/** What an operation works with: one company, what it has, its time and its chance. */
export class Context {
  readonly company: Company;
  readonly data: CompanyData;
  readonly requests: RequestLog;
  /** Milliseconds since 1970, by the company's clock; it stands still during a call. */
  now: number;
  readonly #runtime: Runtime;

  constructor(company: Company, all: Data, runtime: Runtime, requests: RequestLog) {
    this.company = company;
    this.data = all.of(company.id);
    this.requests = requests;
    this.now = runtime.timeOf(company);
    this.#runtime = runtime;
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
    return this.#runtime.uuid(this.company);
  }

  /** A random number, from 0 up to and without 1. */
  fraction(): number {
    return Number.parseInt(this.uuid().slice(0, 8), 16) / 2 ** 32;
  }
}

/** What an operation works with that takes no token: the sandbox as a whole. */
export interface PublicContext {
  data: Data;
  runtime: Runtime;
}
