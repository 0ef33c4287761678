import type { Pool } from "pg";
import { ConcurrencyLimits } from "../../src/sandbox/store/concurrency-limits.ts";
import { openMemoryStore } from "../../src/sandbox/store/memory/memory-store.ts";
import type { CompanyData, Lease, Store } from "../../src/sandbox/store/store.ts";
import {
  type PostgresSession,
  StatementNames,
} from "../../src/sandbox-node/store/postgres/postgres-session.ts";
import { Transactions } from "../../src/sandbox-node/store/postgres/transactions.ts";
import type { Owner, Simulation } from "./simulation.ts";

/** Called with a transaction of a process before it is committed. */
type BeforeCommit = (owner: Owner, transaction: OpenTransaction) => Promise<void>;

/** A call of a transaction to its data, with the result. */
export interface DataCall {
  name: string;
  args: readonly unknown[];
  result: unknown;
}

export interface OpenTransaction {
  data: CompanyData;
  calls: DataCall[];
  /** When it got the lock on the company. */
  lockedAt: number;
  /** Resolves when the transaction has ended. */
  end(keep: boolean): Promise<void>;
}

class Undo extends Error {}

/** The server that all processes share: a store in memory, whose transactions a connection begins and ends. */
export class SimulatedServer {
  readonly memory: Store;
  readonly simulation: Simulation;
  readonly beforeCommit: BeforeCommit;
  readonly #connections = new Map<Owner, Set<Connection>>();
  /** The latest commit of each process in each company. */
  readonly #commits = new Map<string, string>();
  readonly #workerUntil = new Map<string, number>();
  readonly #locked = new Set<string>();

  constructor(simulation: Simulation, beforeCommit: BeforeCommit) {
    this.simulation = simulation;
    this.memory = openMemoryStore(async () => {
      await simulation.turn("immediate");
    });
    this.beforeCommit = beforeCommit;
  }

