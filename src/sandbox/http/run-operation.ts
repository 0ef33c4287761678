import { setTimeout } from "node:timers/promises";
import type { Fault } from "../../../generated/sandbox-control-types.ts";
import type { Cause, Context } from "../context.ts";
import { DocumentedError, InjectedFaultError } from "../errors.ts";
import type { HandlerResponse, StreamResponse } from "../handlers/handler-types.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import { consumeFault } from "../services/faults.ts";
import { kinds } from "../store/filters.ts";
import type { Company, NewEvent } from "../store/records.ts";
import type { ReadHint } from "../store/store.ts";
import type { Mode, UnitOfWork } from "../unit-of-work.ts";
import {
  assertNotExpired,
  authenticate,
  isFromInspector,
  isReadOfInspector,
} from "./authenticate.ts";
import type { AnyOperation, CompanyEndpoint } from "./handler-registry.ts";
import type { AnyRequest, ApiRequest, HandledRequest } from "./read-input.ts";

export type AnyResponse = HandlerResponse<AnyOperation>;
type Reply = AnyResponse | StreamResponse;

/** An operation of a request, for the company of its access token. */
interface Operation {
  endpoint: CompanyEndpoint;
  companyId: string;
  state: HandledRequest;
  mode: Mode;
  cause: Cause;
  hint: ReadHint | undefined;
  handle(context: Context, input: AnyRequest): Promise<Reply>;
  describe: DescribeRequest;
}

/** The events that a request leaves on the timeline if it ends with this response, or with an error instead of it. */
export type DescribeRequest = (
  response: AnyResponse,
  error: Error | undefined,
  at: string,
) => NewEvent[];

/** The outcome of the first transaction of a request. */
interface Attempt {
  input: AnyRequest;
  /** Whether a fault may apply. Then the operation has not run yet. */
  mayFail: boolean;
  /** Undefined if jobs are due first. */
  completed?: { result: Reply } | undefined;
}

/**
 * These replace what due jobs would change. So they need not wait for the jobs, and free a company whose jobs cannot
 * run because it has too many records.
 */
const REPLACES_DATA = new Set(["company.reset", "snapshots.restore"]);

const LISTS_TIMELINE = new Set(["events.list", "requests.list"]);

