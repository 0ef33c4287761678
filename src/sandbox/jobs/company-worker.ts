import { setImmediate } from "node:timers/promises";
import type { Context } from "../context.ts";
import { serializeWithDocumentUrls } from "../documents/payment-documents.ts";
import type { ResolvedOptions } from "../options.ts";
import { deliver } from "../postbacks/deliver.ts";
import { blockedAddresses, refusedByEgressPolicy } from "../postbacks/egress-policy.ts";
import { recordAttempt, rescheduleOverdue } from "../postbacks/outbox.ts";
import type { PostbackRecord } from "../store/records.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** How many postbacks of a company are sent at once, each about another payment or withdrawal. */
const AT_ONCE = 16;
/** After so many milliseconds one that waits for its answer makes room for another. */
const PATIENCE = 1_000;
/** As far ahead as a timer can be set, in milliseconds. */
const MAX_TIMER = 2_147_483_647;

interface WorkerOptions {
  unitOfWork: UnitOfWork;
  reach: ResolvedOptions["postbacks"];
  ending: AbortSignal;
  report: (error: unknown) => void;
}

/**
 * Does what falls due for one company, and delivers its postbacks: each at least once, and those about
 * one resource in the order of its changes. A receiver that lets one wait holds up the others for no
 * more than a moment.
 */
export class CompanyWorker {
  readonly #companyId: string;
  readonly #runtime: WorkerOptions;
  /** What is under way, by the payment or withdrawal that it is about. */
  readonly #sending = new Map<string, Promise<void>>();
  /** Those of them that count towards the limit: they were begun just now. */
  readonly #begun = new Set<string>();
  #going: Promise<void> | undefined;
  #isAskedFor = false;
  #wake = () => {};
  #timer: NodeJS.Timeout | undefined;
  #hasResumed = false;

  constructor(companyId: string, runtime: WorkerOptions) {
    this.#companyId = companyId;
    this.#runtime = runtime;
  }

  /** Resolves when nothing is due any more. One that is under way looks again. */
  run(): Promise<void> {
    this.#isAskedFor = true;
    this.#wake();
    this.#going ??= this.#goAround();
    return this.#going;
  }

  /** Resolves when nothing is under way any more, once the end was told. */
  async ended(): Promise<void> {
    this.#wake();
    await Promise.allSettled([this.#going, ...this.#sending.values()]);
    clearTimeout(this.#timer);
  }

  async #goAround(): Promise<void> {
    const { ending, report } = this.#runtime;
    try {
      // Calls that come together share a round.
      await setImmediate();
      while (this.#isAskedFor && !ending.aborted) {
        await this.#doAllDue();
        await this.#setTimer();
      }
    } catch (error) {
      report(error);
    } finally {
      // What is asked for from here on is another round.
      this.#going = undefined;
    }
  }

  async #doAllDue(): Promise<void> {
    const { unitOfWork, ending } = this.#runtime;
    for (;;) {
      if (ending.aborted) return void (await Promise.allSettled(this.#sending.values()));
      if (this.#isAskedFor) {
        this.#isAskedFor = false;
        await unitOfWork.catchUp(this.#companyId);
        await this.#resume();
      }
      await this.#sendDue();
      if (this.#sending.size === 0 && !this.#isAskedFor) return;
      await this.#somethingHappens();
    }
  }

  async #sendDue(): Promise<void> {
    const most = AT_ONCE + this.#sending.size;
    const due = await this.#inContext("read", ({ data, now }) => data.outbox.due(now, most));
    for (const record of due) {
      if (this.#begun.size === AT_ONCE) return;
      if (!this.#sending.has(record.resource.resourceId)) this.#begin(record);
    }
  }

  #begin(record: PostbackRecord): void {
    const { resourceId } = record.resource;
    this.#begun.add(resourceId);
    const late = setTimeout(() => {
      this.#begun.delete(resourceId);
      this.#wake();
    }, PATIENCE);
    const sending = this.#attempt(record).finally(() => {
      clearTimeout(late);
      this.#begun.delete(resourceId);
      this.#sending.delete(resourceId);
    });
    // Whoever waits for it is told of a failure too; this only keeps it from ending the process.
    sending.catch(() => {});
    this.#sending.set(resourceId, sending);
  }

  /** One has been sent or makes room, or somebody asks to look again. */
  async #somethingHappens(): Promise<void> {
    if (this.#isAskedFor) return;
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([woken, ...this.#sending.values()]);
  }

  async #attempt(record: PostbackRecord): Promise<void> {
    const { unitOfWork, reach, ending } = this.#runtime;
    const { url: own, publicUrl } = unitOfWork.runtime;
    const { eventId, occurredAt, type, url } = record.resource;
    const body = serializeWithDocumentUrls(
      { eventId, occurredAt, type, data: record.body },
      publicUrl,
    );
    const outcome =
      refusedByEgressPolicy(url, reach) ??
      (await deliver(url, body, { ending, avoided: blockedAddresses(url, own) }));
    if (ending.aborted) return;
    const attempt = { at: new Date(record.due).toISOString(), ...outcome };
    await this.#inContext("transaction", (context) => recordAttempt(context, record, attempt));
  }

  /** What an earlier sandbox has left was not tried while there was none. */
  async #resume(): Promise<void> {
    if (this.#hasResumed) return;
    this.#hasResumed = true;
    await this.#inContext("transaction", rescheduleOverdue);
  }

  /** Only a clock that moves by itself gets anywhere while nobody calls. */
  async #setTimer(): Promise<void> {
    clearTimeout(this.#timer);
    const wait = await this.#inContext("read", waitFor);
    if (wait === undefined || this.#runtime.ending.aborted) return;
    this.#timer = setTimeout(() => this.run(), Math.min(wait, MAX_TIMER)).unref();
  }

  #inContext<Result>(
    mode: "read" | "transaction",
    work: (context: Context) => Promise<Result>,
  ): Promise<Result> {
    return this.#runtime.unitOfWork.inContext(this.#companyId, mode, work);
  }
}

/** How long it is until something is due, by a clock that moves. */
async function waitFor({ data, company, now }: Context): Promise<number | undefined> {
  if ("now" in company.clock) return undefined;
  const due = [await data.agenda.next(), await data.outbox.next()].filter((at) => at !== undefined);
  return due.length > 0 ? Math.max(0, Math.min(...due) - now) : undefined;
}
