import type { Cause, Context } from "../context.ts";
import { RequestLimitError } from "../errors.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import { consumeFault } from "../services/faults.ts";
import type { Company } from "../store/records.ts";
import type { ReadHint } from "../store/store.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { errorReply } from "./error-response.ts";
import type { AnyResponse, CompanyExchange, PublicExchange, RoutedExchange } from "./exchange.ts";
import { RequestQuota } from "./request-quota.ts";
import { assertOperator, authorize, callerOf, isFromInspector } from "./steps/authenticate.ts";
import { checkFaults, injectedError } from "./steps/fault.ts";
import { parseJson, parseParameters } from "./steps/parse.ts";
import { record } from "./steps/record.ts";
import { run, runPublic } from "./steps/run.ts";
import { validate } from "./steps/validate.ts";
import { replyOf } from "./success-response.ts";

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
 * How long a refusal for the quota of requests waits, in milliseconds. At once, it would cost others almost as much as a
 * request that is served, from a program that tries again at once.
 */
const REFUSAL_DELAY = 1_000;

/** Answers operations: those that need no token, and those for the company of an access token. */
export class OperationRunner {
  readonly #unitOfWork: UnitOfWork;
  readonly #scheduler: Scheduler;
  readonly #closing: AbortSignal;
  readonly #quota: RequestQuota | undefined;

  /** `closing` ends all injected latencies. */
  constructor(unitOfWork: UnitOfWork, scheduler: Scheduler, closing: AbortSignal) {
    this.#unitOfWork = unitOfWork;
    this.#scheduler = scheduler;
    this.#closing = closing;
    const { maxRequests } = unitOfWork.publicContext;
    this.#quota = maxRequests === undefined ? undefined : new RequestQuota(maxRequests);
  }

  /**
   * Returns the exchange with its reply, with a stream, or with the error that rejects it.
   * @throws {HttpError} 401 if the caller is unknown, and 429 if its company sends too many requests.
   */
  async answer(exchange: RoutedExchange): Promise<RoutedExchange> {
    return this.#withSession(await this.#answer(exchange));
  }

  /** A session of the inspector may use a company that it has created, and one whose keys it has rotated. */
  #withSession(exchange: RoutedExchange): RoutedExchange {
    const { request, response, reply } = exchange;
    if (!response?.opens || !reply || !isFromInspector(request.headers)) return exchange;
    const { sessions } = this.#unitOfWork.publicContext;
    const cookie = sessions.add(response.opens, request.headers.cookie);
    return cookie === undefined
      ? exchange
      : { ...exchange, reply: { ...reply, headers: { ...reply.headers, "set-cookie": cookie } } };
  }

  async #answer(exchange: RoutedExchange): Promise<RoutedExchange> {
    if (isPublic(exchange)) return this.#answerPublic(exchange);
    const { publicContext, requestLog } = this.#unitOfWork;
    const caller = callerOf(exchange, publicContext);
    if (this.#quota?.take(caller.companyId, publicContext.timers.monotonicTime()) === false) {
      await publicContext.timers.sleep(REFUSAL_DELAY, this.#closing);
      throw new RequestLimitError(publicContext.maxRequests ?? 0);
    }
    // The list must contain all earlier requests of this process.
    if (exchange.endpoint.marks.recorded === "never") await requestLog.flush(caller.companyId);
    const answered = await this.#inUnitOfWork({ ...exchange, caller } as CompanyExchange, STEPS);
    if (!answered.mayFail) return this.#startWork(answered);
    try {
      return await this.#withFault(answered);
    } catch (rejection) {
      return { ...answered, rejection };
    }
  }

  async #answerPublic(exchange: PublicExchange): Promise<RoutedExchange> {
    const { endpoint, request } = exchange;
    if (endpoint.takesOperatorKey) assertOperator(request.headers, this.#unitOfWork.publicContext);
    const parsed = validate(parseJson(parseParameters(exchange)));
    if (parsed.rejection) return parsed;
    try {
      return await runPublic(parsed, this.#unitOfWork.publicContext);
    } catch (rejection) {
      return { ...parsed, rejection };
    }
  }

  /** Takes an exchange through steps. The store may run them more than once. */
  async #inUnitOfWork(exchange: CompanyExchange, steps: readonly Step[]): Promise<CompanyExchange> {
    const { endpoint, caller } = exchange;
    let known = exchange;
    let before: Company | undefined;
    const takeSteps = async (context: Context) => {
      known = exchange;
      before = context.companyBefore;
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
        // What replaces all that due jobs would change can rescue a company with too many records for them to run.
        afterDueJobs: endpoint.marks.replaces !== "data",
        run: takeSteps,
      });
      return { ...known, isRecorded: endpoint.mode === "transaction" && known.reply !== undefined };
    } catch (rejection) {
      // What the operation has changed was undone.
      const { response: _response, reply: _reply, ...rest } = known;
      return { ...rest, ...(known.company && before && { company: before }), rejection };
    }
  }

  /** Injects a fault before the operation runs, or after it, so that its response is lost or delayed like any other. */
  async #withFault(exchange: CompanyExchange): Promise<CompanyExchange> {
    const { endpoint, caller } = exchange;
    const fault = await this.#unitOfWork.run(caller.companyId, {
      mode: "transaction",
      cause: causeOf(exchange),
      run: (context) => consumeFault(context, endpoint.id),
    });
    if (!fault) return this.#complete(exchange);
    const injected = injectedError(fault);
    const isAfter = fault.when === "after";
    const early = isAfter ? await this.#complete({ ...exchange, injected }) : exchange;
    if (fault.latency)
      await this.#unitOfWork.publicContext.timers.sleep(fault.latency, this.#closing);
    // A defect is not hidden by the fault.
    if (early.rejection && !errorReply(early.rejection, endpoint)) return early;
    if (injected) return { ...early, rejection: injected };
    return isAfter ? early : this.#complete(exchange);
  }

  /** Runs the operation of an exchange that a fault has stopped. */
  async #complete(exchange: CompanyExchange): Promise<CompanyExchange> {
    return this.#startWork(
      await this.#inUnitOfWork({ ...exchange, mayFail: false }, [run, record]),
    );
  }

  /** Starts the background work that an operation has caused. A response may wait for an advance of the clock. */
  #startWork(exchange: CompanyExchange): CompanyExchange | Promise<CompanyExchange> {
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
      // The change is recorded as a success. The failure of the advance is another event of the same request.
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
