import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { programs } from "../test/postgres/postgres-server.ts";

const run = promisify(execFile);

/** The database has this many times 100,000 accounts. */
const SCALE = 10;

/** PostgreSQL's own benchmark, on a database of its own. */
export class Pgbench {
  readonly #program = join(programs ?? "", "pgbench");
  readonly #database: string;

  private constructor(database: string) {
    this.#database = database;
  }

  static async prepare(database: string): Promise<Pgbench> {
    const pgbench = new Pgbench(database);
    await run(pgbench.#program, ["--initialize", "--quiet", `--scale=${SCALE}`, database]);
    return pgbench;
  }

  /** The transactions per second, without the time to connect. */
  async measure(flags: string, seconds: number): Promise<number> {
    const all = ["--no-vacuum", `--time=${seconds}`, ...flags.split(" "), this.#database];
    const { stdout } = await run(this.#program, all);
    // Up to PostgreSQL 13, the first of two lines includes the time to connect.
    const rates = [...stdout.matchAll(/^tps = ([\d.]+)/gm)];
    return Number(rates.at(-1)?.[1]);
  }
}
