import type { TestContext } from "vitest";
import { bytesOf, type Header } from "./hostile-input/fuzzed-requests.ts";
import { Connection, type Whole } from "./keep-alive-connection.ts";

/** As many as every system lets wait until they are taken. What is more may be lost, and come again much later. */
const MAX_AT_THE_DOOR = 100;
/** A request that can be sent any number of times, and the status that it gets each time. */
export interface Call {
  name: string;
  bytes: Buffer;
  status: number;
}

/** A call before it is written in bytes. */
interface Content {
  method: string;
  path: string;
  status: number;
  headers: Record<string, string>;
  json?: unknown;
}

export function callOf({ method, path, status, headers, json }: Content): Call {
  const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
  const type: Header[] = body ? [["content-type", "application/json"]] : [];
  const all: Header[] = [["host", "127.0.0.1"], ...Object.entries(headers), ...type];
  return {
    name: `${method} ${path}`,
    bytes: bytesOf({ method, target: path, headers: all, body }),
    status,
  };
}

/**
 * Opens connections that the sandbox has accepted, not only the system: in each turn of its event loop it
 * accepts one, so a response means that it has accepted all earlier connections.
 */
export async function connect({ url }: { url: string }, count: number): Promise<Connection[]> {
  const connections: Connection[] = [];
  const health = { method: "GET", path: "/_sandbox/health", status: 200, headers: {} };
  while (connections.length < count) {
    const more = Math.min(MAX_AT_THE_DOOR, count - connections.length);
    const opened = await Promise.all(Array.from({ length: more }, () => Connection.open(url)));
    connections.push(...opened);
    const last = await Connection.open(url);
    await call(last, callOf(health));
    last.socket.destroy();
  }
  return connections;
}

export async function call(connection: Connection, { name, bytes, status }: Call): Promise<Whole> {
  const response = await connection.send(bytes);
  if (response.status !== status) throw new Error(`${name}: ${response.status} ${response.body}`);
  return response;
}

function nth<Item>(items: readonly Item[], at: number): Item {
  return items[at % items.length] as Item;
}

/** Sends requests over all connections until each has received this many responses. */
export async function callUntilAll(
  connections: Connection[],
  calls: readonly Call[],
  count: number,
): Promise<Connection[]> {
  let lacking = connections.length;
  const callAgain = async (connection: Connection, first: number) => {
    for (let at = 0; at < count || lacking > 0; at++) {
      await call(connection, nth(calls, first + at));
      if (at + 1 === count) lacking -= 1;
    }
  };
  await Promise.all(connections.map(callAgain));
  return connections;
}

/** Skips a test if a process cannot have so many connections. Node takes as many as the system allows, here and in the sandbox. */
export function needsDescriptors({ skip }: TestContext, connections: number): void {
  // Some are for everything else.
  const needed = connections + 500;
  const report = process.report.getReport() as unknown as {
    userLimits?: { open_files: { hard: number | "unlimited" } };
  };
  const most = report.userLimits?.open_files.hard ?? "unlimited";
  if (most === "unlimited" || most >= needed) return;
  skip(`A process can have ${most} files open here, and ${needed} are needed: see ulimit -Hn.`);
}
