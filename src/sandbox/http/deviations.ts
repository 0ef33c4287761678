import { parseJson } from "../../client/parse-json.ts";
import type { HttpResponse } from "../../http-server/http-server.ts";
import type { DeviatingRequest, DeviatingResponse, Deviation } from "../options.ts";
import type { ApiRequest } from "./exchange.ts";

interface Handler {
  handle(request: ApiRequest): Promise<HttpResponse>;
}

/** Plays another service: changes requests before `handler` gets them, and its responses before they are sent. */
export function withDeviations(handler: Handler, deviations: readonly Deviation[]): Handler {
  return {
    async handle(received) {
      const sent = readRequest(received);
      const changed = deviations.reduce((each, { request }) => request?.(each) ?? each, sent);
      const reply = await handler.handle(changed === sent ? received : written(received, changed));
      // A page or a stream is no JSON.
      const body = parseJson(`${reply.body}`);
      if (reply.status === null || body === undefined) return reply;
      const plain: DeviatingResponse = { status: reply.status, body };
      const response = deviations.reduce(
        (each, deviation) => deviation.response?.(each, sent) ?? each,
        plain,
      );
      return { ...reply, status: response.status, body: JSON.stringify(response.body) };
    },
  };
}

function readRequest({ method, path, query, headers, body }: ApiRequest): DeviatingRequest {
  const parameters = Object.fromEntries(new URLSearchParams(query));
  return { method, path, query: parameters, headers, body: parseJson(body.toString()) };
}

function written(received: ApiRequest, { query, body, ...rest }: DeviatingRequest): ApiRequest {
  const bytes = body === undefined ? received.body : Buffer.from(JSON.stringify(body));
  return { ...received, ...rest, query: `${new URLSearchParams(query)}`, body: bytes };
}
