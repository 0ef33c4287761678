import { AccessTokens } from "../../src/sandbox/auth/access-tokens.ts";
import { createSharedContext } from "../../src/sandbox/context.ts";
import { newSettings } from "../../src/sandbox/runtime/random-seed.ts";
import { Secrets } from "../../src/sandbox/runtime/signing-secret.ts";
import { createCompany } from "../../src/sandbox/services/companies.ts";
import { nodeTimers } from "../../src/sandbox-node/node-timers.ts";
import { START } from "../sandbox/clock-start-time.ts";
import { Clients, type Command, EventReader } from "./clients.ts";
import { assertThat, Invariants } from "./invariants.ts";
import { SimulatedServer } from "./simulated-database.ts";
import { SandboxProcess, type World } from "./simulated-process.ts";
import { type Decision, type Owner, PAUSE, Simulation } from "./simulation.ts";

/** What happens in an interleaving, and in which order. */
export interface Scenario {
  /** Whether the company's clock is frozen. */
  isFrozen: boolean;
  processes: number;
  /** Each client sends its requests one after the other. */
  clients: readonly (readonly Command[])[];
  /** What the receiver does with the first postbacks. It accepts all others. */
  answers: readonly ("accepts" | "fails" | "hangs")[];
  decisions: readonly Decision[];
}

const BEGIN = Date.parse(START);
const SECOND = 1_000;
/** In seconds. By then, everything is due that an interleaving has left. */
const TWO_DAYS = 172_800;
/** The steps before a failure that its report shows. */
const SHOWN_STEPS = 60;

const settings = newSettings({ seed: "schedules", hasOwnSecret: true });
const accessTokens = new AccessTokens(new Secrets(settings));

/** Runs one interleaving. @throws {Error} if the sandbox breaks a promise, with the latest steps. */
export async function runInterleaving(scenario: Scenario): Promise<void> {
  const run = new InterleavingRun(scenario);
  try {
    await run.finish();
  } catch (error) {
    const steps = run.simulation.trace.slice(-SHOWN_STEPS).join("\n");
    throw new Error(`${(error as Error).message}, after these steps:\n${steps}`, { cause: error });
  }
}

class InterleavingRun implements World {
  readonly simulation: Simulation;
  readonly server: SimulatedServer;
  readonly settings = settings;
  readonly frozenAt: number | undefined;
  readonly #scenario: Scenario;
  readonly #invariants = new Invariants();
  readonly #processes: SandboxProcess[] = [];
  #received = 0;
  #failure: unknown;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.frozenAt = scenario.isFrozen ? BEGIN : undefined;
    this.simulation = new Simulation(BEGIN, scenario.decisions, (owner) => this.#replace(owner));
    this.server = new SimulatedServer(this.simulation, async (...transaction) => {
      await this.#invariants
        .beforeCommit(...transaction)
        .catch((error) => this.reportDefect(error));
    });
  }

  async finish(): Promise<void> {
    const token = await this.#createCompany();
    const clients = new Clients(token, this.#invariants);
    const reader = new EventReader(token, this.#invariants);
    for (let number = 0; number < this.#scenario.processes; number++) this.#startProcess();
    void this.#follow(reader);
    await this.#complete(
      Promise.all(this.#scenario.clients.map((commands) => this.#send(clients, commands))),
    );
    await this.#settle(clients, reader);
  }

  /** Returns a token that lasts: advances of the clock would let another expire. */
  async #createCompany(): Promise<string> {
    const shared = createSharedContext({
      ...{ settings, frozenAt: this.frozenAt, timers: { ...nodeTimers, systemTime: () => BEGIN } },
    });
    const { id: sub } = await this.server.memory.sharedTransaction(async (data) => {
      await data.settings.save(settings);
      return createCompany(data, shared, {});
    });
    return accessTokens.create({ sub, use: "access", iat: 0, exp: 2 ** 40, jti: "any" });
  }

  #startProcess(): void {
    this.#processes.push(new SandboxProcess(`p${this.#processes.length + 1}`, this));
  }

  #replace(owner: Owner): void {
    (owner as SandboxProcess).die();
    this.#startProcess();
  }

