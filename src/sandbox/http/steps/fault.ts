import { setTimeout } from "node:timers/promises";
import type { Fault } from "../../../../generated/sandbox-control-types.ts";
import type { Context } from "../../context.ts";
import { InjectedFaultError } from "../../errors.ts";
import type { CompanyExchange } from "../exchange.ts";
import { isReadOfInspector } from "./authenticate.ts";

/** Stops an exchange to which a fault may apply: faults affect the operations of the service, never the control interface. */
export function checkFaults(exchange: CompanyExchange, { company }: Context): CompanyExchange {
  const { endpoint } = exchange;
  if (!endpoint.needsPermission || company.faults.length === 0) return exchange;
  return { ...exchange, mayFail: !isReadOfInspector(exchange) };
}

/** Runs the operation of an exchange. If it fails, the exchange has the error. */
export type Complete = (exchange: CompanyExchange) => Promise<CompanyExchange>;

/** Injects a fault before the operation runs, or after it, so that its response is lost or delayed like any other. */
export async function injectFault(
  exchange: CompanyExchange,
  fault: Fault,
  complete: Complete,
  closing: AbortSignal,
): Promise<CompanyExchange> {
  const injected = injectedError(fault);
  const isAfter = fault.when === "after";
  const early = isAfter ? await complete({ ...exchange, injected }) : exchange;
  // Ends early when the sandbox closes.
  if (fault.latency)
    await setTimeout(fault.latency, undefined, { signal: closing }).catch(() => {});
  if (injected) return { ...early, rejection: injected };
  return isAfter ? early : complete(exchange);
}

function injectedError({ reset, status }: Fault): InjectedFaultError | undefined {
  if (reset) return new InjectedFaultError(null);
  return status ? new InjectedFaultError(status) : undefined;
}
