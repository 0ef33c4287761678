import { type Listening, type Log, type Reply, serve } from "../platform/http-server.ts";
import type { Address } from "../platform/listen-address.ts";
import { Refusal } from "./request-error.ts";
import { type Answer, type Arrived, tellRefusal } from "./respond.ts";

const utf8 = new TextDecoder();

/** Answers what arrives at an address, and tells of each answer in a line. */
export function listen(
  address: Address,
  answer: (arrived: Arrived) => Promise<Answer>,
  log: Log | undefined,
): Promise<Listening> {
  return serve(address, {
    log,
    // Without the query, which may hold somebody's tax number.
    shownTarget: (target) => target.replace(/\?.*/, ""),
    refuse: (status, message) => replyTo(tellRefusal(new Refusal(status, message))),
    answer: async ({ method, target, headers, body }) => {
      const arrived = { method, url: target, headers: headers as Record<string, string> };
      return replyTo(await answer({ ...arrived, body: utf8.decode(body) }));
    },
  });
}

function replyTo({ status, headers, body, refused }: Answer): Reply {
  return {
    status,
    headers: { ...headers, "content-type": "application/json" },
    content: JSON.stringify(body) ?? "",
    ...(refused !== undefined && { reasons: [refused] }),
  };
}
