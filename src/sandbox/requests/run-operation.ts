import type { Fault } from "../../../generated/sandbox-control-types.ts";
import type { Cause, Context } from "../context.ts";
import {
  DocumentedError,
  HttpError,
  InjectedFaultError,
  RequestLimitError,
  ValidationError,
} from "../errors.ts";
import { AWAITED_ITSELF } from "../postbacks/running-attempts.ts";
import { consumeFault } from "../services/faults.ts";
import type { Company } from "../store/records.ts";
import type { ReadHint } from "../store/store.ts";
import type { Mode } from "../unit-of-work.ts";
import { assertCurrent, assertNotExpired, callerOf, isReadOfInspector } from "./authenticate.ts";
import { type CompanyCall, type Ended, mayLearn, warningsFor } from "./company-request.ts";
import type {
  Answer,
  Call,
  CompanyOperation,
  OutsideOperation,
  SimpleOperation,
} from "./endpoints.ts";
import { errorReply, replyToError } from "./error-reply.ts";
import type { CompanyAccess } from "./handler-types.ts";
import { readInput } from "./read-input.ts";
import { isShown, recordAfterwards, recordBegin, recordChange } from "./record-request.ts";
import type { Reply } from "./request.ts";
import { replyOf, requestOf, withSession } from "./success-reply.ts";

/**
 * How long a refusal for the quota of requests waits, in milliseconds. At once, it would cost others almost as much as a
 * request that is served, from a program that tries again at once.
 */
const REFUSAL_DELAY = 1_000;

/** Answers an operation in a unit of work. */
export async function runOperation(call: Call, operation: SimpleOperation): Promise<Answer> {
  const companyCall = await callOfCompany(call, operation);
  return conclude(companyCall, await attempt(companyCall, { withFaults: true }));
}

/** Answers an operation that takes several units of work. */
export async function runOutside(call: Call, operation: OutsideOperation): Promise<Answer> {
  const companyCall = await callOfCompany(call, operation);
  return conclude(companyCall, await attemptOutside(companyCall));
}

/** Authenticates the caller and reads the request. What is wrong with it shows once the caller is authorized. */
async function callOfCompany<Each extends CompanyOperation>(
  call: Call,
  operation: Each,
): Promise<CompanyCall<Each>> {
  const { request, parts } = call;
  const { context, quota, closing, unitOfWork } = parts;
  const caller = callerOf(request.headers, operation.takesOperatorKey, context);
  const { companyId } = caller;
  if (quota?.take(companyId, context.timers.monotonicTime()) === false) {
    await context.timers.sleep(REFUSAL_DELAY, closing);
    throw new RequestLimitError(context.maxRequests ?? 0);
  }
  const input = await readInput(call, operation);
  // The list must contain all earlier requests of this process.
  if (operation.marks.recorded === "never") await unitOfWork.requestLog.flush(companyId);
  return { ...call, operation, caller, input };
}

interface AttemptOptions {
  /** Whether a fault that may apply comes first. */
  withFaults?: boolean;
  /** An injected error, which the client gets in place of the response. */
  injected?: Error | undefined;
}

/** Runs the operation in one unit of work, which the store may run more than once. */
async function attempt(
  call: CompanyCall<SimpleOperation>,
  options: AttemptOptions,
): Promise<Ended> {
  const { operation, input, caller, parts } = call;
  let company: Company | undefined;
  try {
    // An invalid request changes nothing, so it holds up no other.
    const mode = input.rejection ? "read" : operation.mode;
    const ended = await inUnitOfWork(call, mode, async (context) => {
      company = undefined;
      assertMayCall(call, context);
      company = context.companyBefore;
      assertAcceptable(call, context);
      if (options.withFaults && mayFail(call, context)) return undefined;
      const result = await operation.handle(context, requestOf(operation, input));
      const reply = replyOf(operation, result, call.request);
      const isRecorded = recordChange(call, context, { ...options, result, reply });
      return { state: "done" as const, company: context.company, result, reply, isRecorded };
    });
    if (!ended) return await withFault(call);
    // The response does not depend on the work that is due now, and the worker reports its failures.
    if (operation.mode === "transaction")
      parts.scheduler.runCompany(caller.companyId).catch(() => {});
    return ended;
  } catch (rejection) {
    return { state: "failed", company, rejection };
  }
}

/** The error of a fault, if it has one beside its latency. */
function injectedError({ reset, status }: Fault): InjectedFaultError | undefined {
  if (reset) return new InjectedFaultError(null);
  return status ? new InjectedFaultError(status) : undefined;
}

