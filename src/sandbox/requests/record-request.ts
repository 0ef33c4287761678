import type { Context } from "../context.ts";
import type { Company } from "../store/records.ts";
import { StoreError } from "../store/store-error.ts";
import { isReadOfInspector } from "./authenticate.ts";
import type { CompanyCall, Ended } from "./company-request.ts";
import { errorReply } from "./error-reply.ts";
import { completedEvents, receivedEvent } from "./logged-request.ts";
import type { Reply } from "./request.ts";
import type { AnyResult } from "./success-reply.ts";

/**
 * Whether the timeline shows a request of a company, and the log. Nobody wants to see what the inspector reads after each
 * event, nor what commands and tests ask the controls.
 */
export function isShown(
  { operation: { marks, isControl }, request, caller }: CompanyCall,
  hasFailed: boolean,
): boolean {
  if (isReadOfInspector(request, caller)) return false;
  const isQuiet = marks.recorded === "failures" || (isControl && request.method === "GET");
  return hasFailed || !isQuiet;
}

/** Remembers when the company itself was last used. */
function recordUse({ caller }: CompanyCall, context: Context): void {
  if (!caller.isOperator) context.use();
}

/**
 * Adds a request that changes data to the timeline before its effects, in the same transaction, so a request and its
 * effects are always stored together, in that order. An injected error is what its client sees.
 */
export function recordChange(
  call: CompanyCall,
  context: Context,
  { injected, result, reply }: { injected?: Error | undefined; result: AnyResult; reply: Reply },
): boolean {
  const { operation } = call;
  if (operation.mode === "read" || !isShown(call, false)) return false;
  recordUse(call, context);
  const { company } = context;
  const shown = (injected && errorReply(injected, operation)) ?? reply;
  context.events.unshift(
    ...completedEvents(call, { company, result, reply, shown }, context.timestamp),
  );
  return true;
}

/** Adds a request that takes several units of work to the timeline before its effects, and before its response is known. */
export function recordBegin(call: CompanyCall, context: Context): void {
  recordUse(call, context);
  context.events.unshift(receivedEvent(call, context.timestamp));
}

/**
 * Adds a request to the timeline of its company after its response is known, and returns whether it did. A failure of
 * this must not affect the response.
 */
export function recordAfterwards(
  call: CompanyCall,
  company: Company,
  ended: Ended,
  reply: Reply,
): boolean {
  const { parts } = call;
  const result = ended.state === "done" ? ended.result : undefined;
  const rejection = ended.state === "failed" ? ended.rejection : undefined;
  // It may be on the timeline already, in its transaction. Rather lost than twice.
  if (rejection instanceof StoreError && rejection.mayBeCommitted) return false;
  try {
    const at = new Date(parts.context.clock.timeOf(company)).toISOString();
    const events = completedEvents(call, { company, result, reply, shown: reply }, at);
    parts.unitOfWork.requestLog.add(company.id, events);
    parts.context.newEvents.emit(events);
    return true;
  } catch (error) {
    parts.report(error);
    return false;
  }
}
