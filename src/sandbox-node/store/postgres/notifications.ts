import { setTimeout } from "node:timers/promises";
import type { Client, Pool, PoolConfig } from "pg";
import type { Changes } from "../../../sandbox/store/store.ts";
import { loadDriver } from "./load-driver.ts";

/** How long an announcement waits for others, in milliseconds. */
const COALESCED = 10;
/** How long a process goes on as if the others still listened, or still did not. Their streams look as often by themselves. */
const KNOWN_FOR = 1_000;
/** How long a process without a connection for notices waits before the next attempt. */
const RECONNECT_DELAY = 5_000;

/**
 * Tells other processes by NOTIFY which companies have changed. A process that listens holds a lock, by which the others
 * know that somebody does: a lock ends with its connection, is seen by every user, and needs no table. They look for it
 * once a second at most, while there are changes, and otherwise send nothing.
 */
export class Notifications implements Changes {
  readonly #pool: Pool;
  readonly #connection: PoolConfig;
  readonly #changed = new Set<string>();
  #isSending = false;
  /** Whether another process listened when this one last looked. */
  #isHeard = false;
  #isKnown = false;
  /** The process of the server that listens for this one, or 0. */
  #listener = 0;
  #stop = () => {};
  #ended: Promise<void> = Promise.resolve();

  constructor(pool: Pool, connection: PoolConfig) {
    this.#pool = pool;
    this.#connection = connection;
  }

  announce(companyId: string): void {
    if (this.#isKnown && !this.#isHeard) return;
    this.#changed.add(companyId);
    if (this.#isSending) return;
    this.#isSending = true;
    void this.#send();
  }

  /** Not in the transaction of the change: all commits with a notice take turns, and a full queue fails them. */
  async #send(): Promise<void> {
    while (this.#changed.size > 0) {
      await setTimeout(COALESCED, undefined, { ref: false });
      const companies = [...this.#changed];
      this.#changed.clear();
      if (!this.#isKnown) await this.#look();
      if (this.#isHeard) await this.#query(NOTIFY, companies);
    }
    this.#isSending = false;
  }

  async #look(): Promise<void> {
    this.#isHeard = (await this.#query(OTHER_LISTENER)) > 0;
    this.#isKnown = true;
    void setTimeout(KNOWN_FOR, undefined, { ref: false }).then(() => {
      this.#isKnown = false;
    });
  }

  /** The number of rows. Without an answer none: the streams look by themselves. */
  async #query(text: string, ...values: unknown[]): Promise<number> {
    const answer = this.#pool.query(text, [this.#listener, ...values]);
    return answer.then(
      ({ rowCount }) => rowCount ?? 0,
      () => 0,
    );
  }

  /** It takes a connection of its own, one at a time. */
  listen(onChange: (companyId: string) => void): () => void {
    const stopping = new AbortController();
    this.#stop = () => stopping.abort();
    this.#ended = this.#ended.then(() => this.#keepListening(onChange, stopping.signal));
    return this.#stop;
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#ended;
  }

  async #keepListening(onChange: (companyId: string) => void, signal: AbortSignal) {
    const { Client } = await loadDriver();
    while (!signal.aborted) {
      // It finds out within half a minute that the other end has gone without a word.
      const client = new Client({ ...this.#connection, keepAliveInitialDelayMillis: 10_000 });
      client.on("error", () => {});
      const end = () => void client.end();
      signal.addEventListener("abort", end);
      // The streams look by themselves meanwhile.
      await this.#hear(client, onChange).catch(() => {});
      signal.removeEventListener("abort", end);
      this.#listener = 0;
      await client.end();
      await setTimeout(RECONNECT_DELAY, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Resolves when the connection has ended, or is one of a pooler. */
  async #hear(client: Client, onChange: (companyId: string) => void): Promise<void> {
    const ended = new Promise((resolve) => client.once("end", resolve));
    await Promise.race([client.connect(), ended]);
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const pid = rows[0]?.pid ?? 0;
    // A pooler makes up a process, and lends its connections: one that listened, or held a lock, would do so forever.
    if (pid !== (client as unknown as { processID: number }).processID) return;
    client.on("notification", ({ payload = "" }) => {
      const [sender, companyId = ""] = payload.split(" ");
      if (sender !== `${pid}`) onChange(companyId);
    });
    await client.query("LISTEN centavo");
    await client.query(`SELECT pg_advisory_lock_shared(${LOCK}, 0)`);
    this.#listener = pid;
    await ended;
  }
}

/** The lock of those that listen: "cent". */
const LOCK = 0x63656e74;

const OTHER_LISTENER = `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
WHERE datname = current_database() AND locktype = 'advisory' AND (classid, objid, objsubid) = (${LOCK}, 0, 2)
  AND pid <> $1 LIMIT 1`;

/** A notice has at most 8,000 bytes, so each company gets one. It begins with its sender, who needs none. */
const NOTIFY = "SELECT pg_notify('centavo', $1::int || ' ' || id) FROM unnest($2::text[]) AS id";
