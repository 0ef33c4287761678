import type { Fault } from "../../../../generated/sandbox-control-types.ts";
import type { Context } from "../../context.ts";
import { InjectedFaultError } from "../../errors.ts";
import type { CompanyExchange } from "../exchange.ts";
import { isReadOfInspector } from "./authenticate.ts";

/** Stops the exchange if a fault may apply. Faults affect only the service's operations, never the controls. */
export function checkFaults(exchange: CompanyExchange, { company }: Context): CompanyExchange {
  const { endpoint } = exchange;
  if (endpoint.isControl || company.faults.length === 0) return exchange;
  return { ...exchange, mayFail: !isReadOfInspector(exchange) };
}

/** The error of a fault, if it has one beside its latency. */
export function injectedError({ reset, status }: Fault): InjectedFaultError | undefined {
  if (reset) return new InjectedFaultError(null);
  return status ? new InjectedFaultError(status) : undefined;
}