/** Injects a fault before the operation runs, or after it, so that its response is lost or delayed like any other. */
async function withFault(call: CompanyCall<SimpleOperation>): Promise<Ended> {
  const { operation, parts } = call;
  const { fault, company } = await inUnitOfWork(call, "transaction", async (context) => {
    assertMayCall(call, context);
    return { fault: await consumeFault(context, operation.id), company: context.company };
  });
  if (!fault) return attempt(call, {});
  const injected = injectedError(fault);
  const early = fault.when === "after" ? await attempt(call, { injected }) : undefined;
  if (fault.latency) await parts.context.timers.sleep(fault.latency, parts.closing);
  if (!injected) {
    if (early) return early;
    // A session may have ended meanwhile.
    const caller = callerOf(call.request.headers, operation.takesOperatorKey, parts.context);
    return attempt({ ...call, caller }, {});
  }
  // A defect is not hidden by the fault.
  if (early?.state === "failed" && !errorReply(early.rejection, operation)) return early;
  return { state: "failed", company, rejection: injected, isRecorded: early?.isRecorded };
}

/** The transaction records the request before its effects, without the response. */
async function attemptOutside(call: CompanyCall<OutsideOperation>): Promise<Ended> {
  const { operation, input, caller, parts } = call;
  let company: Company | undefined;
  const outside: CompanyAccess = {
    transaction: (run) =>
      inUnitOfWork(call, "transaction", async (context) => {
        company = undefined;
        assertMayCall(call, context);
        company = context.companyBefore;
        assertAcceptable(call, context);
        if (call.request.awaitedBy === caller.companyId) throw new HttpError(409, AWAITED_ITSELF);
        const result = await run(context);
        recordBegin(call, context);
        return result;
      }),
    read(run) {
      const inContext = async (context: Context) => {
        // The data may have been replaced meanwhile. The response belongs to its new generation then.
        company = context.company;
        return run(context);
      };
      return inUnitOfWork(call, "read", inContext, false);
    },
    finishAdvance: (to) => parts.scheduler.finishAdvance(caller.companyId, to),
  };
  try {
    const result = await operation.handleOutside(outside, requestOf(operation, input));
    if (!company) throw new Error(`${operation.id} has used no company.`);
    return { state: "done", company, result, reply: replyOf(operation, result, call.request) };
  } catch (rejection) {
    return { state: "failed", company, rejection };
  }
}

function inUnitOfWork<Result>(
  call: CompanyCall,
  mode: Mode,
  run: (context: Context) => Promise<Result>,
  // What replaces all that due jobs would change can rescue a company with too many records for them to run.
  afterDueJobs = call.operation.marks.replaces !== "data",
): Promise<Result> {
  const { id, caller, parts } = call;
  const cause: Cause = { type: "request", requestId: id };
  const hint = hintOf(call);
  return parts.unitOfWork.run(caller.companyId, { mode, cause, hint, afterDueJobs, run });
}

/** The record that an operation such as `payments.get` reads. For a subaccount, it reads that first. */
function hintOf({
  operation: { readKind: kind },
  path,
  request,
}: CompanyCall): ReadHint | undefined {
  if (!kind || request.headers["x-subaccount-id"] !== undefined) return undefined;
  const [id] = Object.values(path);
  return id === undefined ? undefined : { kind, id };
}

/** @throws {HttpError} 401 if the caller may not act for the company any more. */
function assertMayCall({ caller, operation }: CompanyCall, context: Context): void {
  assertCurrent(caller, context.company);
  // The clock of the company decides when tokens expire, so its controls take any.
  if (!operation.isControl) assertNotExpired(caller, context);
}

/** @throws if the company may not use the operation, or if the request is invalid. */
function assertAcceptable({ operation, input }: CompanyCall, { company }: Context): void {
  if (!mayLearn(operation, company)) throw new DocumentedError("NotAuthorized");
  if (input.rejection) throw input.rejection;
  if (company.checkTaxIds && input.taxIdProblems.length > 0)
    throw new ValidationError([...input.taxIdProblems]);
}

/** Faults affect only the service's operations, never the controls. */
function mayFail({ operation, request, caller }: CompanyCall, { company }: Context): boolean {
  return !operation.isControl && company.faults.length > 0 && !isReadOfInspector(request, caller);
}

/** Makes the answer, and records a request that no transaction has recorded. */
function conclude(call: CompanyCall, outcome: Ended): Answer {
  const { company, state } = outcome;
  const reply = replyTo(call, outcome);
  const isHidden = company !== undefined && !isShown(call, state === "failed");
  let { isRecorded = false } = outcome;
  if (company && !isHidden && !isRecorded)
    isRecorded = recordAfterwards(call, company, outcome, reply);
  return {
    reply,
    generation: company?.generation,
    warnings: company && warningsFor(company, call),
    skipLog: isRecorded || isHidden,
    companyId: isRecorded ? call.caller.companyId : undefined,
    isInjected: outcome.state === "failed" && outcome.rejection instanceof InjectedFaultError,
  };
}

function replyTo(call: CompanyCall, outcome: Ended): Reply {
  const { operation, parts } = call;
  if (outcome.state === "failed") return replyToError(outcome.rejection, operation, parts.report);
  const { result, reply } = outcome;
  return withSession(call, result, reply);
}
