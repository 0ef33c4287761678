import type { Event, ListenerWork } from "../../generated/sandbox-control-types.ts";
import { START } from "../sandbox/clock-start-time.ts";
import { body } from "../sandbox/contract-examples.ts";
import { assertThat, type Invariants } from "./invariants.ts";
import type { Response, SandboxProcess } from "./simulated-process.ts";
import { PAUSE } from "./simulation.ts";

/** What a client does, at one of the processes. */
export type Command = { at: number } & (
  | { do: "pay"; with: "pix" | "card" | "cardLater" }
  | { do: "decide" | "refund" | "get"; which: number }
  | { do: "advance"; seconds: number }
  | { do: "wait" | "read" | "listen" | "snapshot" | "restore" | "reset" | "stop" }
);

/** A payment that was acknowledged. */
interface Paid {
  id: string;
  amount: number;
  /** A status that it may get. */
  next: string;
  /** Of the company's data: a reset or a restore replaces them. */
  generation: number;
}

interface PaymentShown {
  status: string;
  pixDetails?: { expirationDate: string };
}

const LISTENER_ID = "5b8e2d64-90f3-4a17-b6c5-3e1f7a2d9048";

const change = { billingData: { postbackUrl: "http://127.0.0.1:9/postbacks" } };
const card = (cardNumber: string) => ({ ...change, cardData: { cardNumber } });

const payments = {
  pix: { json: body("payments.create", "pix", change), next: "PAID" },
  card: { json: body("payments.create", "card", card("4000000000000010")), next: "DISPUTED" },
  cardLater: { json: body("payments.create", "card", card("4000000000000036")), next: "SUCCEEDED" },
};

/** All clients of the company, and what they have been told. */
export class Clients {
  /** The acknowledged payments, each with an amount of its own. */
  readonly paid: Paid[] = [];
  readonly #token: string;
  readonly #invariants: Invariants;
  readonly #snapshots: string[] = [];
  /** The latest time that a reader has seen in the latest generation. */
  #clock = { generation: 0, now: Date.parse(START) };
  #nextAmount = 1000;
  /** The advances that may be in progress. Their time is that of their beginning, whatever passes meanwhile. */
  #advances = 0;

  constructor(token: string, invariants: Invariants) {
    this.#token = token;
    this.#invariants = invariants;
  }

