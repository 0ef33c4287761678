import { afterAll, beforeAll, describe } from "vitest";
import { openStore } from "../../../src/sandbox-node/store/open-store.ts";
import { MISSING_POSTGRES, PostgresServer, programs } from "../../postgres/postgres-server.ts";
import { describeStore } from "./store-conformance.ts";

if (!programs) console.warn(`The store was not tested over PostgreSQL. ${MISSING_POSTGRES}.`);
describe.skipIf(!programs)("on a real server", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.close());

  describeStore("PostgreSQL", async () => openStore(await server.createDatabase()));
});
