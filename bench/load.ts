import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { type Call, textOf } from "./calls.ts";

/** How many requests are under way at once, each on a connection of its own that is kept open. */
export const CONNECTIONS = 32;

/** What to send where: one request after the other, over and over, each as it goes over the wire. */
interface Target {
  port: number;
  requests: string[];
}

/**
 * So many requests, or as many as go in a time, of which the beginning does not count, in milliseconds.
 * Nothing is measured while a server is only filled, and others may have the processor.
 */
type Amount = { count: number; isFilling?: true } | { warmUp: number; lasts: number };

/** Answers a second. */
type Rate = number;

/** Asks a server for all that it can answer, from a process of its own. */
export class LoadGenerator implements Disposable {
  readonly #process = fork(import.meta.filename);

  /** @throws {Error} when an answer is anything but a 200: how fast those come tells nothing. */
  async run(port: number, calls: readonly Call[], amount: Amount): Promise<Rate> {
    this.#process.send([{ port, requests: calls.map(textOf) }, amount]);
    const [reply] = (await Promise.race([
      once(this.#process, "message"),
      once(this.#process, "exit").then(() => [{ problem: "The load generator has ended." }]),
    ])) as [Rate | { problem: string }];
    if (typeof reply !== "number") throw new Error(reply.problem);
    return reply;
  }

  [Symbol.dispose](): void {
    this.#process.disconnect();
  }
}

async function work({ port, requests }: Target, amount: Amount): Promise<Rate> {
  const texts = requests.map((request) => Buffer.from(request));
  const most = "count" in amount ? amount.count : Number.POSITIVE_INFINITY;
  let sent = 0;
  let answered = 0;
  const { promise: finished, resolve: finish, reject: fail } = Promise.withResolvers<void>();
  const awake = "isFilling" in amount ? undefined : stayAwake();
  const sockets = Array.from({ length: CONNECTIONS }, () =>
    ask(port, {
      next: () => (sent < most ? texts[sent++ % texts.length] : undefined),
      answered: () => {
        answered += 1;
        if (answered === most) finish();
      },
      fail,
    }),
  );
  try {
    if ("warmUp" in amount) await Promise.race([setTimeout(amount.warmUp), finished]);
    const before = { answered, time: performance.now() };
    await ("lasts" in amount ? Promise.race([setTimeout(amount.lasts), finished]) : finished);
    return ((answered - before.answered) / (performance.now() - before.time)) * 1000;
  } finally {
    awake?.abort();
    for (const socket of sockets) socket.destroy();
  }
}

/**
 * Looks for answers without a pause: a process that sleeps has to be woken, which takes a server up to
 * ten microseconds an answer, and would take it none if the answer went to another machine.
 */
function stayAwake(): AbortController {
  const awake = new AbortController();
  const look = () => void (awake.signal.aborted || setImmediate(look));
  look();
  return awake;
}

interface Conversation {
  next(): Uint8Array | undefined;
  answered(): void;
  fail(error: Error): void;
}

/** Sends the next request when the last one was answered, and looks at no more than it must. */
function ask(port: number, { next, answered, fail }: Conversation): Socket {
  const buffer = Buffer.allocUnsafe(65_536);
  /** Of the answer that is coming. */
  let missing = 0;
  const socket = connect({
    ...{ host: "127.0.0.1", port, noDelay: true },
    onread: {
      buffer,
      callback: (size) => {
        if (missing === 0) missing = lengthOf(buffer.subarray(0, size));
        missing -= size;
        if (missing < 0 || Number.isNaN(missing)) {
          fail(new Error(`Not the answer to measure:\n${buffer.toString("utf8", 0, size)}`));
        } else if (missing === 0) {
          answered();
          send();
        }
        return true;
      },
    },
  });
  socket.on("connect", send);
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("The server has closed a connection.")));
  return socket;

  function send(): void {
    const request = next();
    if (request) socket.write(request);
  }
}

/** Of a whole answer, by its headers; not a number where it is no 200 that tells its length. */
function lengthOf(bytes: Buffer): number {
  const end = bytes.indexOf("\r\n\r\n");
  const head = bytes.toString("latin1", 0, Math.max(end, 0));
  const [, length] = /^HTTP\/1\.1 200 .*\r\ncontent-length: (\d+)/is.exec(head) ?? [];
  return end + 4 + Number(length);
}

if (import.meta.main) {
  process.on("message", async (job: [Target, Amount]) => {
    const reply = await work(...job).catch(({ message }) => ({ problem: message }));
    process.send?.(reply);
  });
}
