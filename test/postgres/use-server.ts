import { afterAll, beforeAll, expect } from "vitest";
import { PostgresServer } from "./postgres-server.ts";

/** A server for the tests of a group, which it ends with. */
export function useServer(): () => PostgresServer {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.close());
  return () => server ?? expect.fail("The server has not started.");
}
