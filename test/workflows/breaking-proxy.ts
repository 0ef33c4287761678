import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { httpMethodOf, type Operation } from "../../src/contract/operations.ts";
import { NOBODY } from "../sandbox/company-fixture.ts";
import { withValue } from "./wrong-values.ts";

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

const DAMAGED_TOKEN = { expires_in: "1s" };

/** What a broken operation does instead of passing a request on to the sandbox. */
type Break = (sandboxUrl: string, request: IncomingMessage) => Promise<Answer>;

/** Responds as the sandbox does, but with a wrong value. */
export function wrongValueAt(pointer: string, value: unknown): Break {
  return async (sandboxUrl, request) => {
    const { status, body } = await forward(sandboxUrl, request);
    return { status, body: withValue(body, pointer, value) as Answer["body"] };
  };
}

/** Starts a proxy in front of a sandbox, behind which one operation is broken. */
export async function startBreakingProxy(
  sandboxUrl: string,
  broken: Operation,
  respond: Break = breakCall,
) {
  const problems: unknown[] = [];
  const server = createServer((request, response) => {
    const answered = (isCallOf(broken, request) ? respond : forward)(sandboxUrl, request);
    answered.then(
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
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What went wrong in the proxy itself. */
    problems,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function isCallOf(operation: Operation, { method, url = "" }: IncomingMessage): boolean {
  const path = new RegExp(`^${operation.pathItem.key.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  return method === httpMethodOf(operation) && path.test(url.split("?")[0] ?? "");
}

async function forward(sandboxUrl: string, request: IncomingMessage): Promise<Answer> {
  const { method = "", url } = request;
  const body = await buffer(request);
  return call(`${sandboxUrl}${url}`, method, request, body.length > 0 ? body : undefined);
}

/** What is rejected is accepted, what is read is another resource or an empty list, and what is changed is undone. */
async function breakCall(sandboxUrl: string, request: IncomingMessage): Promise<Answer> {
  const changes = request.method !== "GET" && request.url !== "/auth";
  const snapshots = `${sandboxUrl}/_sandbox/snapshots`;
  const before = changes ? await call(snapshots, "POST", request) : undefined;
  const answer = await forward(sandboxUrl, request);
  if (answer.status >= 400) return { ...answer, status: 200 };
  if (!before) return { ...answer, body: damaged(answer.body) };
  const { snapshotId } = before.body.data as { snapshotId: string };
  const { status } = await call(`${snapshots}/${snapshotId}/restore`, "POST", request);
  if (status >= 400) throw new Error(`The change was not undone: ${status}`);
  return answer;
}

function damaged(body: Answer["body"]): Answer["body"] {
  const { data, meta } = body;
  if (Array.isArray(data)) return { ...body, data: [], meta: { ...(meta as object), total: 99 } };
  const has = data as Record<string, unknown>;
  return { ...body, data: { ...has, ...("id" in has ? { id: NOBODY } : DAMAGED_TOKEN) } };
}

async function call(
  url: string,
  method: string,
  { headers }: IncomingMessage,
  body?: Uint8Array<ArrayBuffer>,
): Promise<Answer> {
  const names = ["authorization", "x-subaccount-id", ...(body ? ["content-type"] : [])];
  const kept = names.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, `${headers[name]}`] as [string, string]],
  );
  const response = await fetch(url, { method, headers: kept, ...(body && { body }) });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}
