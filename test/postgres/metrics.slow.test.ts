import { expect, onTestFinished, test } from "vitest";
import { openSandbox } from "../sandbox/company-fixture.ts";
import { PostgresServer, programs } from "./postgres-server.ts";

test.skipIf(!programs)("metrics tell how far work is behind while the server is away", async () => {
  const server = await PostgresServer.start();
  onTestFinished(() => server.close());
  const db = `${await server.createDatabase()}?pool_size=3`;
  const shop = await openSandbox({ db, clock: "2026-03-02T12:00:00Z" });
  const read = async () => (await fetch(`${shop.url}/_sandbox/metrics`)).text();
  const lag = async () => Number(/^centavo_due_lag_seconds (.*)$/m.exec(await read())?.[1]);
  expect(await read()).toContain("centavo_database_connections_max 3\n");
  // The first look for work may be using them.
  await expect.poll(read).toMatch(/^centavo_database_connections\{state="idle"\} [123]$/m);
  await server.stop();
  await expect.poll(lag, { timeout: 20_000 }).toBeGreaterThan(2);
  expect(await read()).not.toContain("centavo_companies");
  await server.start();
  await expect.poll(lag, { timeout: 20_000 }).toBeLessThan(2);
  expect(await read()).toContain("centavo_companies 1\n");
});
