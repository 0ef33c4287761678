import type { TestProject } from "vitest/node";
import { MISSING_POSTGRES, PostgresServer, programs } from "./postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the server, whose databases the tests create. */
    postgres: string;
  }
}

/** Starts the server of the engine `postgres`. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  if (!programs) throw new Error(`${MISSING_POSTGRES}.`);
  // Each sandbox has a pool, and a test may start several.
  const server = await PostgresServer.start({ settings: { max_connections: 300 } });
  provide("postgres", server.address("postgres"));
  return () => server.close();
}
