import { type Dataset, OWN } from "./dataset.ts";

/** The tables that have a number for each key. */
const keys = {
  /** The records of a kind, and those with each value of some fields. */
  counts: ["kind", "field", "value"],
  /** The entries by account, owner and day. */
  sums: ["account", "owner", "day"],
  /** What buyers have paid. */
  received: [],
} satisfies Record<string, string[]>;
export type TotalsTable = keyof typeof keys;

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

type Changes = Map<string, { key: readonly string[]; total: number }>;

/**
 * The numbers of a dataset, and how a unit of work has changed them. It writes each number once, with its commit, however
 * often it has changed.
 */
export class Totals {
  readonly #dataset: Dataset;
  /** What was received before the changes, as long as it is known. */
  #received: number | undefined;
  readonly #changes: Record<TotalsTable, Changes> = {
    counts: new Map(),
    sums: new Map(),
    received: new Map(),
  };

  constructor(dataset: Dataset, received: number | undefined) {
    this.#dataset = dataset;
    this.#received = received;
  }

  async get(table: TotalsTable, ...key: string[]): Promise<number> {
    const known = table === "received" ? this.#received : undefined;
    const stored = known ?? (await this.#read(table, key));
    return stored + (this.#changes[table].get(JSON.stringify(key))?.total ?? 0);
  }

  async #read(table: TotalsTable, key: string[]): Promise<number> {
    const row = await this.#dataset.one<{ total: number }>(statements[table].get, ...key);
    return row?.total ?? 0;
  }

  add(table: TotalsTable, key: readonly string[], by: number): void {
    const changes = this.#changes[table];
    const id = JSON.stringify(key);
    changes.set(id, { key, total: (changes.get(id)?.total ?? 0) + by });
  }

  /** Whether this unit of work has changed a number, even if it is the same again. */
  hasChanged(table: TotalsTable, ...key: string[]): boolean {
    return this.#changes[table].has(JSON.stringify(key));
  }

  /** Writes all changes, or those of a table that is about to be read by other means. */
  write(tables: readonly TotalsTable[] = ["counts", "sums", "received"]): void {
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