  /** Undoes the transactions of a process that has ended. */
  disconnect(owner: Owner): void {
    for (const connection of this.#connections.get(owner) ?? []) connection.drop();
    this.#connections.delete(owner);
  }

  connect(owner: Owner): Connection {
    const own = this.#connections.get(owner) ?? new Set();
    this.#connections.set(owner, own);
    const connection = new Connection(this, owner, () => own.delete(connection));
    own.add(connection);
    return connection;
  }

  /** Waits for the lock on the company, as `SELECT … FOR UPDATE` does. */
  begin(companyId: string, isRead: boolean): Promise<OpenTransaction> {
    return new Promise((resolve) => {
      const ended = this.#run(companyId, isRead, (data) => {
        if (!isRead) this.#locked.add(companyId);
        return new Promise<void>((keep, undo) => {
          const end = async (isKept: boolean) => {
            this.#locked.delete(companyId);
            if (isKept) keep();
            else undo(new Undo());
            await ended;
          };
          resolve({ data, calls: [], lockedAt: this.simulation.now, end });
        });
      }).catch((error) => {
        if (!(error instanceof Undo)) throw error;
      });
    });
  }

  #run(
    companyId: string,
    isRead: boolean,
    work: (data: CompanyData) => Promise<void>,
  ): Promise<void> {
    return this.memory[isRead ? "read" : "transaction"](companyId, work);
  }

  mark(companyId: string, processId: string, commitId: string): void {
    this.#commits.set(`${companyId} ${processId}`, commitId);
  }

  latestCommit(companyId: string, processId: string): string | undefined {
    return this.#commits.get(`${companyId} ${processId}`);
  }

  /** As the statement of the PostgreSQL engine, in one step. It skips a company whose lock is held. */
  async claimCompanies({ from, until }: Lease, limit: number): Promise<string[]> {
    const ids = await this.memory.sharedRead(({ companies }) => companies.ids());
    const claimed: string[] = [];
    for (const id of ids) {
      const isClaimed = (this.#workerUntil.get(id) ?? 0) > from;
      if (claimed.length === limit || isClaimed || this.#locked.has(id)) continue;
      if (await this.memory.read(id, (data) => hasDueWork(data, from))) {
        this.#workerUntil.set(id, until);
        claimed.push(id);
      }
    }
    return claimed;
  }
}

async function hasDueWork(data: CompanyData, systemTime: number): Promise<boolean> {
  const company = await data.company.get();
  if (!company) return false;
  if (company.advance) return true;
  const { clock } = company;
  const now = "now" in clock ? clock.now : systemTime + clock.ahead;
  const job = await data.jobQueue.nextDueAt();
  const postback = await data.outbox.nextDueAt({ freeAt: systemTime });
  return [job, postback].some((due) => due !== undefined && due <= now);
}

function connectionLost(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
}

/** The statements of `Transactions` that the simulated server understands, in which the values are ids. */
const STATEMENTS =
  /\b(BEGIN|FOR UPDATE|INTO centavo\.commits|COMMIT|ROLLBACK|SELECT id|DATA|CALL .*)/;

/** Understands the statements of `Transactions`, and none of SQL: the data come as they are. */
class Connection {
  readonly #server: SimulatedServer;
  readonly #owner: Owner;
  readonly #forget: () => void;
  readonly #turns = new ConcurrencyLimits(1);
  #isReadOnly = false;
  #open: OpenTransaction | undefined;
  #mark: string[] = [];
  #isLost = false;

  constructor(server: SimulatedServer, owner: Owner, forget: () => void) {
    this.#server = server;
    this.#owner = owner;
    this.#forget = forget;
  }

  /** Statements may be sent before the answers of those before. */
  query(statement: string | { text: string; values?: string[] }): Promise<unknown> {
    const { text, values = [] } = typeof statement === "string" ? { text: statement } : statement;
    const label = STATEMENTS.exec(text)?.[1];
    if (label === undefined) throw new Error(`The simulated server knows no ${text}.`);
    return this.#turns.run("", () => this.#run(label, text, values));
  }

  async #run(label: string, text: string, values: string[]): Promise<unknown> {
    const mishap = await this.#server.simulation.turn(label, this.#owner);
    if (mishap === "late" && label === "COMMIT") void this.#commitLater();
    if (mishap === "lost" || mishap === "late") this.drop();
    this.#assertConnected();
    const answer = await this.#answer(label, text, values);
    if (mishap === "unanswered") this.drop();
    this.#assertConnected();
    return answer;
  }

  /** The client learns that the connection is lost, and the server commits although it does. Until then, it holds the lock. */
  async #commitLater(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await this.#server.simulation.turnOfNobody("late COMMIT");
    await this.#commit(open);
  }

  #assertConnected(): void {
    if (this.#isLost) throw connectionLost();
  }

  release(isBroken: boolean): void {
    if (this.#open && !isBroken) throw new Error("A connection is released in a transaction.");
    this.drop();
  }

  /** Undoes the transaction in progress. Nothing that is asked afterwards gets an answer. */
  drop(): void {
    this.#isLost = true;
    this.#forget();
    void this.#end(false);
  }

  async #answer(label: string, text: string, values: string[]): Promise<unknown> {
    const [companyId = "", processId = ""] = values;
    if (label === "BEGIN") this.#isReadOnly = text.includes("READ ONLY");
    else if (label === "FOR UPDATE") await this.#begin(companyId);
    else if (label === "INTO centavo.commits") this.#mark = values;
    else if (label === "COMMIT") {
      const open = this.#open;
      this.#open = undefined;
      await this.#commit(open);
    } else if (label === "ROLLBACK") await this.#end(false);
    else if (label === "SELECT id") {
      const id = this.#server.latestCommit(companyId, processId);
      return { rows: id === undefined ? [] : [{ id }] };
    } else if (label === "DATA") {
      if (this.#isReadOnly) await this.#begin(companyId);
      return { rows: [this.#open] };
    }
    return { command: label, rows: [] };
  }

  async #begin(companyId: string): Promise<void> {
    this.#open = await this.#server.begin(companyId, this.#isReadOnly);
    // The process may have ended while it waited for the lock.
    if (this.#isLost) await this.#end(false);
  }

  /** A transaction that locks a company leaves a mark. */
  async #commit(open?: OpenTransaction): Promise<void> {
    const [companyId, processId, commitId] = this.#mark;
    if (open && companyId && processId && commitId) {
      await this.#server.beforeCommit(this.#owner, open);
      this.#server.mark(companyId, processId, commitId);
    }
    await open?.end(true);
  }

  async #end(keep: boolean): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.end(keep);
  }
}

