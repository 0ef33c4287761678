import { setImmediate } from "node:timers/promises";
import { doDue, isDue } from "./business/agenda.ts";
import { Context } from "./context.ts";
import type { Sandbox } from "./handler.ts";
import { RequestLog } from "./request-log.ts";
import type { Data, Store } from "./store/store.ts";
import type { Surroundings } from "./surroundings.ts";

/** How many due things are done in one transaction, before others get their turn. */
const AT_ONCE = 100;

export type Mode = "read" | "transaction";

/** Does work for companies: each piece whole or not at all, and after all that was due before it. */
export class Workplace {
  readonly surroundings: Surroundings;
  readonly #store: Store;
  readonly #logs = new Map<string, RequestLog>();

  constructor(store: Store, surroundings: Surroundings) {
    this.#store = store;
    this.surroundings = surroundings;
  }

  /** For whoever has no company yet. */
  open<Result>(mode: Mode, work: (sandbox: Sandbox) => Promise<Result>): Promise<Result> {
    return this.#store[mode]((data) => work({ data, surroundings: this.surroundings }));
  }

  /** For a company, after everything that is due by its clock. */
  async run<Result>(
    companyId: string,
    mode: Mode,
    work: (context: Context) => Promise<Result>,
  ): Promise<Result> {
    // Looked at in the same turn: another call may have moved the clock between one turn and the next.
    const unlessDue = async (context: Context) =>
      (await isDue(context)) ? undefined : { result: await work(context) };
    let done = await this.inContext(companyId, mode, unlessDue);
    while (!done) {
      await this.catchUp(companyId);
      done = await this.inContext(companyId, mode, unlessDue);
    }
    return done.result;
  }

  /** Does what is due, some at a time, so that others need not wait until a year has passed. */
  async catchUp(companyId: string): Promise<void> {
    while (await this.inContext(companyId, "read", isDue)) {
      await this.inContext(companyId, "transaction", (context) => doDue(context, AT_ONCE));
      await setImmediate();
    }
  }

  /** For a company as it is. It is read anew each time: another call may have moved its clock. */
  inContext<Result>(
    companyId: string,
    mode: Mode,
    work: (context: Context) => Promise<Result>,
  ): Promise<Result> {
    return this.#store[mode](async (data) => {
      const context = await this.#contextOf(companyId, data);
      const result = await work(context);
      await context.save();
      return result;
    });
  }

  logOf(companyId: string): RequestLog {
    const log = this.#logs.get(companyId) ?? new RequestLog();
    this.#logs.set(companyId, log);
    return log;
  }

  async #contextOf(companyId: string, data: Data): Promise<Context> {
    const company = await data.companies.get(companyId);
    if (!company) throw new Error(`The company ${companyId} has gone.`);
    return new Context(company, data, this.surroundings, this.logOf(companyId));
  }
}
