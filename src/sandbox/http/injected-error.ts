import type { Fault } from "../../../generated/sandbox-control-types.ts";
import { InjectedFaultError } from "../errors.ts";

/** The error of a fault, if it has one beside its latency. */
export function injectedError({ reset, status }: Fault): InjectedFaultError | undefined {
  if (reset) return new InjectedFaultError(null);
  return status ? new InjectedFaultError(status) : undefined;
}
