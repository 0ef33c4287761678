import type { Context, PublicContext } from "../../context.ts";
import type { StreamResponse } from "../../handlers/handler-types.ts";
import type { CompanyEndpoint } from "../endpoints.ts";
import {
  type AnyRequest,
  type AnyResponse,
  type ApiRequest,
  type CompanyExchange,
  inputOf,
  type PublicExchange,
  type RoutedExchange,
} from "../exchange.ts";
import { replyOf } from "../success-response.ts";

/** Runs the operation of an exchange for a company. */
export async function run(exchange: CompanyExchange, context: Context): Promise<CompanyExchange> {
  const { endpoint, request } = exchange;
  const handle = handlerFor(endpoint, request.headers);
  const response = await handle(context, inputOf(exchange));
  const { company } = context;
  if ("openStream" in response) return { ...exchange, company, openStream: response.openStream };
  return { ...exchange, company, response, reply: replyOf(endpoint, response, request) };
}

/** Runs an operation that needs no token. */
export async function runPublic(
  exchange: PublicExchange,
  context: PublicContext,
): Promise<RoutedExchange> {
  const { endpoint, request } = exchange;
  const response = await endpoint.handlePublic(context, inputOf(exchange));
  return { ...exchange, response, reply: replyOf(endpoint, response, request) };
}

/** The handler that gives the client what it accepts: a stream of events, or else JSON. */
function handlerFor(
  { handle, handleStream }: CompanyEndpoint,
  { accept = "", "last-event-id": lastEventId }: ApiRequest["headers"],
): (context: Context, input: AnyRequest) => Promise<AnyResponse | StreamResponse> {
  if (!handleStream || !/(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(accept)) return handle;
  return (context, input) => handleStream(context, { ...input, lastEventId });
}
