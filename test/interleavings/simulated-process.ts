import { createSharedContext } from "../../src/sandbox/context.ts";
import type { Deliver } from "../../src/sandbox/postbacks/delivery.ts";
import type { RequestLog } from "../../src/sandbox/request-log/request-log.ts";
import { RequestHandler } from "../../src/sandbox/requests/handle-request.ts";
import { findEndpoints } from "../../src/sandbox/routes.ts";
import { Scheduler } from "../../src/sandbox/scheduler/scheduler.ts";
import type { Settings } from "../../src/sandbox/store/store.ts";
import { StoreError } from "../../src/sandbox/store/store-error.ts";
import { UnitOfWork } from "../../src/sandbox/unit-of-work.ts";
import { openSimulatedStore, type SimulatedServer } from "./simulated-database.ts";
import { simulatedTimers } from "./simulated-timers.ts";
import { currentOwner, type Owner, type Simulation } from "./simulation.ts";

/** What all processes of an interleaving share. */
export interface World {
  simulation: Simulation;
  server: SimulatedServer;
  settings: Settings;
  frozenAt: number | undefined;
  /**
   * Begins an attempt under the claim that a process, or the id of a listener's claim, stands for. Calling what it returns,
   * the postback arrives at its receiver, which answers with a status, or not at all.
   */
  beginAttempt(knownBy: string, body: string): () => number | undefined;
  reportDefect(error: unknown): void;
}

export interface Response {
  status: number;
  generation: number;
  body: object;
}

/** A sandbox without its HTTP server. Others can end it at any step. */
export class SandboxProcess implements Owner {
  readonly name: string;
  readonly simulation: Simulation;
  isDead = false;
  readonly world: World;
  readonly #handler: RequestHandler;
  readonly #scheduler: Scheduler;
  readonly #requestLog: RequestLog;
  isStopping = false;
  readonly #death = Promise.withResolvers<undefined>();

  constructor(name: string, world: World) {
    this.name = name;
    this.world = world;
    this.simulation = world.simulation;
    const started = this.simulation.runAs(this, () => this.#start());
    this.#handler = started.handler;
    this.#scheduler = started.scheduler;
    this.#requestLog = started.requestLog;
  }

  #start() {
    const { settings, frozenAt, server } = this.world;
    const shared = createSharedContext({
      ...{ settings, frozenAt, timers: simulatedTimers(this.simulation) },
    });
    const report = (error: unknown) => {
      // The interleaving loses connections: this is no defect.
      if (!isExpected(error)) this.world.reportDefect(error);
      return "";
    };
    const unitOfWork = new UnitOfWork(openSimulatedStore(server, this), shared, report);
    const scheduler = new Scheduler(
      unitOfWork,
      { timers: simulatedTimers(this.simulation), deliver: deliverInSimulation },
      report,
    );
    const url = `http://${this.name}.example`;
    Object.assign(shared.address, { url, publicUrl: url });
    void scheduler.start();
    const handler = new RequestHandler({ findEndpoints, unitOfWork, scheduler, report });
    return { handler, scheduler, requestLog: unitOfWork.requestLog };
  }

  /** Ends as on SIGTERM. Another one takes its place. */
  async stop(): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    await this.whileAlive(async () => {
      this.#handler.close();
      await this.#scheduler.close();
      await this.#requestLog.flushAll();
    });
    if (!this.isDead) this.simulation.crash(this);
  }

  /** Undefined if the process ends before it has responded. */
  async request(
    method: string,
    path: string,
    { token, json, query = "" }: { token: string; json?: unknown; query?: string },
  ): Promise<Response | undefined> {
    const response = this.simulation.runAs(this, () =>
      this.#handler.handle({
        method,
        path,
        query,
        headers: {
          host: "127.0.0.1",
          "content-type": "application/json",
          authorization: `Bearer ${token}`,
        },
        readBody: async () => Buffer.from(json === undefined ? "" : JSON.stringify(json)),
        async *pieces() {},
        inspectorUrl: () => undefined,
        baseUrl: () => "",
      }),
    );
    const ended = await Promise.race([response, this.#death.promise]);
    if (!ended) return undefined;
    const { status, headers: shown = {}, body } = ended;
    const generation = Number(shown["x-sandbox-generation"] ?? 0);
    return {
      ...{ status: status ?? 0, generation },
      body: JSON.parse(body as string),
    };
  }

  /** The same promise, or undefined if the process ends first. */
  whileAlive<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
    return Promise.race([this.simulation.runAs(this, run), this.#death.promise]);
  }

  die(): void {
    this.world.server.disconnect(this);
    this.#death.resolve(undefined);
  }
}

/** Whether an error is due to what goes wrong in an interleaving. */
function isExpected(error: unknown): boolean {
  return error instanceof StoreError || (error as { code?: string }).code === "ECONNRESET";
}

/** The way to the receiver is one step, and the way back another. */
const deliverInSimulation: Deliver = async ({ body }, { closing, timeout }) => {
  const process = currentOwner();
  if (!(process instanceof SandboxProcess)) throw new Error("No simulated process delivers this.");
  const { simulation, world } = process;
  const lost = { status: null, answer: null, problem: "The response was lost.", timedOut: false };
  // Before its turn: until then, the process may claim the postback again.
  const arrive = world.beginAttempt(process.name, body);
  if ((await simulation.turn("postback")) === "lost") return lost;
  const status = arrive();
  if (status === undefined) {
    await new Promise<void>((resolve) => {
      simulation.startTimer(resolve, timeout);
      closing.addEventListener("abort", () => resolve());
    });
    return { ...lost, timedOut: true };
  }
  if ((await simulation.turn("response of the receiver")) === "lost") return lost;
  return { status, answer: "", problem: null, timedOut: false };
};
