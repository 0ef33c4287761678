import type { PaymentMethod } from "../../../generated/types.ts";
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
