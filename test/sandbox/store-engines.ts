import type { SandboxOptions } from "../../src/sandbox/index.ts";
import { newFile } from "./database-file.ts";

/** Every engine of the store, and the options that select it. */
export const engines: { engine: string; storeOptions: () => SandboxOptions }[] = [
  { engine: "memory", storeOptions: () => ({}) },
  { engine: "SQLite", storeOptions: () => ({ db: newFile() }) },
];
