import type { Fault } from "../../../generated/sandbox-control-types.ts";
import type { Context } from "../context.ts";
import { afterFault, faultFor } from "../domain/fault-matching.ts";

/** Finds the injected fault that applies to this request, and counts it as used. */
export async function consumeFault(
  context: Context,
  operationId: string,
): Promise<Fault | undefined> {
  const { company } = context;
  const fault = faultFor(company.faults, operationId, () => context.random());
  if (fault) company.faults = afterFault(company.faults, fault);
  return fault;
}
