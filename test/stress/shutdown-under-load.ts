import { setTimeout } from "node:timers/promises";
import type { Payment } from "../../src/client/index.ts";
import type { Shop } from "../sandbox/company-fixture.ts";
import { Connection, Lost, type Whole } from "./keep-alive-connection.ts";
import type { Running } from "./packaged-sandbox.ts";
import type { Call } from "./request-mix.ts";
import type { Ended } from "./sandbox-process.ts";
import { call, connect, nth, readSlowly, sendInHalves } from "./slow-and-broken-clients.ts";

/** More than Node looks after in one turn of its loop. */
export const CALLERS = 1200;
/** Some megabytes in total for each, which is as much as the system takes from the sandbox at a time. */
const LATE_READERS = 4;
const PAGES = 20;
const UPLOADS = 20;
/** How long a sandbox that accepts no new connections has to wait for those who read late or send slowly. */
const HELD = 500;
/** The longest that a caller waits before it calls again, in milliseconds. */
const MAX_PAUSE = 40;

/** The result of stopping a sandbox. */
export interface Ending {
  end: Ended;
  /** Milliseconds until new connections were refused, and until it had ended. */
  refused: number;
  took: number;
  answered: number;
  /** Requests that were completely sent before the signal, and how many of them got no response. */
  owed: number;
  unanswered: number;
  /** Calls of those who wait, read late or send slowly, all of which got a response. */
  held: number;
  /** Requests that were sent later and got no response. */
  lost: number;
  /** Responses that were only partly received. */
  cut: Lost[];
  unexpected: string[];
  /** What was acknowledged, in short, by its id. */
  payments: Map<string, string>;
}

/** Stops a sandbox while it serves all sorts of callers. */
export async function endUnderLoad(
  sandbox: Running,
  { calls, page, waits }: { calls: readonly Call[]; page: Call; waits: Call },
  neverWhole: number,
): Promise<Ending> {
  const callers = (await connect(sandbox, CALLERS)).map((each, at) => new Caller(each, at));
  const late = await connect(sandbox, LATE_READERS);
  const uploading = await connect(sandbox, UPLOADS);
  const [waiting] = (await connect(sandbox, 1)) as [Connection];
  const halves = await connect(sandbox, neverWhole);
  await Promise.all(callers.map((caller) => caller.callOnce(calls)));
  await Promise.all([...late, ...uploading, waiting].map((each) => call(each, nth(calls, 0))));

  const { promise: longAfter, resolve: goOn } = Promise.withResolvers<void>();
  const held = [
    call(waiting, waits),
    ...late.map((each) => readSlowly(each, page, PAGES, longAfter)),
    ...uploading.map((each, at) => sendInHalves(each, nth(calls, at), longAfter)),
  ];
  const calling = callers.map((caller) => caller.callOn(calls));
  for (const { socket } of halves) socket.write("GET / HTTP/1.1\r\n");
  const done = Promise.all([...held, ...calling]);
  done.catch(() => {});
  await setTimeout(500 + Math.random() * 500);

  const owed = callers.flatMap((caller) => caller.owed());
  const at = performance.now();
  const ended = sandbox.end();
  await untilConnectionsFail(sandbox);
  const refused = performance.now() - at;
  await setTimeout(HELD);
  goOn();
  const end = await ended;
  const took = performance.now() - at;
  await done;

  const lost = callers.flatMap((caller) => caller.lost ?? []);
  const withoutResponse = owed.filter((hasResponse) => !hasResponse()).length;
  return {
    ...{
      end,
      refused,
      took,
      unanswered: withoutResponse,
      owed: owed.length,
      lost: lost.length - withoutResponse,
    },
    held: held.length,
    answered: callers.reduce((total, { answered }) => total + answered, 0),
    cut: lost.filter(({ received }) => received > 0),
    unexpected: callers.flatMap(({ unexpected }) => unexpected),
    payments: new Map(callers.flatMap(({ payments }) => [...payments])),
  };
}

/** What was acknowledged, and is not there as it was. */
export async function missing({ centavo }: Shop, endings: readonly Ending[]): Promise<string[]> {
  const found = new Map<string, string>();
  for await (const payment of centavo.payments.list({ limit: 100 })) {
    found.set(payment.id, inShort(payment));
  }
  return endings
    .flatMap(({ payments }) => [...payments])
    .filter(([id, payment]) => found.get(id) !== payment)
    .map(([, payment]) => payment);
}

/** A caller that sends requests over one connection, as long as it is open. */
class Caller {
  answered = 0;
  lost: Lost | undefined;
  readonly unexpected: string[] = [];
  readonly payments = new Map<string, string>();
  readonly #connection: Connection;
  #next: number;
  #sent = 0;

  constructor(connection: Connection, first: number) {
    this.#connection = connection;
    this.#next = first;
  }

  /** For a request under way: returns whether it has its response by now. */
  owed(): (() => boolean)[] {
    const sent = this.#sent;
    return this.#connection.isOwed ? [() => this.answered >= sent] : [];
  }

  async callOn(calls: readonly Call[]): Promise<void> {
    try {
      while (!(await this.callOnce(calls)).isLast) {
        await setTimeout(Math.random() * MAX_PAUSE);
      }
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      this.lost = error;
    }
  }

  async callOnce(calls: readonly Call[]): Promise<Whole> {
    const { name, bytes, status, makesPayment } = nth(calls, this.#next++);
    this.#sent += 1;
    const response = await this.#connection.send(bytes);
    this.answered += 1;
    if (response.status !== status)
      this.unexpected.push(`${name}: ${response.status} ${response.body}`);
    else if (makesPayment) this.#keep(JSON.parse(response.body.toString()).data);
    return response;
  }

  #keep(payment: Payment): void {
    this.payments.set(payment.id, inShort(payment));
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

function inShort({ id, status, amount, splits }: Payment): string {
  return JSON.stringify({ id, status, amount, splits });
}
