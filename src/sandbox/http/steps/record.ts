import type { Context } from "../../context.ts";
import { errorReply } from "../error-response.ts";
import type { CompanyExchange } from "../exchange.ts";
import { requestEvents } from "../request-event.ts";

/**
 * Adds a request that changes data to the timeline before its effects, in the same transaction, so a request
 * and its effects are always stored together, in that order. An injected error is what its client sees.
 */
export function record(exchange: CompanyExchange, context: Context): CompanyExchange {
  const { endpoint, injected } = exchange;
  if (endpoint.mode === "read" || endpoint.marks.recorded === "failures" || !exchange.reply)
    return exchange;
  const reply = (injected && errorReply(injected, endpoint)) ?? exchange.reply;
  if (!exchange.caller.isOperator) context.use();
  context.events.unshift(...requestEvents(exchange, reply, context.timestamp));
  return exchange;
}
