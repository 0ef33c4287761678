import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { Deviation } from "../../src/sandbox/options.ts";
import { listen } from "../listen.ts";

/** Starts a proxy that makes another service of one: it rewrites requests and responses. Ends with the test. */
export function startRewritingProxy(upstream: string, deviation: Deviation): Promise<string> {
  return listen(
    createServer(async (request, response) => {
      const { status, body } = await forward(upstream, request, deviation);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    }),
  );
}

async function forward(upstream: string, request: IncomingMessage, deviation: Deviation) {
  const { method = "", headers } = request;
  const { pathname: path, searchParams } = new URL(`${upstream}${request.url}`);
  const sentText = await text(request);
  const sent = {
    method,
    path,
    query: Object.fromEntries(searchParams),
    headers: headers as Record<string, string | undefined>,
    body: sentText === "" ? undefined : JSON.parse(sentText),
  };
  const changed = deviation.request?.(sent) ?? sent;
  const kept = ["authorization", "x-subaccount-id", "content-type"].flatMap((name) =>
    headers[name] === undefined ? [] : [[name, `${headers[name]}`] as [string, string]],
  );
  const received = await fetch(`${upstream}${changed.path}?${new URLSearchParams(changed.query)}`, {
    method: changed.method,
    headers: kept,
    ...(changed.body !== undefined && { body: JSON.stringify(changed.body) }),
  });
  const plain = { status: received.status, body: await received.json() };
  return deviation.response?.(plain, sent) ?? plain;
}
