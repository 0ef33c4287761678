import { createHash } from "node:crypto";
import type { Writable } from "node:stream";
import type { PoolClient, QueryConfig, QueryResult } from "pg";
import {
  type Insertion,
  type Row,
  type Session,
  type SqlValue,
  withoutNul,
} from "../sql/session.ts";

/**
 * Whether statements are prepared by name, so that the server parses and plans each once for a connection. Behind a pooler,
 * connections share servers, where a statement may be missing, or have the name of another.
 */
export class StatementNames {
  #mayPrepare = true;

  /** The configuration of a statement with its values, as `pg` takes it. */
  queryOf(text: string, values: readonly SqlValue[]): QueryConfig {
    return {
      ...(this.#mayPrepare && { name: nameOf(text) }),
      text,
      values: values.map(withoutNul),
      types: { getTypeParser },
    };
  }

  /** Whether a statement failed only because of its name. From then on none has one, and it can be tried again. */
  hasFailed(error: unknown): boolean {
    const { code = "" } = error as { code?: string };
    if (!CANNOT_REUSE.has(code)) return false;
    this.#mayPrepare = false;
    return true;
  }
}

/** The server has no such statement, has another one of this name, or has changed its tables. */
const CANNOT_REUSE = new Set(["26000", "42P05", "0A000"]);

const names = new Map<string, string>();

/** Another version of the sandbox may have prepared its statement on the same connection, so the name is that of the text. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash("sha256").update(text).digest("hex").slice(0, 32);
  names.set(text, name);
  return name;
}

/**
 * The statements of one transaction. They are sent as they come, without waiting for the answers of those before, if `pg`
 * can do so; older versions of it wait.
 */
export class PostgresSession implements Session {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  /** The first error of the server. PostgreSQL then refuses all other statements of the transaction. */
  failure: unknown;
  hasEnded = false;
  readonly #sent: Promise<unknown>[] = [];

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    if (this.hasEnded) throw new Error("The transaction of this data has ended.");
    // Without its begin, a statement would be committed by itself.
    if (this.failure !== undefined) throw this.failure;
    return (await this.#send(this.#names.queryOf(sql, values))).rows;
  }

  run(sql: string, ...values: SqlValue[]): void {
    // The error is kept as the failure.
    this.#sent.push(this.all(sql, ...values).catch(() => {}));
  }

  insert({ all }: Insertion, owner: readonly SqlValue[], rows: readonly Row[]): void {
    this.run(all, ...owner, JSON.stringify(rows));
  }

  /** Resolves when the server has answered all that was run before. */
  async idle(): Promise<void> {
    await Promise.all(this.#sent);
  }

  /** Runs several statements, which have no values, and returns the command of the last. */
  async script(sql: string): Promise<string | undefined> {
    const results = (await this.#send({ text: sql })) as QueryResult | QueryResult[];
    return [results].flat().at(-1)?.command;
  }

  async #send(query: QueryConfig): Promise<QueryResult> {
    try {
      return await sendTogether(this.#client, query);
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}

/** What is sent in one turn of the event loop leaves in one piece: each would cost both processes a system call. */
export function sendTogether(client: PoolClient, query: QueryConfig): Promise<QueryResult> {
  const { stream } = (client as { connection?: { stream?: Writable } }).connection ?? {};
  stream?.cork();
  process.nextTick(() => stream?.uncork());
  return client.query(query);
}

const BIGINT = 20;

/** The engine selects texts and `bigint`s alone, all of which are exact as numbers. */
function getTypeParser(oid: number): (text: string) => unknown {
  return oid === BIGINT ? Number : (text) => text;
}
