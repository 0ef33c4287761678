import { beforeAll, expect } from "vitest";
import { openStore } from "../../../src/sandbox/store/open-store.ts";
import type { CompanyData, Store } from "../../../src/sandbox/store/store.ts";
import { UnparsedJson } from "../../../src/sandbox/store/unparsed-json.ts";
import { MISSING_POSTGRES, PostgresServer, programs } from "../../postgres/postgres-server.ts";
import { company } from "./stored-records.ts";

/** The address of an empty store of each engine, the model first. */
export async function addressOfEveryEngine() {
  const server = programs ? await PostgresServer.start() : undefined;
  if (!server) console.warn(`The engines were compared without PostgreSQL. ${MISSING_POSTGRES}.`);
  const addresses = new Map<string, string | undefined>([
    ["memory", undefined],
    ["SQLite", ":memory:"],
  ]);
  if (server) addresses.set("PostgreSQL", await server.createDatabase());
  return { addresses, close: async () => server?.close() };
}

/** A store of each engine, the model first, until all tests of the block have ended. All have the same companies. */
export function openEveryEngine(companies: readonly string[]): Map<string, Store> {
  const stores = new Map<string, Store>();
  beforeAll(async () => {
    const { addresses, close } = await addressOfEveryEngine();
    for (const [name, address] of addresses) {
      const store = await openStore(address);
      stores.set(name, store);
      await store.sharedTransaction(async (shared) => {
        for (const id of companies) await shared.companies.insert(company(id));
      });
    }
    return async () => {
      for (const store of stores.values()) await store.close();
      await close();
    };
  });
  return stores;
}

/** The same work returns the same on each engine, as JSON, or fails with the same message. */
export async function expectSame(
  stores: Map<string, Store>,
  company: string,
  mode: "read" | "transaction",
  work: (data: CompanyData) => Promise<unknown>,
): Promise<void> {
  let model: string | undefined;
  for (const [engine, store] of stores) {
    const outcome = await store[mode](company, work).then(toJson, (error) => `${error}`);
    model ??= outcome;
    expect(firstDifference(model, outcome), engine).toBeUndefined();
  }
}

/** Two texts around their first difference. */
export function firstDifference(model: string, other: string) {
  if (model === other) return undefined;
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
