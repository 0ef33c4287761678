import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "../../../src/sandbox/store/open-store.ts";
import { FIND } from "../../../src/sandbox/store/sql/search-index.ts";
import { MISSING_POSTGRES, PostgresServer, programs } from "../../postgres/postgres-server.ts";
import { describeStore } from "./store-conformance.ts";

if (!programs) console.warn(`The store was not tested over PostgreSQL. ${MISSING_POSTGRES}.`);
describe.skipIf(!programs)("on a real server", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.close());

  test("PostgreSQL finds entries by its index, in their order", async () => {
    const database = await server.createDatabase();
    await (await openStore(database)).close();
    const values = ["", "'a'", "0", "'from'", "'to'", "1"];
    const sql = FIND.replaceAll(/\$(\d)/g, (_, place) => values[place] ?? "");
    // The table is empty, so that reading all of it would cost less.
    const address = `${database}?options=-c%20enable_seqscan%3Doff%20-c%20enable_bitmapscan%3Doff`;
    const plan = JSON.stringify(await server.query(`EXPLAIN ${sql}`, address));
    expect(plan).toContain("Index Only Scan Backward using search_entries_pkey");
    expect(plan).toMatch(/Index Cond: [^"]*entry >= [^"]*entry </);
    expect(plan).not.toContain("Sort");
  });

  describeStore("PostgreSQL", async () => openStore(await server.createDatabase()));
});
