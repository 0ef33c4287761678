import { type HttpReply, type Listening, type Log, serve } from "../http-server/http-server.ts";
import type { ListenAddress } from "../http-server/listen-address.ts";
import { RequestError } from "./request-error.ts";
import { type IncomingCall, type MockResponse, respondWithError } from "./respond.ts";

const utf8 = new TextDecoder();

/** Answers what arrives at an address, and tells of each answer in a line. */
export function listen(
  address: ListenAddress,
  answer: (arrived: IncomingCall) => Promise<MockResponse>,
  log: Log | undefined,
): Promise<Listening> {
  return serve(address, {
    log,
    // Without the query, which may hold somebody's tax number.
    shownTarget: (target) => target.replace(/\?.*/, ""),
    refuse: (status, message) => replyTo(respondWithError(new RequestError(status, message))),
    answer: async ({ method, target, headers, body }) => {
      const arrived = { method, url: target, headers: headers as Record<string, string> };
      return replyTo(await answer({ ...arrived, body: utf8.decode(body) }));
    },
  });
}

function replyTo({ status, headers, body, refused }: MockResponse): HttpReply {
  return {
    status,
    headers: { ...headers, "content-type": "application/json" },
    content: JSON.stringify(body) ?? "",
    ...(refused !== undefined && { reasons: [refused] }),
  };
}