  async perform(command: Command, process: SandboxProcess): Promise<void> {
    switch (command.do) {
      case "pay":
        return this.#pay(process, command.with);
      case "decide":
        return this.#change(process, command.which, ({ id, next }) => [
          `/_sandbox/payments/${id}/status`,
          { status: next },
        ]);
      case "refund":
        return this.#change(process, command.which, ({ id }) => [
          "/payments/refund",
          { transactionId: id },
        ]);
      case "advance":
        return this.advance(process, command.seconds);
      case "wait":
        return this.#wait(process);
      case "read":
        return this.#read(process);
      case "listen":
        return this.#listen(process);
      case "get":
        return this.#get(process, command.which);
      case "stop":
        return process.stop();
      case "snapshot":
        return this.#takeSnapshot(process);
      case "restore":
        return this.#restore(process);
      case "reset":
        await this.#send(process, "POST", "/_sandbox/reset");
    }
  }

  #send(process: SandboxProcess, method: string, path: string, json?: unknown) {
    return process.request(method, path, { token: this.#token, json });
  }

  /** A payment exists once if it was acknowledged, and not at all if its request has failed. */
  async #pay(process: SandboxProcess, kind: keyof typeof payments): Promise<void> {
    const { json, next } = payments[kind];
    const amount = this.#nextAmount++;
    const billingData = { ...json.billingData, amount };
    const response = await this.#send(process, "POST", "/payments", { ...json, billingData });
    const count = this.#invariants.created.get(amount) ?? 0;
    if (response?.status === 200) {
      assertThat(count === 1, `an acknowledged payment exists ${count} times`);
      const { id } = dataOf<{ id: string }>(response);
      this.paid.push({ id, amount, next, generation: response.generation });
    } else if (response && !isUnknown(response)) {
      assertThat(count === 0, `a payment exists whose request failed with ${response.status}`);
    }
  }

  async #change(
    process: SandboxProcess,
    which: number,
    request: (payment: Paid) => [path: string, json: object],
  ): Promise<void> {
    const payment = this.#at(which);
    if (payment) await this.#send(process, "POST", ...request(payment));
  }

  /** An acknowledged payment is there at once, at every process, unless the data was replaced. */
  async #get(process: SandboxProcess, which: number): Promise<void> {
    const payment = this.#at(which);
    if (!payment) return;
    const { id, generation } = payment;
    const response = await this.#send(process, "GET", `/payments/${id}`);
    const isGone = response?.status === 404 && this.#invariants.generation === generation;
    assertThat(!isGone, `the acknowledged payment ${id} is not there`);
  }

  #at(which: number): Paid | undefined {
    return this.paid[which % Math.max(1, this.paid.length)];
  }

  /** It begins where those in progress end, and responds when the clock is there. */
  async advance(process: SandboxProcess, seconds: number): Promise<void> {
    const before = this.#clock;
    this.#advances += 1;
    const response = await this.#send(process, "POST", "/_sandbox/clock/advance", { seconds });
    if (response?.status !== 200) return;
    this.#advances -= 1;
    // A process that stops cuts it short, and another one finishes it.
    const least = process.isStopping ? before.now : before.now + seconds * 1000;
    this.#see(response, { ...before, now: least });
  }

  /** Whoever reads after others sees no earlier time. */
  async #read(process: SandboxProcess): Promise<void> {
    const before = this.#clock;
    const response = await this.#send(process, "GET", "/_sandbox/clock");
    if (response?.status === 200) this.#see(response, before);
    await this.#list(process);
  }

  /** What falls due meanwhile has not run yet when it reads. */
  async #wait(process: SandboxProcess): Promise<void> {
    process.simulation.pass(PAUSE);
    if (this.#invariants.isMoving && this.#advances === 0)
      this.#clock = { ...this.#clock, now: this.#clock.now + PAUSE };
    await this.#list(process);
  }

  /** A list shows nothing as pending that ended before the time that somebody has seen. */
  async #list(process: SandboxProcess): Promise<void> {
    const known = this.#clock;
    const list = await this.#send(process, "GET", "/payments");
    if (list?.status !== 200) return;
    assertThat(list.generation >= known.generation, "a list has data that were replaced");
    if (list.generation !== known.generation) return;
    const overdue = dataOf<PaymentShown[]>(list).find(
      ({ status, pixDetails }) =>
        status === "PENDING" && pixDetails && Date.parse(pixDetails.expirationDate) <= known.now,
    );
    assertThat(!overdue, `a payment is pending after its end: ${JSON.stringify(overdue)}`);
  }

  #see(response: Response, least: { generation: number; now: number }): void {
    const { generation } = response;
    const now = Date.parse(dataOf<{ now: string }>(response).now);
    const isEarlier = generation === least.generation && now < least.now;
    assertThat(!isEarlier, `the clock shows ${now} after ${least.now}`);
    assertThat(generation >= least.generation, `generation ${generation} is shown again`);
    const { generation: latest, now: seen } = this.#clock;
    if (generation > latest || (generation === latest && now > seen))
      this.#clock = { generation, now };
  }

  /** The listener delivers what it gets, and reports it, unless it ends meanwhile. */
  async #listen(process: SandboxProcess): Promise<void> {
    const claim = { listener: LISTENER_ID, limit: 2 };
    const response = await this.#send(process, "POST", "/_sandbox/listener/claim", claim);
    if (response?.status !== 200) return;
    const { simulation, world } = process;
    for (const { eventId, claim, body } of dataOf<ListenerWork>(response).postbacks) {
      if ((await simulation.turn("listener")) === "lost") return;
      const status = world.beginAttempt(claim, body)() ?? null;
      if ((await simulation.turn("report")) === "lost") return;
      const outcome = { claim, status, answer: null, problem: null, timedOut: status === null };
      await this.#send(process, "POST", `/_sandbox/postbacks/${eventId}/attempts`, outcome);
    }
  }

  async #takeSnapshot(process: SandboxProcess): Promise<void> {
    const response = await this.#send(process, "POST", "/_sandbox/snapshots");
    if (response?.status !== 200) return;
    this.#snapshots.push(dataOf<{ snapshotId: string }>(response).snapshotId);
  }

  async #restore(process: SandboxProcess): Promise<void> {
    const id = this.#snapshots.at(-1);
    if (id) await this.#send(process, "POST", `/_sandbox/snapshots/${id}/restore`);
  }
}

/** The ids of the events that somebody sees who asks again and again for those after the last one. */
export class EventReader {
  last = 0;
  readonly #token: string;
  readonly #invariants: Invariants;

  constructor(token: string, invariants: Invariants) {
    this.#token = token;
    this.#invariants = invariants;
  }

  async read(process: SandboxProcess): Promise<void> {
    const query = `after=${this.last}&limit=100`;
    const response = await process.request("GET", "/_sandbox/events", {
      ...{ token: this.#token, query },
    });
    if (response?.status !== 200) return;
    for (const { id } of dataOf<Event[]>(response).toReversed()) this.#show(id);
  }

  #show(id: number): void {
    const isNext = id === this.last + 1;
    const mayFollow = id > this.last && id - 1 <= this.#invariants.clearedUpTo;
    assertThat(isNext || mayFollow, `a reader sees event ${id} after ${this.last}`);
    this.last = id;
  }
}

function dataOf<Data>({ body }: Response): Data {
  return (body as { data: Data }).data;
}

/** Whether the response says that the change may have been made or not. */
function isUnknown({ body }: Response): boolean {
  return JSON.stringify(body).includes("may have been made or not");
}
