import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import {
  examples,
  httpMethodOf,
  jsonContent,
  type Operation,
} from "../../src/contract/operations.ts";
import { listen } from "../listen.ts";
import { NOBODY } from "../sandbox/company-fixture.ts";

interface ServiceResponse {
  status: number;
  body: Record<string, unknown>;
}

/** Starts a proxy in front of a sandbox, behind which one operation is broken. Ends with the test. */
export async function startBreakingProxy(sandboxUrl: string, broken: Operation) {
  const respond = breakHandlerOf(broken);
  const problems: unknown[] = [];
  const server = createServer((request, response) => {
    const responding = (isCallOf(broken, request) ? respond : forward)(sandboxUrl, request);
    responding.then(
      ({ status, body }) =>
        response
          .writeHead(status, { "content-type": "application/json" })
          .end(JSON.stringify(body)),
      (problem) => {
        problems.push(problem);
        response.destroy();
      },
    );
  });
  // The problems are those of the proxy itself.
  return { url: await listen(server), problems };
}

function isCallOf(operation: Operation, { method, url = "" }: IncomingMessage): boolean {
  const path = new RegExp(`^${operation.pathItem.key.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  return method === httpMethodOf(operation) && path.test(url.split("?")[0] ?? "");
}

async function forward(sandboxUrl: string, request: IncomingMessage): Promise<ServiceResponse> {
  return call(`${sandboxUrl}${request.url}`, request, await text(request));
}

async function call(
  url: string,
  { method = "", headers }: Pick<IncomingMessage, "method" | "headers">,
  body = "",
): Promise<ServiceResponse> {
  const names = ["authorization", "x-subaccount-id", ...(body ? ["content-type"] : [])];
  const kept = names.filter((name) => headers[name]).map((name) => [name, `${headers[name]}`]);
  const sent = { method, headers: Object.fromEntries(kept), ...(body && { body }) };
  const response = await fetch(url, sent);
  return { status: response.status, body: (await response.json()) as ServiceResponse["body"] };
}

/**
 * What is rejected is accepted, with the response that the contract shows; what is read is another resource or an empty
 * list; and what is changed is undone.
 */
function breakHandlerOf(operation: Operation): typeof forward {
  const [accepted] = examples(jsonContent(operation.cursor.at("responses", "200")));
  return async (sandboxUrl, request) => {
    const post = { method: "POST", headers: request.headers };
    const changes = request.method !== "GET" && request.url !== "/auth";
    const snapshots = `${sandboxUrl}/_sandbox/snapshots`;
    const before = changes ? await call(snapshots, post) : undefined;
    const response = await forward(sandboxUrl, request);
    if (response.status >= 400)
      return { status: 200, body: accepted?.at("value").value as ServiceResponse["body"] };
    if (!before) return { ...response, body: damaged(response.body) };
    const { snapshotId } = before.body.data as { snapshotId: string };
    const { status } = await call(`${snapshots}/${snapshotId}/restore`, post);
    if (status >= 400) throw new Error(`The change was not undone: ${status}`);
    return response;
  };
}

function damaged(body: ServiceResponse["body"]): ServiceResponse["body"] {
  const { data, meta } = body;
  if (Array.isArray(data)) return { ...body, data: [], meta: { ...(meta as object), total: 99 } };
  const has = data as Record<string, unknown>;
  return { ...body, data: { ...has, ...("id" in has ? { id: NOBODY } : { expires_in: "1s" }) } };
}
