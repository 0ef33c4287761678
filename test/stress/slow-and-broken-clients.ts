import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { Connection, type Whole } from "./keep-alive-connection.ts";
import type { Orders, Report } from "./load-generator.ts";
import type { Running } from "./packaged-sandbox.ts";
import { type Call, requestBytes } from "./request-mix.ts";

/** How long a request may take to arrive: the minute that Node gives its headers, and the half in which it looks. */
const MAX_REQUEST = 120_000;

/** As many as every system lets wait until they are taken. What is more may be lost, and come again much later. */
const MAX_AT_THE_DOOR = 100;

/** Those of a list again and again. */
export function nth<Item>(items: readonly Item[], at: number): Item {
  return items[at % items.length] as Item;
}

/**
 * Opens connections that the sandbox has accepted, not only the system: in each turn of its event loop it
 * accepts one, so a response means that it has accepted all earlier connections.
 */
export async function connect({ url }: Running, count: number): Promise<Connection[]> {
  const connections: Connection[] = [];
  while (connections.length < count) {
    const more = Math.min(MAX_AT_THE_DOOR, count - connections.length);
    connections.push(
      ...(await Promise.all(Array.from({ length: more }, () => Connection.open(url)))),
    );
    const last = await Connection.open(url);
    await last.send(requestBytes("GET", "/_sandbox/health"));
    last.socket.destroy();
  }
  return connections;
}

/**
 * The first calls of a process are slow, since its code is still being compiled. Returns how many
 * milliseconds a call then takes while others are under way.
 */
export async function warmedUp(sandbox: Running, calls: readonly Call[]): Promise<number> {
  const connections = await connect(sandbox, 20);
  await callUntilAll(connections, calls, 100);
  const begin = performance.now();
  const responses = await callUntilAll(connections, calls, 50);
  const each = (performance.now() - begin) / responses.length;
  for (const { socket } of connections) socket.destroy();
  await setTimeout(200);
  return each;
}

export async function call(connection: Connection, { name, bytes, status }: Call): Promise<Whole> {
  const response = await connection.send(bytes);
  if (response.status !== status) throw new Error(`${name}: ${response.status} ${response.body}`);
  return response;
}

/** Sends requests over all connections until each has received this many responses. */
export async function callUntilAll(
  connections: readonly Connection[],
  calls: readonly Call[],
  count: number,
): Promise<Whole[]> {
  const responses: Whole[] = [];
  let lacking = connections.length;
  const callAgain = async (connection: Connection, first: number) => {
    for (let at = 0; at < count || lacking > 0; at++) {
      responses.push(await call(connection, nth(calls, first + at)));
      if (at + 1 === count) lacking -= 1;
    }
  };
  await Promise.all(connections.map(callAgain));
  return responses;
}

/** How long a new caller waits for each response, in milliseconds. At least one response is awaited. */
export async function callFor(
  sandbox: Running,
  calls: readonly Call[],
  time: number,
): Promise<number[]> {
  const took: number[] = [];
  const begin = performance.now();
  do {
    const before = performance.now();
    const connection = await Connection.open(sandbox.url);
    await call(connection, nth(calls, took.length));
    took.push(performance.now() - before);
    connection.socket.destroy();
  } while (performance.now() - begin < time);
  return took;
}

/**
 * Milliseconds until a new caller gets a response. New callers arrive from time to time: the system
 * accepts one that arrived while too many were pending a second later, regardless of the server.
 */
export async function timeToResponse(sandbox: Running, calls: readonly Call[]): Promise<number> {
  const begin = performance.now();
  const coming: Promise<unknown>[] = [];
  let hasResponse = false;
  while (!hasResponse) {
    const responded = callFor(sandbox, [nth(calls, coming.length)], 0).then(() => {
      hasResponse = true;
    });
    coming.push(responded);
    await Promise.race([setTimeout(50), responded]);
  }
  const time = performance.now() - begin;
  await Promise.all(coming);
  return time;
}

/** Sends the last bytes of a request long after the first. */
export async function sendInHalves(
  connection: Connection,
  slow: Call,
  until: Promise<void>,
): Promise<void> {
  const { bytes, status } = slow;
  const response = connection.response();
  response.catch(() => {});
  connection.socket.write(bytes.subarray(0, bytes.length - 4));
  await until;
  connection.socket.write(bytes.subarray(bytes.length - 4));
  expect((await response).status).toBe(status);
}

/** Requests large responses at the same time, and starts to read long after they were written. */
export async function readSlowly(
  connection: Connection,
  page: Call,
  count: number,
  until: Promise<void>,
): Promise<void> {
  connection.socket.pause();
  const responses = Array.from({ length: count }, () => call(connection, page));
  await until;
  connection.socket.resume();
  await Promise.all(responses);
}

/** A header that never ends, a byte a second. Returns the response, if it comes in time. */
export async function sendWithoutEnd(connection: Connection): Promise<number | "nothing"> {
  connection.socket.write("GET /payments HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ");
  const drip = setInterval(() => connection.socket.write("a"), 1000);
  const response = connection.response();
  response.catch(() => {});
  const given = await Promise.race([response, setTimeout(MAX_REQUEST, undefined)]);
  clearInterval(drip);
  connection.socket.destroy();
  return given?.status ?? "nothing";
}

/** Overloads a sandbox from another process, until it is stopped. */
export function generate(orders: Orders): { end(): Promise<Report> } {
  const generator: ChildProcess = fork(join(import.meta.dirname, "load-generator.ts"), {
    serialization: "advanced",
  });
  onTestFinished(() => void generator.kill("SIGKILL"));
  generator.send(orders);
  return {
    async end() {
      generator.send("end");
      const [report] = await once(generator, "message");
      return report as Report;
    },
  };
}