  /** One of the processes that are there. */
  #processAt(index: number): SandboxProcess {
    const alive = this.#processes.filter(({ isDead }) => !isDead);
    return alive[index % alive.length] as SandboxProcess;
  }

  /** The first failure counts: others may follow from it. */
  reportDefect(error: unknown): void {
    this.#failure ??= error;
  }

  beginAttempt(knownBy: string, text: string): () => number | undefined {
    const { eventId } = JSON.parse(text);
    const claim = this.#invariants.takeClaim(knownBy, eventId);
    return () => {
      try {
        this.#invariants.assertMayArrive(claim, eventId, this.simulation.now);
      } catch (error) {
        this.reportDefect(error);
      }
      const answer = this.#scenario.answers[this.#received++];
      if (answer === "hangs") return undefined;
      return answer === "fails" ? 500 : 200;
    };
  }

  async #send(clients: Clients, commands: readonly Command[]): Promise<void> {
    for (const command of commands) {
      await this.simulation.turn("client");
      await clients.perform(command, this.#processAt(command.at));
    }
  }

  /** Asks for new events each second, each time at another process. */
  async #follow(reader: EventReader): Promise<void> {
    for (let number = 0; this.#failure === undefined; number++) {
      await this.simulation.turn("reader");
      await reader.read(this.#processAt(number)).catch((error) => this.reportDefect(error));
      await new Promise<void>((resolve) => this.simulation.startTimer(resolve, SECOND));
    }
  }

  /** Lets the interleaving go on until it is over, and this is done. */
  async #complete(work: Promise<unknown>): Promise<void> {
    let isDone = false;
    void work.then(
      () => {
        isDone = true;
      },
      (error) => this.reportDefect(error),
    );
    await this.#rest(() => isDone && this.simulation.isOver);
    assertThat(isDone, "a request gets no response");
    assertThat(this.simulation.isOver, "the interleaving is not over");
  }

  /** Lets time pass until a condition holds: in large steps once only timers are left. */
  async #rest(isDone: () => boolean): Promise<void> {
    for (let round = 0; round < 10 && !isDone(); round++) {
      await this.#run(isDone, 10);
      if (!isDone()) this.simulation.pass(PAUSE);
    }
  }

  async #run(isDone: () => boolean, maxTimers: number): Promise<void> {
    await this.simulation.run(() => this.#failure !== undefined || isDone(), maxTimers);
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** When nothing goes wrong any more, what is due gets done, and every acknowledged write is there. */
  async #settle(clients: Clients, reader: EventReader): Promise<void> {
    const { simulation } = this;
    const invariants = this.#invariants;
    // The first may leave what is retried from its end on.
    for (let time = 0; time < 2; time++)
      await this.#complete(clients.advance(this.#processAt(0), TWO_DAYS));
    await this.#rest(() => invariants.pendingPostbacks.length === 0);
    const [pending] = invariants.pendingPostbacks;
    assertThat(!pending, `a postback stays undelivered: ${JSON.stringify(pending)}`);
    assertThat(!invariants.pending, `payment ${invariants.pending} is pending after its end`);
    const missing = clients.paid.find(
      ({ generation, amount }) =>
        generation === invariants.generation && !invariants.present.has(amount),
    );
    assertThat(!missing, `an acknowledged payment is gone: ${JSON.stringify(missing)}`);
    // A reader soon sees what any process has done.
    const end = simulation.now + 5_000;
    const isShown = () => reader.last === invariants.lastEventId;
    for (let timers = 0; !isShown() && simulation.now < end && timers < 100; timers++)
      await this.#run(isShown, 1);
    assertThat(isShown(), `a reader has seen ${reader.last} of ${invariants.lastEventId}`);
  }
}
