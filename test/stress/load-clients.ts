import { setTimeout } from "node:timers/promises";
import { expect, type TestContext } from "vitest";
import type { Payment } from "../../src/client/index.ts";
import { bytesOf, type Header } from "./fuzzed-requests.ts";
import { Connection, Lost, type Whole } from "./keep-alive-connection.ts";
import type { Ended, Running } from "./sandbox-process.ts";

/** As many as every system lets wait until they are taken. What is more may be lost, and come again much later. */
const MAX_AT_THE_DOOR = 100;
/** Some megabytes in total for each, which is as much as the system takes from the sandbox at a time. */
const LATE_READERS = 4;
const PAGES = 20;
const UPLOADS = 20;
/** Connections whose request is never whole. */
const HALVES = 50;
/** How long a sandbox that accepts no new connections has to wait for those who read late or send slowly. */
const HELD = 500;
/** The longest that a caller waits before it calls again, in milliseconds. */
const MAX_PAUSE = 40;

/** A request that can be sent any number of times, and the status that it gets each time. */
export interface Call {
  name: string;
  bytes: Buffer;
  status: number;
  makesPayment: boolean;
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
    makesPayment: method === "POST" && path === "/payments" && status === 200,
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

/** Sends the last bytes of a request long after the first. */
async function sendInHalves(connection: Connection, slow: Call, until: Promise<void>) {
  const response = connection.response();
  response.catch(() => {});
  connection.socket.write(slow.bytes.subarray(0, -4));
  await until;
  connection.socket.write(slow.bytes.subarray(-4));
  expect((await response).status).toBe(slow.status);
}

/** Requests large responses at the same time, and starts to read long after they were written. */
async function readSlowly(connection: Connection, page: Call, until: Promise<void>) {
  connection.socket.pause();
  const responses = Array.from({ length: PAGES }, () => call(connection, page));
  await until;
  connection.socket.resume();
  await Promise.all(responses);
}

/** The result of stopping a sandbox. */
interface Ending {
  end: Ended;
  /** Milliseconds until it had ended. */
  took: number;
  /** Requests that were completely sent before the signal, and how many of them got no response. */
  owed: number;
  unanswered: number;
  /** Requests that were sent later and got no response. */
  lost: number;
  /** Responses that were only partly received. */
  cut: Lost[];
  unexpected: string[];
  /** What was acknowledged, in short, by its id. */
  payments: [id: string, payment: string][];
}

/** Stops a sandbox while it serves callers, and some who read late, send slowly or never send all. */
export async function endUnderLoad(
  sandbox: Running,
  { calls, page, callers: count }: { calls: readonly Call[]; page: Call; callers: number },
): Promise<Ending> {
  const callers = (await connect(sandbox, count)).map((each, at) => new Caller(each, at));
  const late = await connect(sandbox, LATE_READERS);
  const uploading = await connect(sandbox, UPLOADS);
  const halves = await connect(sandbox, HALVES);
  await Promise.all(callers.map((caller) => caller.callOnce(calls)));

  const { promise: longAfter, resolve: goOn } = Promise.withResolvers<void>();
  const done = Promise.all([
    ...late.map((each) => readSlowly(each, page, longAfter)),
    ...uploading.map((each, at) => sendInHalves(each, nth(calls, at), longAfter)),
    ...callers.map((caller) => caller.callOn(calls)),
  ]);
  done.catch(() => {});
  for (const { socket } of halves) socket.write("GET / HTTP/1.1\r\n");
  await setTimeout(500 + Math.random() * 500);

  const owed = callers.flatMap((caller) => caller.owed());
  const at = performance.now();
  const ended = sandbox.end();
  await untilConnectionsFail(sandbox);
  await setTimeout(HELD);
  goOn();
  const end = await ended;
  const took = performance.now() - at;
  await done;

  const lost = callers.flatMap((caller) => caller.lost ?? []);
  const unanswered = owed.filter((hasResponse) => !hasResponse()).length;
  return {
    ...{ end, took, unanswered },
    owed: owed.length,
    lost: lost.length - unanswered,
    cut: lost.filter(({ received }) => received > 0),
    unexpected: callers.flatMap(({ unexpected }) => unexpected),
    payments: callers.flatMap(({ payments }) => payments),
  };
}

/** A caller that sends requests over one connection, as long as it is open. */
class Caller {
  lost: Lost | undefined;
  readonly unexpected: string[] = [];
  readonly payments: Ending["payments"] = [];
  readonly #connection: Connection;
  #next: number;
  #sent = 0;
  #answered = 0;

  constructor(connection: Connection, first: number) {
    this.#connection = connection;
    this.#next = first;
  }

  /** For a request under way: returns whether it has its response by now. */
  owed(): (() => boolean)[] {
    const sent = this.#sent;
    return this.#connection.isOwed ? [() => this.#answered >= sent] : [];
  }

  async callOn(calls: readonly Call[]): Promise<void> {
    try {
      while (!(await this.callOnce(calls)).isLast) await setTimeout(Math.random() * MAX_PAUSE);
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      this.lost = error;
    }
  }

  async callOnce(calls: readonly Call[]): Promise<Whole> {
    const { name, bytes, status, makesPayment } = nth(calls, this.#next++);
    this.#sent += 1;
    const response = await this.#connection.send(bytes);
    this.#answered += 1;
    if (response.status !== status)
      this.unexpected.push(`${name}: ${response.status} ${response.body}`);
    else if (makesPayment) {
      const { data } = JSON.parse(response.body.toString());
      this.payments.push([data.id, inShort(data)]);
    }
    return response;
  }
}

/** Resolves when new connections are refused. */
async function untilConnectionsFail({ url }: Running): Promise<void> {
  for (;;) {
    try {
      (await Connection.open(url)).socket.destroy();
    } catch (error) {
      const { code } = (error as Lost).cause as NodeJS.ErrnoException;
      if (code === "ECONNREFUSED") return;
    }
    await setTimeout(5);
  }
}

/** What stays the same of a payment wherever its sandbox listens. */
export function inShort({ id, status, amount, splits }: Payment): string {
  return JSON.stringify({ id, status, amount, splits });
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
