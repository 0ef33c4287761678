import { setTimeout } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { openPooler, type Pooler, withPort } from "../postgres/pooler.ts";
import { PostgresServer } from "../postgres/postgres-server.ts";
import { SandboxFleet, until } from "../postgres/sandbox-fleet.ts";
import { openProxy, type TcpProxy } from "../postgres/tcp-proxy.ts";
import type { Shop } from "../sandbox/company-fixture.ts";
import { Chance } from "../stress/seeded-random.ts";
import type { Processes } from "./clients.ts";

const NOBODY_LISTENS = 1;
const MINUTE = 60_000;

/** Processes of the sandbox, the last of them behind pgbouncer, and a proxy in front of the server that they share. */
export class Stage {
  server: PostgresServer;
  readonly proxy: TcpProxy;
  readonly pooler: Pooler;
  readonly fleets: readonly SandboxFleet[];
  readonly chance = new Chance("stage");
  readonly #database: string;

  private constructor(
    parts: Pick<Stage, "server" | "proxy" | "pooler" | "fleets">,
    address: string,
  ) {
    ({ server: this.server, proxy: this.proxy, pooler: this.pooler, fleets: this.fleets } = parts);
    this.#database = new URL(address).pathname.slice(1);
  }

  static async open(): Promise<Stage> {
    const server = await PostgresServer.start();
    const address = await server.createDatabase();
    const proxy = await openProxy(server.port);
    const behindProxy = withPort(address, proxy.port);
    const pooler = await openPooler(behindProxy);
    const direct = await SandboxFleet.start(behindProxy, [], 2);
    const pooled = await SandboxFleet.start(pooler.address, [], 1);
    const stage = new Stage({ server, proxy, pooler, fleets: [direct, pooled] }, address);
    onTestFinished(() => stage.#close());
    return stage;
  }

  async #close(): Promise<void> {
    await Promise.all(this.fleets.map((fleet) => fleet.close()));
    await this.server.close();
  }

  get address(): string {
    return this.server.address(this.#database);
  }

  readonly processes: Processes = () =>
    this.fleets.flatMap((fleet) => fleet.members()).map((url) => ({ name: url.slice(-5), url }));

  /** The processes as a company sees them. */
  readonly shops = (keys?: Shop["keys"]): Shop[] =>
    this.fleets.flatMap((fleet) => fleet.shops(keys));

  /** Waits until every process can work. */
  ready(): Promise<void> {
    return until(async () => {
      const answers = this.processes().map(({ url }) => fetch(`${url}/_sandbox/ready`));
      return (await Promise.all(answers)).every(({ ok }) => ok);
    });
  }

  /** One of the processes. */
  pick(): [SandboxFleet, number] {
    const [direct, pooled] = this.fleets as [SandboxFleet, SandboxFleet];
    return this.chance.pick([
      [direct, 0],
      [direct, 1],
      [pooled, 0],
    ]);
  }

  async restartServer(how: "fast" | "immediate" | "crash"): Promise<void> {
    await this.server.stop(how);
    await setTimeout(500);
    await this.server.start();
  }

  /** Cuts the connections of some calls that are about to commit, or have. */
  async cutCommits(when: "before" | "after"): Promise<void> {
    let left = 8;
    this.proxy.cut = (sent) =>
      left > 0 && sent.includes("COMMIT") && left-- > 0 ? when : undefined;
    await until(async () => left === 0);
    this.proxy.cut = () => undefined;
  }
}

/** What goes wrong. Afterwards everything runs again. */
export const faults: Record<string, (stage: Stage) => Promise<void>> = {
  async "a process is killed (kill -9)"(stage) {
    const [fleet, index] = stage.pick();
    await fleet.kill(index);
    await fleet.launch(index);
  },
  async "a process is stopped under load (SIGTERM)"(stage) {
    const [fleet, index] = stage.pick();
    await fleet.end(index);
    await fleet.launch(index);
  },
  async "all connections are cut"({ proxy }) {
    proxy.cutAll();
  },
  "a connection is cut before a commit": (stage) => stage.cutCommits("before"),
  "a connection is cut after a commit": (stage) => stage.cutCommits("after"),
  "the server is stopped (fast) and started": (stage) => stage.restartServer("fast"),
  "the server is stopped (immediate) and started": (stage) => stage.restartServer("immediate"),
  "the server is killed and started": (stage) => stage.restartServer("crash"),
  async "the synchronous standby takes over"(stage) {
    const { server, proxy } = stage;
    const standby = await server.startStandby();
    await setTimeout(500);
    proxy.target = NOBODY_LISTENS;
    await server.failOverTo(standby);
    stage.server = standby;
    proxy.target = standby.port;
    await server.close();
  },
  "pgbouncer is restarted": ({ pooler }) => pooler.restart(),
  async "two processes whose clocks are apart"({ fleets }) {
    // Until the end of the run, however often they are started.
    for (const [index, fleet] of fleets.entries()) {
      fleet.ahead[0] = index === 0 ? 10 * MINUTE : -10 * MINUTE;
      await fleet.kill(0);
      await fleet.launch(0);
    }
  },
};
