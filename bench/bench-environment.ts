import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Company, orders } from "./company-fixture.ts";
import type { Measured } from "./comparison.ts";
import { type Amount, LoadGenerator } from "./load-generator.ts";
import { ServerProcess } from "./process-usage.ts";
import type { Call } from "./requests.ts";

/** The package's CLI, as built by `npm run build`. */
export const CLI = "dist/package/src/cli/index.js";
export const SANDBOX = "dist/package/src/sandbox/index.js";

/** The other programs. They are JavaScript, since compiling TypeScript would slow down their start. */
export const PRISM = "bench/servers/prism-http.js";
export const BARE = "bench/servers/bare-node-http.js";
export const IN_PROCESS = "bench/servers/sandbox-in-process.js";

/** The environment of a benchmark: a temporary folder, a load generator and the running servers. */
export class BenchEnvironment implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), "centavo-bench-"));
  readonly load = new LoadGenerator();
  readonly #servers: ServerProcess[] = [];
  /** A quick run only shows that everything works. Its figures are meaningless. */
  readonly isQuick: boolean;
  /** A folder with the built package of an earlier commit, to compare with. */
  readonly previous: string | undefined;

  constructor(isQuick: boolean, previous?: string) {
    this.isQuick = isQuick;
    this.previous = previous;
  }

  rounds(fullCount: number): number {
    return this.isQuick ? 1 : fullCount;
  }

  /** The number of payments to create in a store. */
  payments(fullCount: number): number {
    return this.isQuick ? fullCount / 50 : fullCount;
  }

  /** Starts a server. */
  async start(...args: string[]): Promise<ServerProcess> {
    const server = await ServerProcess.start(this.folder, ...args);
    this.#servers.push(server);
    return server;
  }

  /** Starts the sandbox of the built package. */
  sandbox(...flags: string[]): Promise<ServerProcess> {
    return this.sandboxOf(".", ...flags);
  }

  /** Starts the sandbox of the package that was built in a folder. */
  sandboxOf(folder: string, ...flags: string[]): Promise<ServerProcess> {
    return this.start(join(folder, CLI), "sandbox", "--port", "0", ...flags);
  }

  /** Sends requests to servers that share them. */
  async measure(
    servers: readonly ServerProcess[],
    calls: readonly Call[],
    amount: Amount,
  ): Promise<Measured> {
    const used = () => servers.reduce((sum, server) => sum + server.processorTime(), 0);
    const before = used();
    const ports = servers.map(({ port }) => port);
    const { rate, responses } = await this.load.run(ports, calls, amount);
    return { rate, effort: (used() - before) / responses };
  }

  /** Creates payments for the first company of a sandbox. */
  async fill(server: ServerProcess, payments: number): Promise<void> {
    const company = await Company.first(server);
    const calls = orders.map((order) => company.order(order));
    await this.load.run([server.port], calls, { count: payments });
  }

  /** The path of a new file. */
  file(extension: string): string {
    return join(this.folder, `${crypto.randomUUID()}.${extension}`);
  }

  /** Stops all servers, so that the next part has the machine to itself. */
  async stopServers(): Promise<void> {
    await Promise.all(this.#servers.splice(0).map((server) => server.stop()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopServers();
    this.load[Symbol.dispose]();
    rmSync(this.folder, { recursive: true });
  }
}
