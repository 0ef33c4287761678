import { openStore } from "../../../src/sandbox-node/store/open-store.ts";
import { newFile } from "../database-file.ts";
import { describeStore } from "./store-conformance.ts";

describeStore("memory", () => openStore(undefined));
describeStore("SQLite", () => openStore(newFile()));
