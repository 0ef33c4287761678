import { describe } from "vitest";
import { openStore } from "../../../src/sandbox-node/store/open-store.ts";
import { MISSING_POSTGRES, programs } from "../../postgres/postgres-server.ts";
import { useServer } from "../../postgres/use-server.ts";
import { describeStore } from "./store-conformance.ts";

if (!programs) console.warn(`The store was not tested over PostgreSQL. ${MISSING_POSTGRES}.`);
describe.skipIf(!programs)("on a real server", () => {
  const server = useServer();

  describeStore("PostgreSQL", async () => openStore(await server().createDatabase()));
});
