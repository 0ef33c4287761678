import { openMemoryStore } from "../../../src/sandbox/store/memory/memory-store.ts";
import { openPostgresStore } from "../../../src/sandbox/store/postgres/postgres-store.ts";
import type { Company } from "../../../src/sandbox/store/records.ts";
import { openSqliteStore } from "../../../src/sandbox/store/sqlite/sqlite-store.ts";
import type { CompanyData, Store } from "../../../src/sandbox/store/store.ts";
import { UnparsedJson } from "../../../src/sandbox/store/unparsed-json.ts";
import { MISSING_POSTGRES, PostgresServer, programs } from "../../postgres/postgres-server.ts";

/** A store of each engine, the model first. All have the same companies. */
export class EveryEngine implements AsyncDisposable {
  readonly #stores: Map<string, Store>;
  readonly #server: PostgresServer | undefined;

  private constructor(stores: Map<string, Store>, server: PostgresServer | undefined) {
    this.#stores = stores;
    this.#server = server;
  }

  static async open(companies: readonly string[]): Promise<EveryEngine> {
    const server = programs ? await PostgresServer.start() : undefined;
    if (!server) console.warn(`The engines were compared without PostgreSQL. ${MISSING_POSTGRES}.`);
    const stores = new Map<string, Store>([
      ["memory", openMemoryStore()],
      ["SQLite", openSqliteStore(":memory:")],
    ]);
    if (server) stores.set("PostgreSQL", await openPostgresStore(await server.createDatabase()));
    for (const store of stores.values()) {
      await store.sharedTransaction(async (shared) => {
        for (const id of companies) await shared.companies.insert(company(id));
      });
    }
    return new EveryEngine(stores, server);
  }

  /** What the same work returns on each engine, as JSON. A failure is its message. */
  async outcomes(
    company: string,
    mode: "read" | "transaction",
    work: (data: CompanyData) => Promise<unknown>,
  ): Promise<Record<string, string>> {
    const outcomes: Record<string, string> = {};
    for (const [name, store] of this.#stores)
      outcomes[name] = await store[mode](company, work).then(toJson, (error) => `${error}`);
    return outcomes;
  }

  /** Runs work on all engines at once. */
  async each(run: (store: Store, name: string) => Promise<void>): Promise<void> {
    await Promise.all([...this.#stores].map(([name, store]) => run(store, name)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const store of this.#stores.values()) await store.close();
    await this.#server?.close();
  }
}

/** The engines whose outcome is not that of the model, with both, around the first difference. */
export function differing(outcomes: Record<string, string>): unknown[] {
  const [[, model] = ["", ""], ...others] = Object.entries(outcomes);
  return others
    .filter(([, outcome]) => outcome !== model)
    .map(([engine, outcome]) => ({ engine, ...firstDifference(model, outcome) }));
}

export function firstDifference(model: string, other: string): { model: string; other: string } {
  let at = 0;
  while (model[at] === other[at]) at++;
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 120);
  return { model: around(model), other: around(other) };
}

/** As a response contains it: what an engine returns unparsed stays as it is. */
function toJson(value: unknown): string {
  if (value instanceof UnparsedJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(toJson)}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  return `{${Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}:${toJson(field)}`)}}`;
}

function company(id: string): Company {
  return {
    ...{ id, authorized: true, checkTaxIds: false, feePercentage: 0, feeFixed: 0 },
    ...{ lateFeeAmount: 0, interestAmount: 0, clock: { ahead: 0 }, faults: [], receiver: "accept" },
    ...{ drawCount: 0, tokens: 0, holdsExamples: false, snapshotCount: 0, generation: 0 },
  };
}
