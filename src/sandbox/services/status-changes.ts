import type { EventResource } from "../../../generated/sandbox-control-types.ts";
import type { PaymentMethod } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { isAllowed, nextStatuses, type Transition } from "../domain/status-transitions.ts";
import { BusinessRuleError } from "../errors.ts";

/** @throws {BusinessRuleError} if the transition is not allowed. The message lists the allowed ones. */
export function assertTransition(
  transitions: readonly Transition[],
  from: string,
  to: string,
  method?: PaymentMethod,
): void {
  if (isAllowed(transitions, from, to, method)) return;
  const allowed = nextStatuses(transitions, from, method);
  throw new BusinessRuleError("StepRefused", `${from} → ${allowed.join(" | ") || "∅"}`);
}

/** Records a change of status. `from` is null for a new resource. */
export function recordStatus(
  context: Context,
  resource: EventResource,
  from: string | null,
  to: string,
): void {
  if (from !== to) context.record({ type: "status.changed", resource, data: { from, to } });
}
