import { BODY_TOO_LARGE } from "../contract/validation-limits.ts";
import { type CompleteResponse, type ListeningServer, serve } from "../http-server/http-server.ts";
import type { ListenAddress } from "../http-server/server-address.ts";
import { redactPath, redactShown } from "../text/redact-by-search.ts";
import { type Log, logResponses, withoutFailing } from "../text/response-log.ts";
import { RequestError } from "./request-error.ts";
import { type MockRequest, type MockResponse, respondWithError } from "./respond.ts";

const utf8 = new TextDecoder();

/** Serves the mock over HTTP, and logs one line for each response. */
export function serveMock(
  address: ListenAddress,
  respond: (request: MockRequest) => Promise<MockResponse>,
  log: Log | undefined,
): Promise<ListeningServer> {
  return serve(address, {
    log: log && logResponses(withoutFailing(log, process.emitWarning), loggableTarget),
    errorResponse: (status, message) =>
      toHttpResponse(respondWithError(new RequestError(status, message))),
    handle: async ({ method, target, headers, readBody }) => {
      const body = await readBody();
      if (!body) return toHttpResponse(respondWithError(new RequestError(413, BODY_TOO_LARGE)));
      const request = { method, url: target, headers: headers as Record<string, string> };
      return toHttpResponse(await respond({ ...request, body: utf8.decode(body) }));
    },
  });
}

/** Without the query, which may contain a tax number. */
function loggableTarget(target: string): string {
  return redactPath(target.replace(/\?.*/, ""));
}

function toHttpResponse({ status, headers, body, problem }: MockResponse): CompleteResponse {
  return {
    status,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body) ?? "",
    ...(problem !== undefined && { reasons: [redactShown(problem)] }),
  };
}
