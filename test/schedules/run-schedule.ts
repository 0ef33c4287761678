import { AccessTokens } from "../../src/sandbox/auth/access-tokens.ts";
import { createSharedContext } from "../../src/sandbox/context.ts";
import { newSettings } from "../../src/sandbox/runtime/random-seed.ts";
import { Secrets } from "../../src/sandbox/runtime/signing-secret.ts";
import { createCompany } from "../../src/sandbox/services/companies.ts";
import { START } from "../sandbox/clock-start-time.ts";
import { body } from "../sandbox/contract-examples.ts";
import { assertThat, Invariants, Violation } from "./invariants.ts";
import { type Response, SandboxProcess, type World } from "./sandbox-process.ts";
import { SimulatedServer } from "./simulated-database.ts";
import { type Decision, type Owner, PAUSE, Simulation } from "./simulation.ts";

/** What a client does, at one of the processes. */
export type Command = { at: number } & (
  | { do: "pay"; with: "pix" | "card" | "cardLater" }
  | { do: "decide"; which: number }
  | { do: "refund"; which: number }
  | { do: "advance"; seconds: number }
  | { do: "read" }
  | { do: "snapshot" }
  | { do: "restore" }
  | { do: "reset" }
);

export interface Scenario {
  isFrozen: boolean;
  processes: number;
  /** Clients send their requests one after the other. */
  clients: readonly (readonly Command[])[];
  /** What the receiver answers to the first postbacks. Then it answers 200. */
  answers: readonly ("accepts" | "fails" | "hangs")[];
  decisions: readonly Decision[];
}

const DAY = 86_400;
const BEGIN = Date.parse(START);
const RECEIVER = "http://127.0.0.1:9/postbacks";

const settings = newSettings({ seed: "schedules", db: "shared", isExposed: false });
const secrets = new Secrets(settings);
/** The clock may be advanced by any time, and tokens are not what the schedules are about. */
const tokenFor = (sub: string) =>
  new AccessTokens(secrets).create({ sub, use: "access", iat: 0, exp: 2 ** 40, jti: "any" });

const change = { billingData: { postbackUrl: RECEIVER } };
const card = (cardNumber: string) => ({ ...change, cardData: { cardNumber } });
const bodies = {
  pix: body("payments.create", "pix", change),
  card: body("payments.create", "card", card("4000000000000010")),
  cardLater: body("payments.create", "card", card("4000000000000036")),
};

const NEXT = { pix: "PAID", card: "DISPUTED", cardLater: "SUCCEEDED" };

/** Runs one schedule. @throws {Violation} if the sandbox breaks a promise. */
export async function runSchedule(scenario: Scenario): Promise<Simulation> {
  const run = new ScheduleRun(scenario);
  try {
    await run.finish();
  } catch (error) {
    if (error instanceof Error) error.message += `\n${run.simulation.trace.slice(-60).join("\n")}`;
    throw error;
  }
  return run.simulation;
}

class ScheduleRun implements World {
  readonly simulation: Simulation;
  readonly server: SimulatedServer;
  readonly settings = settings;
  readonly frozenAt: number | undefined;
  readonly #scenario: Scenario;
  readonly #invariants = new Invariants();
  readonly #processes: SandboxProcess[] = [];
  #crashes = 0;
  #received = 0;
  #failure: unknown;
  /** The clock that a reader has seen, and the generation of the data. */
  #seen = { generation: 0, now: 0 };
  #paid: Paid[] = [];
  #snapshots: { id: string; present: ReadonlySet<number> }[] = [];
  #amounts = 1000;
  #token = "";

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.frozenAt = scenario.isFrozen ? BEGIN : undefined;
    this.simulation = new Simulation(BEGIN, scenario.decisions, (owner) => this.#replace(owner));
    this.server = new SimulatedServer(
      () => this.simulation,
      async (owner, _, data, calls) => {
        try {
          await this.#invariants.beforeCommit(owner, data, calls);
        } catch (error) {
          this.#fail(error);
        }
      },
    );
  }

  async finish(): Promise<void> {
    this.#token = tokenFor(await this.#createCompany());
    for (let number = 0; number < this.#scenario.processes; number++) this.#startProcess();
    const clients = this.#scenario.clients.map((commands) => this.#runClient(commands));
    void this.#follow();
    await this.#complete(Promise.all(clients));
    await this.#settle();
  }

  /** Lets time pass until this is done, and the schedule is over. */
  async #complete(work: Promise<unknown>): Promise<void> {
    let isDone = false;
    void work.then(
      () => {
        isDone = true;
      },
      (error) => this.#fail(error),
    );
    await this.#rest(() => isDone && this.simulation.isOver);
    assertThat(isDone, "a request gets no response");
  }

