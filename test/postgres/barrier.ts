import { AsyncLocalStorage } from "node:async_hooks";
import { Client } from "pg";

type StopsAt = (sql: string, count: number) => boolean;

/** Holds a call of a store at one of its statements, whichever connection that is sent on. */
export class Barrier {
  /** The connection that the call is held on, once it is. */
  client: Client | undefined;
  readonly #stopsAt: StopsAt;
  readonly #losesAnswer: boolean;
  readonly #answers: unknown[] = [];
  readonly #reached = Promise.withResolvers<void>();
  readonly #released = Promise.withResolvers<void>();
  #hasEnded = false;

  /** With `losesAnswer`, the statement is sent, but its answer is lost. */
  constructor(stopsAt: StopsAt, losesAnswer = false) {
    this.#stopsAt = stopsAt;
    this.#losesAnswer = losesAnswer;
    all.add(this);
  }

  /** Begins a call, and waits until it is held or has ended. */
  async hold<Result>(call: () => Promise<Result>): Promise<{ ended: Promise<Result> }> {
    const ended = current.run(this, call).finally(() => {
      // What it leaves to the background passes.
      this.#hasEnded = true;
    });
    await Promise.race([this.#reached.promise, ended.catch(() => {})]);
    return { ended };
  }

  /** Lets the call go on. */
  release(): void {
    this.#released.resolve();
  }

  get processId(): number {
    return (this.client as { processID?: number } | undefined)?.processID ?? 0;
  }

  pass(client: Client, sql: string, send: () => unknown): unknown {
    if (this.#hasEnded) return send();
    // Everything after the statement waits too, and keeps its order.
    if (this.client) return this.#released.promise.then(send);
    const stops = this.#stopsAt(sql, this.#answers.length + 1);
    if (!stops || this.#losesAnswer) this.#answers.push(send());
    if (!stops) return this.#answers.at(-1);
    this.client = client;
    void Promise.allSettled(this.#answers).then(() => this.#reached.resolve());
    if (!this.#losesAnswer) return this.#released.promise.then(send);
    return this.#released.promise.then(() => {
      throw Object.assign(new Error("The answer is lost."), { code: "ECONNRESET" });
    });
  }
}

const all = new Set<Barrier>();

/** The barrier of the call that a statement belongs to. */
const current = new AsyncLocalStorage<Barrier>();

/** Makes all connections of this process stop at barriers. Returns what ends that, and lets all calls go on. */
export function installBarriers(): () => void {
  const { query } = Client.prototype;
  Client.prototype.query = function (this: Client, ...parameters: [string | { text: string }]) {
    const [statement] = parameters;
    const sql = typeof statement === "string" ? statement : statement.text;
    const send = () => Reflect.apply(query, this, parameters);
    const barrier = current.getStore();
    return barrier ? barrier.pass(this, sql, send) : send();
  } as never;
  return () => {
    Client.prototype.query = query;
    for (const barrier of all) barrier.release();
  };
}
