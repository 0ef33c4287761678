import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "../free-port.ts";

const USER = "centavo";
const PASSWORD = "only-on-loopback";
/** The user that runs the server, if root runs the tests: PostgreSQL refuses to run as root. */
export const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
const DEBIAN = "/usr/lib/postgresql";

/** The folder of PostgreSQL's programs, or undefined if they are not installed. */
export const programs: string | undefined = [
  ...(existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted().toReversed() : []).map((version) =>
    join(DEBIAN, version, "bin"),
  ),
  ...(process.env.PATH ?? "").split(":"),
].find((folder) =>
  ["initdb", "postgres", "pg_basebackup"].every((name) => existsSync(join(folder, name))),
);

export const MISSING_POSTGRES =
  "PostgreSQL's programs are missing: install Debian's package postgresql, or put them on the PATH";

/** Ways to stop a server, as `pg_ctl` names them, and a crash. */
const SIGNALS = { fast: "SIGINT", immediate: "SIGQUIT", crash: "SIGKILL" } as const;

interface ServerOptions {
  /** Settings, e.g. `{ fsync: "off" }`. */
  settings?: Record<string, string | number>;
  /** A folder with a copy of another server. */
  folder?: string;
}

/** A PostgreSQL server of the tests in a folder of its own, on loopback. It runs as an ordinary user. */
export class PostgresServer {
  readonly port: number;
  readonly folder: string;
  readonly #settings: Record<string, string | number>;
  #process: ChildProcess | undefined;
  #databases = 0;

  private constructor(port: number, folder: string, settings: ServerOptions["settings"] = {}) {
    this.port = port;
    this.folder = folder;
    this.#settings = settings;
  }

  static async start({ settings, folder }: ServerOptions = {}): Promise<PostgresServer> {
    const server = new PostgresServer(await freePort(), folder ?? createCluster(), settings);
    process.once("exit", server.#discard);
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const settings = {
      port: this.port,
      listen_addresses: "127.0.0.1",
      unix_socket_directories: this.folder,
      // What a server of the tests loses in a power failure, nobody misses.
      fsync: "off",
      ...this.#settings,
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    this.#process = spawn(join(programs ?? "", "postgres"), ["-D", this.folder, ...flags], {
      stdio: ["ignore", "ignore", "pipe"],
      ...user,
    });
    let log = "";
    this.#process.stderr?.on("data", (chunk) => {
      log += chunk;
    });
    for (let attempt = 0; attempt < 200; attempt++) {
      if (this.#process.exitCode !== null) throw new Error(`The server ended:\n${log}`);
      if (await this.answers()) return;
      await setTimeout(50);
    }
    throw new Error(`The server does not answer:\n${log}`);
  }

  /** Copies the server, and starts the copy as a standby. If it is synchronous, a commit waits until the standby has it. */
  async startStandby({ isSynchronous = true } = {}): Promise<PostgresServer> {
    const parent = newFolder();
    const folder = join(parent, "data");
    const flags = ["-D", folder, "-R", "-X", "stream", "--checkpoint=fast", "--no-sync"];
    const source = `${this.address("postgres")}?application_name=standby`;
    execFileSync(join(programs ?? "", "pg_basebackup"), ["-d", source, ...flags], {
      stdio: ["ignore", "ignore", "pipe"],
      ...user,
    });
    const standby = await PostgresServer.start({ folder });
    if (!isSynchronous) return standby;
    await this.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await this.query("SELECT pg_reload_conf()");
    const sql = "SELECT sync_state FROM pg_stat_replication WHERE sync_state = 'sync'";
    while ((await this.query(sql)).length === 0) await setTimeout(50);
    return standby;
  }

  /** Kills the server, and lets its standby take over. It gives the transaction ids of the server to others. */
  async failOverTo(standby: PostgresServer): Promise<void> {
    await this.stop("crash");
    await standby.query("SELECT pg_promote()");
    for (let count = 0; count < 50; count++) await standby.query("SELECT pg_current_xact_id()");
  }

  async stop(how: keyof typeof SIGNALS = "fast"): Promise<void> {
    const server = this.#process;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    // A crash kills the processes of its connections too, which have the server as their parent.
    if (how === "crash") for (const child of childrenOf(server.pid)) killIfRunning(child);
    server.kill(SIGNALS[how]);
    await ended;
  }

  /** Leaves nothing of a server that nobody has closed when its process ends, which waits for no promise. */
  readonly #discard = (): void => {
    const flags = ["stop", "-D", this.folder, "-m", "immediate"];
    spawnSync(join(programs ?? "", "pg_ctl"), flags, { stdio: "ignore", ...user });
    rmSync(dirname(this.folder), { recursive: true, force: true });
  };

  /** Stops the server and deletes its folder. */
  async close(): Promise<void> {
    process.off("exit", this.#discard);
    await this.stop("immediate");
    rmSync(dirname(this.folder), { recursive: true, force: true });
  }

  address(database: string, user = USER, password = PASSWORD): string {
    return `postgres://${user}:${password}@127.0.0.1:${this.port}/${database}`;
  }

  /** The address of a new, empty database. */
  async createDatabase(): Promise<string> {
    this.#databases += 1;
    const name = `sandbox_${process.pid}_${this.#databases}`;
    await this.query(`CREATE DATABASE ${name}`);
    return this.address(name);
  }

  async query<Row>(sql: string, address = this.address("postgres")): Promise<Row[]> {
    const client = new Client({ connectionString: address });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(sql)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  async answers(): Promise<boolean> {
    return this.query("SELECT 1").then(
      () => true,
      () => false,
    );
  }
}

function killIfRunning(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** A new folder that the user of the server owns. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "centavo-postgres-"));
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Creates the files of a server, and returns their folder. */
function createCluster(): string {
  const folder = newFolder();
  const passwordFile = join(folder, "password");
  const data = join(folder, "data");
  writeFileSync(passwordFile, PASSWORD);
  if (user) chownSync(passwordFile, user.uid, user.gid);
  execFileSync(
    join(programs ?? "", "initdb"),
    [
      ...["-D", data, "-U", USER, "--pwfile", passwordFile, "--auth", "scram-sha-256"],
      ...["--encoding", "UTF8", "--locale", "C", "--no-sync"],
    ],
    { stdio: ["ignore", "ignore", "pipe"], ...user },
  );
  rmSync(passwordFile);
  return data;
}

function childrenOf(pid: number | undefined): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(path)) return [];
  return execFileSync("cat", [path], { encoding: "utf8" }).trim().split(" ").map(Number);
}