/** The number of connections of a process. */
const POOL_SIZE = 3;

/** The store of a process: the transactions and the turns of the PostgreSQL engine, over the simulated server. */
export function openSimulatedStore(server: SimulatedServer, owner: Owner): Store {
  const transactions = new Transactions(
    poolOf(server, owner) as unknown as Pool,
    new StatementNames(),
    10_000,
  );
  transactions.processId = owner.name;
  const turns = new ConcurrencyLimits(1);
  const transaction = <Result>(
    mode: "READ WRITE" | "READ ONLY",
    companyId: string,
    work: (data: CompanyData) => Promise<Result>,
  ) =>
    transactions.run({
      mode,
      ...(mode === "READ WRITE" && { locked: companyId }),
      async work(session) {
        const [open] = await session.all<OpenTransaction>("DATA", companyId);
        if (!open) throw new Error("There is no transaction.");
        const exists = (await open.data.company.get()) !== undefined;
        return { result: await work(stepwise(open.data, session, open.calls)), keep: exists };
      },
    });
  return {
    transaction: (companyId, work) =>
      turns.run(companyId, () => transaction("READ WRITE", companyId, work)),
    read: (companyId, work) => transaction("READ ONLY", companyId, work),
    sharedTransaction: () => Promise.reject(new Error("No interleaving changes shared data.")),
    sharedRead: (work) => server.memory.sharedRead(work),
    copyCompany: () => Promise.reject(new Error("No interleaving copies a company.")),
    stageData: () => Promise.reject(new Error("No interleaving imports a company.")),
    async claimCompanies(lease, limit) {
      const mishap = await server.simulation.turn("claim companies", owner);
      if (mishap === "lost") throw connectionLost();
      const claimed = await server.claimCompanies(lease, limit);
      if (mishap === "unanswered" || mishap === "late") throw connectionLost();
      return claimed;
    },
    async close() {},
  };
}

/** Lends at most {@link POOL_SIZE} connections at a time. */
function poolOf(server: SimulatedServer, owner: Owner) {
  const waiting: (() => void)[] = [];
  let lent = 0;
  return {
    async connect() {
      if (lent === POOL_SIZE) await new Promise<void>((resolve) => waiting.push(resolve));
      else lent += 1;
      const connection = server.connect(owner);
      const release = (isBroken: boolean) => {
        connection.release(isBroken);
        const next = waiting.shift();
        if (next) next();
        else lent -= 1;
      };
      return {
        query: (statement: string) => connection.query(statement),
        release,
      };
    },
  };
}

/** The same data, each call of which is a round trip. */
function stepwise<Data extends object>(
  data: Data,
  session: PostgresSession,
  calls: DataCall[],
  path = "",
): Data {
  return new Proxy(data, {
    get(target, key) {
      const member = Reflect.get(target, key, target);
      const name = `${path}${String(key)}`;
      if (typeof member === "object" && member !== null)
        return stepwise(member, session, calls, `${name}.`);
      if (typeof member !== "function") return member;
      return async (...args: unknown[]) => {
        await session.all(`CALL ${name}`);
        const result = await member.apply(target, args);
        calls.push({ name, args, result });
        return result;
      };
    },
  });
}
