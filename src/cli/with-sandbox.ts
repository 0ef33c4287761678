export type { Connection } from "./sandbox-connection.ts";

/** Loads the client, which only the commands need that call a sandbox. */
export const withSandbox: typeof import("./sandbox-connection.ts").withSandbox = async (...given) =>
  (await import("./sandbox-connection.ts")).withSandbox(...given);