/** Runs operations for the company of an access token, with the faults that a test has injected. */
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

  /** Authenticates before it parses: a client without access learns nothing about its other mistakes. */
  async run(
    endpoint: CompanyEndpoint,
    path: Record<string, string>,
    headers: ApiRequest["headers"],
    state: HandledRequest,
    parse: () => AnyRequest,
    describe: DescribeRequest,
  ): Promise<Reply> {
    state.isInspector = isFromInspector(headers);
    const caller = authenticate(headers, this.#unitOfWork.publicContext);
    const operation: Operation = {
      endpoint,
      companyId: caller.companyId,
      state,
      mode: endpoint.method === "GET" ? "read" : "transaction",
      cause: { type: "request", requestId: state.id },
      hint: hintOf(endpoint, path, headers),
      handle: handlerFor(endpoint, headers),
      describe,
    };
    // A list of the timeline must contain all earlier requests of this process.
    if (LISTS_TIMELINE.has(endpoint.id)) await this.#unitOfWork.requestLog.flush(caller.companyId);
    const authorize = (context: Context) => {
      if (endpoint.tokenExpires) assertNotExpired(caller, context);
      state.company = context.company;
      if (endpoint.needsPermission && !context.company.authorized)
        throw new DocumentedError("NotAuthorized");
    };
    const { input, mayFail, completed } = await this.#attempt(operation, authorize, parse);
    const finish = (error?: Error) => this.#finish(operation, input, completed, error);
    return mayFail ? this.#withFaults(operation, finish) : finish();
  }

  /** Authorizes and parses a request. Most find no due job, and complete in this same transaction. */
  #attempt(
    operation: Operation,
    authorize: (context: Context) => void,
    parse: () => AnyRequest,
  ): Promise<Attempt> {
    const { companyId, endpoint, mode, cause, hint } = operation;
    const run = async (context: Context): Promise<Attempt> => {
      authorize(context);
      const input = parse();
      if (!isReadOfInspector(operation.state) && mayInjectFault(context.company, endpoint))
        return { input, mayFail: true };
      const work = () => perform(operation, context, input);
      const completed = REPLACES_DATA.has(endpoint.id)
        ? { result: await work() }
        : await this.#unitOfWork.unlessJobsAreDue(context, work);
      return { input, mayFail: false, completed };
    };
    return this.#unitOfWork.inContext(companyId, { mode, cause, hint, run });
  }

  /** Completes an operation after all due jobs, and starts the background work that it has caused. */
  async #finish(
    operation: Operation,
    input: AnyRequest,
    completed: Attempt["completed"],
    error: Error | undefined,
  ): Promise<Reply> {
    const { companyId, state, mode, cause } = operation;
    const run = (context: Context) => perform(operation, context, input, error);
    const reply =
      completed?.result ?? (await this.#unitOfWork.run(companyId, { mode, cause, run }));
    if (mode === "read" || "openStream" in reply) return reply;
    state.isRecorded = true;
    const { afterAdvance } = reply;
    if (!afterAdvance) {
      // The response does not depend on it, and the worker reports its failures.
      this.#scheduler.runCompany(companyId).catch(() => {});
      return reply;
    }
    const respond = (context: Context) => {
      // The data may have been replaced meanwhile. The response belongs to its new generation then.
      state.company = context.company;
      return afterAdvance.respond(context);
    };
    const work = { mode: "read", cause, run: respond } as const;
    try {
      await this.#scheduler.finishAdvance(companyId, afterAdvance.to);
      return { ...reply, data: await this.#unitOfWork.inContext(companyId, work) };
    } catch (error) {
      // The response is not the one that is recorded.
      state.isRecorded = false;
      throw error;
    }
  }

  /** Injects a fault before the operation runs, or after it, so that its response is lost. */
  async #withFaults(
    { companyId, endpoint, cause }: Operation,
    finish: (error?: Error) => Promise<Reply>,
  ): Promise<Reply> {
    const run = (context: Context) => consumeFault(context, endpoint.id);
    const fault = await this.#unitOfWork.inContext(companyId, { mode: "transaction", cause, run });
    if (!fault) return finish();
    const error = injectedError(fault);
    // An error response is lost or delayed like any other.
    const reply = fault.when === "after" ? finish(error) : undefined;
    await reply?.catch(() => {});
    if (fault.latency) await this.#delay(fault.latency);
    if (error) throw error;
    return reply ?? finish();
  }

  /** Ends early when the sandbox closes. */
  async #delay(latency: number): Promise<void> {
    await setTimeout(latency, undefined, { signal: this.#closing.signal }).catch(() => {});
  }
}

function injectedError({ reset, status }: Fault): InjectedFaultError | undefined {
  if (reset) return new InjectedFaultError(null);
  return status ? new InjectedFaultError(status) : undefined;
}

/**
 * Runs an operation. What changes data is on the timeline before its effects, in the same transaction: of a request and
 * what it has caused, neither is ever there alone, or in another order.
 */
async function perform(
  { mode, state, handle, describe }: Operation,
  context: Context,
  input: AnyRequest,
  error?: Error,
): Promise<Reply> {
  state.company = context.company;
  const reply = await handle(context, input);
  if (mode === "transaction" && !("openStream" in reply))
    context.events.unshift(...describe(reply, error, context.timestamp));
  return reply;
}

/** The record that an operation such as `payments.get` reads. For a subaccount, it reads that first. */
function hintOf(
  { id }: CompanyEndpoint,
  path: Record<string, string>,
  headers: ApiRequest["headers"],
): ReadHint | undefined {
  const [group, action] = id.split(".");
  const kind = kinds.find((each) => each === group);
  const [recordId] = Object.values(path);
  const isAlone = action === "get" && headers["x-subaccount-id"] === undefined;
  return isAlone && kind && recordId !== undefined ? { kind, id: recordId } : undefined;
}

/** The handler that gives the client what it accepts: a stream of events, or else JSON. */
function handlerFor(
  { handle, handleStream }: CompanyEndpoint,
  { accept = "", "last-event-id": lastEventId }: ApiRequest["headers"],
): (context: Context, input: AnyRequest) => Promise<Reply> {
  if (!handleStream || !/(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(accept)) return handle;
  return (context, input) => handleStream(context, { ...input, lastEventId });
}

/** Faults affect the operations of the service, never the control interface. */
function mayInjectFault({ faults }: Company, { needsPermission }: CompanyEndpoint): boolean {
  return needsPermission && faults.length > 0;
}
