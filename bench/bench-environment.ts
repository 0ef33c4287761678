import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Company, orders } from "./company-fixture.ts";
import { LoadGenerator } from "./load-generator.ts";
import { ServerProcess } from "./process-usage.ts";

/** The package's command, as `npm run build` leaves it. */
export const CLI = "dist/package/src/cli/index.js";

/** The servers beside it. No TypeScript, which would be part of their start. */
export const PRISM = "bench/servers/prism-http.js";
export const BARE = "bench/servers/bare-node-http.js";

type PrismsWay = "as-its-command" | "without-log" | "with-the-least";

/** Where it is measured: a folder, a load generator, and the servers that run, for as long as it takes. */
export class BenchEnvironment implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), "centavo-bench-"));
  readonly load = new LoadGenerator();
  readonly #running: ServerProcess[] = [];
  /** A quick one shows that everything works, and its figures mean nothing. */
  readonly isQuick: boolean;

  constructor(isQuick: boolean) {
    this.isQuick = isQuick;
  }

  rounds(usual: number): number {
    return this.isQuick ? 1 : usual;
  }

  /** How many payments there are to be in a store. */
  payments(usual: number): number {
    return this.isQuick ? usual / 50 : usual;
  }

  /** Starts a program that is a server. */
  async start(...args: string[]): Promise<ServerProcess> {
    const running = await ServerProcess.start(this.folder, ...args);
    this.#running.push(running);
    return running;
  }

  /** Starts the sandbox as its package has it. */
  sandbox(...flags: string[]): Promise<ServerProcess> {
    return this.start(CLI, "sandbox", "--port", "0", ...flags);
  }

  prism(way: PrismsWay): Promise<ServerProcess> {
    return this.start(PRISM, way);
  }

  /** Gives the first company of a sandbox so many payments. */
  async fill(running: ServerProcess, payments: number): Promise<void> {
    const shop = await Company.first(running);
    const calls = orders.map((order) => shop.order(order));
    await this.load.run(running.port, calls, { count: payments });
  }

  /** The name of a file that is not there yet. */
  file(ending: string): string {
    return join(this.folder, `${crypto.randomUUID()}.${ending}`);
  }

  /** Ends what runs, so that the next part has the machine for itself. */
  async endServers(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((running) => running.end()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.endServers();
    this.load[Symbol.dispose]();
    rmSync(this.folder, { recursive: true });
  }
}
