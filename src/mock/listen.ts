import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { Address } from "../address.ts";
import { type Listening, open } from "../server.ts";
import type { Answer, Arrived } from "./answer.ts";

/** Answers what arrives at an address, and tells of each answer in a line. */
export async function listen(
  address: Address,
  answer: (arrived: Arrived) => Promise<Answer>,
  log: (line: string) => void,
): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    const headers = request.headers as Record<string, string>;
    const body = await text(request).catch(() => undefined);
    // Whoever leaves in the middle of a request waits for no answer.
    if (body === undefined) return;
    const sent = await answer({ method, url, headers, body });
    response.writeHead(sent.status, { ...sent.headers, "content-type": "application/json" });
    response.end(JSON.stringify(sent.body));
    // Without the query, which may hold somebody's tax number.
    log([method, url.replace(/\?.*/, ""), sent.status, sent.refused].filter(Boolean).join(" "));
  });

  return open(server, address);
}
