import type { Context } from "../../context.ts";
import type { CompanyExchange } from "../exchange.ts";
import { errorReply } from "../reply.ts";
import { requestEvents } from "../request-event.ts";

/**
 * Adds a request that changes data to the timeline before its effects, in the same transaction: of a request and what it has
 * caused, neither is ever there alone, or in another order. An injected error is what its client sees.
 */
export function record(exchange: CompanyExchange, context: Context): CompanyExchange {
  const { endpoint, injected } = exchange;
  if (endpoint.mode === "read" || !exchange.reply) return exchange;
  const reply = (injected && errorReply(injected, endpoint)) ?? exchange.reply;
  context.events.unshift(...requestEvents(exchange, reply, context.timestamp));
  return exchange;
}
