import { type Dataset, OWN } from "./dataset.ts";
import { insertionInto } from "./insertion.ts";
import type { SqlValue } from "./session.ts";

/** The keys of the tables that have a number for each. */
const keys = {
  counts: ["kind", "status", "payment_method"],
  amounts: ["amount"],
  sums: ["account", "owner", "day"],
} satisfies Record<string, string[]>;
export type TotalsTable = keyof typeof keys;
const allTables = Object.keys(keys) as TotalsTable[];
export type Key = readonly string[];

/** The key in `counts` of the total that buyers have paid. */
export const RECEIVED: Key = ["received", "", ""];
/** The key in `counts` of the number of ledger entries. It assigns their sequence numbers. */
export const ENTRIES: Key = ["entries", "", ""];

/** Adds up a few rows: one for each pair of a status and a payment method. */
const COUNT = `SELECT coalesce(sum(total), 0)::bigint AS total FROM centavo.counts
WHERE ${OWN} AND kind = $3 AND status = coalesce($4, status) AND payment_method = coalesce($5, payment_method)`;

const statements = Object.fromEntries(
  Object.entries<string[]>(keys).map(([table, columns]) => [table, statementsOf(table, columns)]),
) as Record<TotalsTable, ReturnType<typeof statementsOf>>;

function statementsOf(table: string, columns: readonly string[]) {
  const conditions = columns.map((column, index) => `AND ${column} = $${index + 3}`).join(" ");
  return {
    get: `SELECT total FROM centavo.${table} WHERE ${OWN} ${conditions}`,
    add: insertionInto(table, [...columns, "total"], {
      onConflict: `ON CONFLICT (company, dataset, ${columns}) DO UPDATE SET total = ${table}.total + excluded.total`,
    }),
  };
}

type Changes = Map<string, { key: Key; total: number }>;

/**
 * The numbers of a dataset, and how a unit of work has changed them. It writes each number once, with its commit, however
 * often it has changed.
 */
export class Totals {
  readonly #dataset: Dataset;
  /** The counts that are known as they are stored, by their keys. */
  readonly #stored: Map<string, number>;
  readonly #changes: Record<TotalsTable, Changes> = {
    counts: new Map(),
    amounts: new Map(),
    sums: new Map(),
  };

  constructor(dataset: Dataset, stored: readonly [Key, number][]) {
    this.#dataset = dataset;
    this.#stored = new Map(stored.map(([key, total]) => [JSON.stringify(key), total]));
  }

  async get(table: TotalsTable, key: Key): Promise<number> {
    const id = JSON.stringify(key);
    const known = table === "counts" ? this.#stored.get(id) : undefined;
    const stored = known ?? (await this.#read(table, key));
    return stored + (this.#changes[table].get(id)?.total ?? 0);
  }

  async #read(table: TotalsTable, key: Key): Promise<number> {
    const row = await this.#dataset.one<{ total: number }>(statements[table].get, ...key);
    return row?.total ?? 0;
  }

  /** The number of records of a kind with these values. An undefined one is any. */
  async count(
    kind: string,
    ...[status = null, paymentMethod = null]: (SqlValue | undefined)[]
  ): Promise<number> {
    const wanted = [kind, status, paymentMethod];
    const row = await this.#dataset.one<{ total: number }>(COUNT, ...wanted);
    const added = [...this.#changes.counts.values()]
      .filter(({ key }) => key.every((value, index) => value === (wanted[index] ?? value)))
      .reduce((sum, { total }) => sum + total, 0);
    return (row?.total ?? 0) + added;
  }

  add(table: TotalsTable, key: Key, by: number): void {
    const changes = this.#changes[table];
    const id = JSON.stringify(key);
    changes.set(id, { key, total: (changes.get(id)?.total ?? 0) + by });
  }

  /** Writes all changes, or those of a table that is about to be read by other means. */
  write(tables: readonly TotalsTable[] = allTables): void {
    for (const table of tables) {
      const changes = [...this.#changes[table].values()];
      this.#changes[table].clear();
      const rows = changes.map(({ key, total }) => {
        const known = this.#stored.get(JSON.stringify(key));
        if (known !== undefined) this.#stored.set(JSON.stringify(key), known + total);
        const columns = keys[table].map((name, index) => [name, key[index]]);
        return { ...Object.fromEntries(columns), total };
      });
      if (rows.length > 0) this.#dataset.insert(statements[table].add, rows);
    }
  }
}
