import type { Cause, Context } from "../context.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import { consumeFault } from "../services/faults.ts";
import type { ReadHint } from "../store/store.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { AnyResponse, CompanyExchange, PublicExchange, RoutedExchange } from "./exchange.ts";
import { replyOf } from "./reply.ts";
import { authorize, callerOf } from "./steps/authenticate.ts";
import { checkFaults, injectFault } from "./steps/fault.ts";
import { parseJson, parseParameters } from "./steps/parse.ts";
import { record } from "./steps/record.ts";
import { run, runPublic } from "./steps/run.ts";
import { validate } from "./steps/validate.ts";

type Step = (
  exchange: CompanyExchange,
  context: Context,
) => CompanyExchange | Promise<CompanyExchange>;

/** The steps of an operation, in one unit of work. A client without access learns nothing about its other mistakes. */
const STEPS: readonly Step[] = [
  authorize,
  parseParameters,
  parseJson,
  validate,
  checkFaults,
  run,
  record,
];

/**
 * These replace what due jobs would change. So they need not wait for the jobs, and free a company whose jobs cannot
 * run because it has too many records.
 */
const REPLACES_DATA = new Set(["company.reset", "snapshots.restore"]);

const LISTS_TIMELINE = new Set(["events.list", "requests.list"]);

/** Answers operations: those that need no token, and those for the company of an access token. */
export class OperationRunner {
  readonly #unitOfWork: UnitOfWork;
  readonly #scheduler: Scheduler;
  readonly #closing = new AbortController();

  constructor(unitOfWork: UnitOfWork, scheduler: Scheduler) {
    this.#unitOfWork = unitOfWork;
    this.#scheduler = scheduler;
  }

  /** Ends all injected latencies. */
  close(): void {
    this.#closing.abort();
  }

  /** Returns the exchange with its reply, with a stream, or with the error that rejects it. */
  async answer(exchange: RoutedExchange): Promise<RoutedExchange> {
    if (isPublic(exchange)) return this.#answerPublic(exchange);
    const { publicContext, requestLog } = this.#unitOfWork;
    const caller = callerOf(exchange.request.headers, publicContext);
    // A list of the timeline must contain all earlier requests of this process.
    if (LISTS_TIMELINE.has(exchange.endpoint.id)) await requestLog.flush(caller.companyId);
    const answered = await this.#inUnitOfWork({ ...exchange, caller } as CompanyExchange, STEPS);
    return answered.mayFail ? this.#withFault(answered) : this.#startWork(answered);
  }

  async #answerPublic(exchange: PublicExchange): Promise<RoutedExchange> {
    const parsed = validate(parseJson(parseParameters(exchange)));
    return parsed.rejection ? parsed : runPublic(parsed, this.#unitOfWork.publicContext);
  }

  /** Takes an exchange through steps. The store may run them more than once. */
  async #inUnitOfWork(exchange: CompanyExchange, steps: readonly Step[]): Promise<CompanyExchange> {
    const { endpoint, caller } = exchange;
    let known = exchange;
    const run = async (context: Context) => {
      known = exchange;
      for (const step of steps) {
        const next = step(known, context);
        known = next instanceof Promise ? await next : next;
        if (known.rejection) throw known.rejection;
        if (known.mayFail) return;
      }
    };
    try {
      await this.#unitOfWork.run(caller.companyId, {
        mode: endpoint.mode,
        cause: causeOf(exchange),
        hint: hintOf(exchange),
        afterDueJobs: !REPLACES_DATA.has(endpoint.id),
        run,
      });
      return { ...known, isRecorded: endpoint.mode === "transaction" && known.reply !== undefined };
    } catch (rejection) {
      return { ...known, rejection };
    }
  }

  async #withFault(exchange: CompanyExchange): Promise<CompanyExchange> {
    const { endpoint, caller } = exchange;
    const complete = async (faulty: CompanyExchange) =>
      this.#startWork(await this.#inUnitOfWork({ ...faulty, mayFail: false }, [run, record]));
    const fault = await this.#unitOfWork.run(caller.companyId, {
      mode: "transaction",
      cause: causeOf(exchange),
      run: (context) => consumeFault(context, endpoint.id),
    });
    return fault
      ? injectFault(exchange, fault, complete, this.#closing.signal)
      : complete(exchange);
  }

  /** Starts the background work that an operation has caused. A response may wait for an advance of the clock. */
  async #startWork(exchange: CompanyExchange): Promise<CompanyExchange> {
    const { response, caller, isRecorded } = exchange;
    if (!isRecorded) return exchange;
    if (response?.afterAdvance)
      return this.#awaitAdvance(exchange, response, response.afterAdvance);
    // The response does not depend on it, and the worker reports its failures.
    this.#scheduler.runCompany(caller.companyId).catch(() => {});
    return exchange;
  }

  async #awaitAdvance(
    exchange: CompanyExchange,
    response: AnyResponse,
    { to, respond }: NonNullable<AnyResponse["afterAdvance"]>,
  ): Promise<CompanyExchange> {
    const { endpoint, caller, request } = exchange;
    try {
      await this.#scheduler.finishAdvance(caller.companyId, to);
      return await this.#unitOfWork.run(caller.companyId, {
        mode: "read",
        cause: causeOf(exchange),
        run: async (context) => {
          const reply = replyOf(endpoint, { ...response, data: await respond(context) }, request);
          // The data may have been replaced meanwhile. The response belongs to its new generation then.
          return { ...exchange, reply, company: context.company };
        },
      });
    } catch (rejection) {
      // The response is not the one that is recorded.
      return { ...exchange, rejection, isRecorded: false };
    }
  }
}

function isPublic(exchange: RoutedExchange): exchange is PublicExchange {
  return exchange.endpoint.isPublic;
}

function causeOf({ id }: CompanyExchange): Cause {
  return { type: "request", requestId: id };
}

/** The record that an operation such as `payments.get` reads. For a subaccount, it reads that first. */
function hintOf({ endpoint, path, request }: CompanyExchange): ReadHint | undefined {
  const { readKind: kind } = endpoint;
  if (!kind || request.headers["x-subaccount-id"] !== undefined) return undefined;
  const [id] = Object.values(path);
  return id === undefined ? undefined : { kind, id };
}