  /** Lets time pass until a condition holds. Where there are only timers left, it passes quickly. */
  async #rest(isDone: () => boolean): Promise<void> {
    for (let round = 0; round < 10 && !isDone(); round++) {
      await this.simulation.run(() => this.#failure !== undefined || isDone(), 10);
      if (this.#failure !== undefined) throw this.#failure;
      if (!isDone()) this.simulation.pass(PAUSE);
    }
  }

  async #createCompany(): Promise<string> {
    const shared = createSharedContext({
      ...{ settings, frozenAt: this.frozenAt, systemTime: () => BEGIN },
    });
    return this.server.memory.sharedTransaction(async (data) => {
      await data.settings.save(settings);
      return (await createCompany(data, shared, {})).id;
    });
  }

  #startProcess(): void {
    this.#processes.push(new SandboxProcess(`p${this.#processes.length + 1}`, this));
  }

  #replace(owner: Owner): void {
    this.#crashes += 1;
    (owner as SandboxProcess).die();
    this.#startProcess();
  }

  #alive(): SandboxProcess[] {
    return this.#processes.filter(({ isDead }) => !isDead);
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
  }

  reportDefect(error: unknown): void {
    this.#fail(error);
  }

  receive(owner: Owner, text: string): number | undefined {
    const { eventId } = JSON.parse(text);
    try {
      this.#invariants.assertMayArrive(owner, eventId, this.simulation.now);
    } catch (error) {
      this.#fail(error);
    }
    const answer = this.#scenario.answers[this.#received++];
    if (answer === "hangs") return undefined;
    return answer === "fails" ? 500 : 200;
  }

  async #runClient(commands: readonly Command[]): Promise<void> {
    for (const command of commands) {
      await this.simulation.turn("client", undefined);
      const alive = this.#alive();
      const process = alive[command.at % alive.length];
      if (process) await this.#perform(command, process);
    }
  }

  async #perform(command: Command, process: SandboxProcess): Promise<void> {
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
        return this.#advance(process, command.seconds);
      case "read":
        return this.#read(process);
      default:
        return this.#replaceData(process, command.do);
    }
  }

  #send(process: SandboxProcess, method: string, path: string, json?: unknown) {
    return process.request(method, path, { token: this.#token, json });
  }

  async #pay(process: SandboxProcess, kind: keyof typeof bodies): Promise<void> {
    const amount = this.#amounts++;
    const { billingData, ...rest } = bodies[kind];
    const json = { ...rest, billingData: { ...billingData, amount } };
    const response = await this.#send(process, "POST", "/payments", json);
    const count = this.#invariants.created.get(amount) ?? 0;
    if (response?.status === 200) {
      assertThat(count === 1, `an acknowledged payment exists ${count} times`);
      const { id } = (response.body as { data: { id: string } }).data;
      this.#paid.push({ id, amount, generation: response.generation, next: NEXT[kind] });
    } else if (response && !isUnknown(response)) {
      assertThat(count === 0, `a payment exists whose request failed with ${response.status}`);
    }
  }

  async #change(
    process: SandboxProcess,
    which: number,
    request: (payment: Paid) => [string, object],
  ): Promise<void> {
    const payment = this.#paid[which % Math.max(1, this.#paid.length)];
    if (payment) await this.#send(process, "POST", ...request(payment));
  }

  async #advance(process: SandboxProcess, seconds: number): Promise<void> {
    const path = "/_sandbox/clock/advance";
    const before = { ...this.#seen };
    const response = await this.#send(process, "POST", path, { seconds });
    if (response?.status !== 200) return;
    // It begins where those in progress end.
    const least = { ...before, now: before.now + seconds * 1000 };
    this.#sees(response, least);
  }

  /** Whoever reads after another has read sees no earlier time, and nothing that is overdue at that time. */
  async #read(process: SandboxProcess): Promise<void> {
    const before = { ...this.#seen };
    const clock = await this.#send(process, "GET", "/_sandbox/clock");
    if (clock?.status === 200) this.#sees(clock, before);
    const known = { ...this.#seen };
    const list = await this.#send(process, "GET", "/payments");
    if (list?.status !== 200 || list.generation !== known.generation) return;
    const { data } = list.body as unknown as { data: PaymentShown[] };
    const overdue = data.find(
      ({ status, pixDetails }) =>
        status === "PENDING" && pixDetails && Date.parse(pixDetails.expirationDate) <= known.now,
    );
    assertThat(!overdue, `a payment is pending after its end: ${JSON.stringify(overdue)}`);
  }

  #sees({ generation, body }: Response, before: { generation: number; now: number }): void {
    const now = Date.parse((body as unknown as { data: { now: string } }).data.now);
    assertThat(
      generation !== before.generation || now >= before.now,
      `the clock went back from ${before.now} to ${now}`,
    );
    const isLater = generation > this.#seen.generation;
    if (isLater) this.#seen = { generation, now };
    else if (generation === this.#seen.generation && now > this.#seen.now)
      this.#seen = { generation, now };
  }

  async #replaceData(process: SandboxProcess, what: "snapshot" | "restore" | "reset") {
    if (what === "reset") return void (await this.#send(process, "POST", "/_sandbox/reset"));
    if (what === "restore") {
      const latest = this.#snapshots.at(-1);
      const path = `/_sandbox/snapshots/${latest?.id}/restore`;
      if (latest) await this.#send(process, "POST", path);
      return;
    }
    const response = await this.#send(process, "POST", "/_sandbox/snapshots");
    if (response?.status !== 200) return;
    const { snapshotId } = (response.body as unknown as { data: { snapshotId: string } }).data;
    this.#snapshots.push({ id: snapshotId, present: new Set(this.#invariants.present) });
  }

  readonly #streamed = { last: 0, isOpen: false };

  /** Follows the events, at another process whenever the stream ends. */
  async #follow(): Promise<void> {
    for (let number = 0; ; number++) {
      await this.simulation.turn("stream", undefined);
      const alive = this.#alive();
      const process = alive[number % alive.length];
      if (!process) return;
      const response = await process.request("GET", "/_sandbox/events", {
        ...{ token: this.#token, accept: "text/event-stream" },
        "last-event-id": `${this.#streamed.last}`,
      });
      if (response?.status !== 200) continue;
      await this.#readStream(process, response.body as AsyncIterable<string>);
    }
  }

  async #readStream(process: SandboxProcess, stream: AsyncIterable<string>): Promise<void> {
    const iterator = stream[Symbol.asyncIterator]();
    for (;;) {
      const next = await process.whileAlive(() => iterator.next().catch(() => undefined));
      if (!next || next.done) return;
      for (const [, id] of next.value.matchAll(/^id: (\d+)$/gm)) {
        const isNext = Number(id) === this.#streamed.last + 1 || this.#invariants.generation > 0;
        if (!isNext || Number(id) <= this.#streamed.last)
          this.#fail(new Violation(`the stream shows ${id} after ${this.#streamed.last}`));
        this.#streamed.last = Number(id);
      }
    }
  }

  /** When nothing goes wrong any more, everything is delivered that is due, and every acknowledged write is there. */
  async #settle(): Promise<void> {
    const [process] = this.#alive();
    if (!process) throw new Violation("No process is left.");
    // The first may leave what a client adds meanwhile.
    for (let time = 0; time < 2; time++) await this.#complete(this.#advance(process, 2 * DAY));
    const isDelivered = () => this.#invariants.pendingPostbacks.length === 0;
    const isShown = () => this.#streamed.last === this.#invariants.lastEventId;
    await this.#rest(isDelivered);
    // A stream soon shows what another process has done, although nobody tells it.
    const end = this.simulation.now + 5_000;
    while (!isShown() && this.simulation.now < end) await this.simulation.run(isShown, 1);
    const pending = this.#invariants.pendingPostbacks.map(({ resource }) => resource);
    assertThat(pending.length === 0, `postbacks stay undelivered: ${JSON.stringify(pending)}`);
    const { generation, present, lastEventId } = this.#invariants;
    const missing = this.#paid.filter(
      (each) => each.generation === generation && !present.has(each.amount),
    );
    assertThat(missing.length === 0, `acknowledged payments are gone: ${JSON.stringify(missing)}`);
    const { last } = this.#streamed;
    assertThat(last === lastEventId, `the stream ends with ${last} instead of ${lastEventId}`);
  }
}

/** A payment that was acknowledged, and a status that it may get. */
interface Paid {
  id: string;
  amount: number;
  generation: number;
  next: string;
}

interface PaymentShown {
  status: string;
  pixDetails?: { expirationDate: string };
}

/** Whether the response says that the change may have been made or not. */
function isUnknown({ body }: Response): boolean {
  return JSON.stringify(body).includes("may have been made or not");
}
