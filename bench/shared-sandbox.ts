import { PostgresServer, programs } from "../test/postgres/postgres-server.ts";
import type { BenchEnvironment } from "./bench-environment.ts";
import { Company } from "./company-fixture.ts";
import type { Measured } from "./comparison.ts";
import { CONNECTIONS } from "./load-generator.ts";
import type { ServerProcess } from "./process-usage.ts";
import type { Call } from "./requests.ts";

/** About how long a measurement takes. */
export const SECONDS = 2;
/** The requests of each kind that each process answers first, so that the code of all is about equally warm. */
const WARM_UP = 500;

/** PostgreSQL keeps what it has committed when the power fails. Each process has a pool of connections. */
export const POSTGRES_SETTINGS = { fsync: "on", synchronous_commit: "on", max_connections: 200 };

/** Starts a PostgreSQL server for as long as the resources live, if its programs are installed. */
export async function startPostgres(
  bench: BenchEnvironment,
  resources: AsyncDisposableStack,
): Promise<PostgresServer | undefined> {
  if (!programs) return undefined;
  const server = await PostgresServer.start({ settings: POSTGRES_SETTINGS });
  resources.defer(() => server.close());
  // Runs first: the processes would complain about a server that has gone.
  resources.defer(() => bench.stopServers());
  return server;
}

/** Processes of the sandbox that share a store. */
export class SharedSandbox {
  readonly processes: readonly ServerProcess[];
  readonly #bench: BenchEnvironment;
  /** The latest rate of each list of calls. */
  readonly #rates = new Map<Call[], number>();

  static async start(
    bench: BenchEnvironment,
    count: number,
    ...store: string[]
  ): Promise<SharedSandbox> {
    const start = () => bench.sandbox("--quiet", ...store);
    // The first one prepares the database.
    const first = await start();
    const others = await Promise.all(Array.from({ length: count - 1 }, start));
    return new SharedSandbox(bench, [first, ...others]);
  }

  private constructor(bench: BenchEnvironment, processes: ServerProcess[]) {
    this.#bench = bench;
    this.processes = processes;
  }

  /** The first process. The others accept the tokens of its companies. */
  get first(): ServerProcess {
    return this.processes[0] as ServerProcess;
  }

  /** The first company and further ones. */
  async companies(count: number): Promise<Company[]> {
    const companies = [await Company.first(this.first)];
    while (companies.length < count) companies.push(await Company.another(this.first));
    return companies;
  }

  /**
   * Sends as many requests as the last rate lets expect for a measurement. One with a fixed duration would leave
   * requests waiting for their company, and these would slow down the next one.
   */
  async measure(calls: Call[]): Promise<Measured> {
    const expected = (this.#rates.get(calls) ?? Number.NaN) * SECONDS;
    const usual = Math.round(expected) || WARM_UP * this.processes.length;
    const count = Math.max(CONNECTIONS, this.#bench.isQuick ? 0 : usual);
    const measured = await this.#bench.measure(this.processes, calls, { count });
    this.#rates.set(calls, measured.rate);
    return measured;
  }

  /** The memory of the largest process, in bytes. */
  memory(): number {
    return Math.max(...this.processes.map((each) => each.memory()));
  }
}
