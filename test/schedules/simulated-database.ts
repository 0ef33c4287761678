import type { Pool } from "pg";
import { openMemoryStore } from "../../src/sandbox/store/memory/memory-store.ts";
import type { Session } from "../../src/sandbox/store/postgres/session.ts";
import { Transactions } from "../../src/sandbox/store/postgres/transactions.ts";
import { SerialQueues } from "../../src/sandbox/store/serial-queue.ts";
import type { CompanyData, Lease, Store } from "../../src/sandbox/store/store.ts";
import type { Owner, Simulation } from "./simulation.ts";

/** Called with a transaction of a process before it is committed. */
export type BeforeCommit = (owner: Owner, transaction: OpenTransaction) => Promise<void>;

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
  readonly memory = openMemoryStore();
  readonly simulation: Simulation;
  readonly beforeCommit: BeforeCommit;
  readonly #connections = new Map<Owner, Set<Connection>>();
  /** The latest commit of each process in each company. */
  readonly #commits = new Map<string, string>();
  readonly #workerUntil = new Map<string, number>();
  readonly #locked = new Set<string>();

  constructor(simulation: Simulation, beforeCommit: BeforeCommit) {
    this.simulation = simulation;
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
    const ids = await this.memory.sharedTransaction(({ companies }) => companies.ids());
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

function quotedIn(text: string): string[] {
  return [...text.matchAll(/'([^']*)'/g)].map(([, value = ""]) => value);
}

function connectionLost(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
}

/** Understands the statements of `Transactions`, and none of SQL: the data come as they are. */
class Connection {
  readonly #server: SimulatedServer;
  readonly #owner: Owner;
  readonly #forget: () => void;
  #open: OpenTransaction | undefined;
  #isLost = false;

  constructor(server: SimulatedServer, owner: Owner, forget: () => void) {
    this.#server = server;
    this.#owner = owner;
    this.#forget = forget;
  }

  async query(statement: string | { text: string; values?: string[] }): Promise<unknown> {
    const { text, values = [] } = typeof statement === "string" ? { text: statement } : statement;
    const [label = ""] = /\b(BEGIN|COMMIT|ROLLBACK|SELECT id|CALL .*|DATA)\b/.exec(text) ?? [];
    const mishap = await this.#server.simulation.turn(label, this.#owner);
    if (mishap === "late" && label === "COMMIT") void this.#commitLater(text);
    if (mishap === "lost" || mishap === "late") this.drop();
    this.#assertConnected();
    const answer = await this.#answer(text, values);
    if (mishap === "unanswered") this.drop();
    this.#assertConnected();
    return answer;
  }

  /** The client learns that the connection is lost, and the server commits although it does. Until then, it holds the lock. */
  async #commitLater(text: string): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await this.#server.simulation.turnOfNobody("late COMMIT");
    await this.#commit(quotedIn(text), open);
  }

  #assertConnected(): void {
    if (this.#isLost) throw connectionLost();
  }

  escapeLiteral(text: string): string {
    return `'${text}'`;
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

  async #answer(text: string, values: string[]): Promise<unknown> {
    if (text.startsWith("BEGIN"))
      return this.#begin(quotedIn(text).at(-1) ?? "", text.includes("ONLY"));
    if (text.includes("COMMIT")) {
      const open = this.#open;
      this.#open = undefined;
      return this.#commit(quotedIn(text), open);
    }
    if (text.startsWith("ROLLBACK")) return this.#end(false);
    if (text.startsWith("SELECT id")) {
      const [companyId = "", processId = ""] = values;
      const id = this.#server.latestCommit(companyId, processId);
      return { rows: id === undefined ? [] : [{ id }] };
    }
    if (!/^(DATA|CALL)/.test(text)) throw new Error(`The simulated server knows no ${text}.`);
    return { rows: [this.#open] };
  }

  async #begin(companyId: string, isRead: boolean): Promise<unknown> {
    const begun = await this.#server.begin(companyId, isRead);
    this.#open = begun;
    // The process may have ended while it waited for the lock.
    if (this.#isLost) return this.#end(false);
    const isThere = await begun.data.company.get();
    return [{}, {}, {}, { rows: isThere ? [{}] : [] }];
  }

  /** A transaction that locks a company leaves a mark. */
  async #commit([companyId, processId, commitId]: string[], open?: OpenTransaction) {
    if (open && companyId && processId && commitId) {
      await this.#server.beforeCommit(this.#owner, open);
      this.#server.mark(companyId, processId, commitId);
    }
    await open?.end(true);
    return [{ command: "COMMIT" }];
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
  const transactions = new Transactions(poolOf(server, owner) as unknown as Pool, 10_000);
  transactions.processId = owner.name;
  const turns = new SerialQueues();
  const transaction = <Result>(
    mode: "READ WRITE" | "READ ONLY",
    companyId: string,
    work: (data: CompanyData) => Promise<Result>,
  ) =>
    transactions.run({
      mode,
      ...(mode === "READ WRITE" && { locked: companyId }),
      first: (quote) => quote(companyId),
      async work(session, rows) {
        const open = await session.one<OpenTransaction>("DATA");
        if (!open) throw new Error("There is no transaction.");
        const result = await work(stepwise(open.data, session, open.calls));
        return { result, keep: rows.length > 0 };
      },
    });
  return {
    transaction: (companyId, work) =>
      turns.run(companyId, () => transaction("READ WRITE", companyId, work)),
    read: (companyId, work) => transaction("READ ONLY", companyId, work),
    sharedTransaction: () => Promise.reject(new Error("No schedule changes shared data.")),
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
        escapeLiteral: connection.escapeLiteral,
        release,
      };
    },
  };
}

/** The same data, each call of which is a round trip. */
function stepwise<Data extends object>(
  data: Data,
  session: Session,
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
        await session.run(`CALL ${name}`);
        const result = await member.apply(target, args);
        calls.push({ name, args, result });
        return result;
      };
    },
  });
}
