import { type Dataset, OWN } from "./dataset.ts";

/** The keys of the tables that have a number for each. */
const keys = {
  counts: ["kind", "field", "value"],
  sums: ["account", "owner", "day"],
} satisfies Record<string, string[]>;
export type TotalsTable = keyof typeof keys;
type Key = readonly [string, string, string];

/** The keys in `counts` of what buyers have paid, and of all entries, which are numbered. */
export const RECEIVED: Key = ["ledger", "received", ""];
export const ENTRIES: Key = ["ledger", "entries", ""];

const statements = Object.fromEntries(
  Object.entries<string[]>(keys).map(([table, columns]) => [table, statementsOf(table, columns)]),
) as Record<TotalsTable, ReturnType<typeof statementsOf>>;

function statementsOf(table: string, columns: readonly string[]) {
  const key = ["company", "dataset", ...columns];
  const conditions = columns.map((column, index) => `AND ${column} = $${index + 3}`).join(" ");
  return {
    get: `SELECT total FROM centavo.${table} WHERE ${OWN} ${conditions}`,
    add: `INSERT INTO centavo.${table} (${key}, total)
SELECT ${["$1", "$2::bigint", ...columns.map((name) => `value ->> '${name}'`)]}, (value ->> 'total')::bigint
FROM jsonb_array_elements($3::jsonb) WHERE true
ON CONFLICT (${key}) DO UPDATE SET total = ${table}.total + excluded.total`,
  };
}

type Changes = Map<string, { key: Key; total: number }>;

/**
 * The numbers of a dataset, and how a unit of work has changed them. It writes each number once, with its commit, however
 * often it has changed.
 */
export class Totals {
  readonly #dataset: Dataset;
  readonly #changes: Record<TotalsTable, Changes> = { counts: new Map(), sums: new Map() };

  constructor(dataset: Dataset) {
    this.#dataset = dataset;
  }

  /** A number with its changes. Whoever has read what is stored passes it. */
  async get(table: TotalsTable, key: Key, stored?: number): Promise<number> {
    const changed = this.#changes[table].get(JSON.stringify(key))?.total ?? 0;
    if (stored !== undefined) return stored + changed;
    const row = await this.#dataset.one<{ total: number }>(statements[table].get, ...key);
    return (row?.total ?? 0) + changed;
  }

  add(table: TotalsTable, key: Key, by: number): void {
    const changes = this.#changes[table];
    const id = JSON.stringify(key);
    changes.set(id, { key, total: (changes.get(id)?.total ?? 0) + by });
  }

  /** Writes all changes, or those of a table that is about to be read by other means. */
  write(tables: readonly TotalsTable[] = ["counts", "sums"]): void {
    for (const table of tables) {
      const changes = [...this.#changes[table].values()];
      this.#changes[table].clear();
      const rows = changes.map(({ key, total }) => {
        const columns = keys[table].map((name, index) => [name, key[index]]);
        return { ...Object.fromEntries(columns), total };
      });
      if (rows.length > 0) this.#dataset.run(statements[table].add, JSON.stringify(rows));
    }
  }
}
