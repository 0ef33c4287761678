import { onTestFinished } from "vitest";
import { brokenInDatabase } from "../stress/database-checks.ts";
import { expectNothingLost, ShopTraffic } from "../stress/shop-traffic.ts";
import type { PostgresServer } from "./postgres-server.ts";
import { SandboxFleet, until } from "./sandbox-fleet.ts";

/**
 * Runs traffic through three processes while something happens to them or to their server, which may cost nothing but
 * time. Returns the server that then has the database.
 */
export async function whileTrafficRuns(
  address: string,
  happens: (fleet: SandboxFleet) => Promise<PostgresServer>,
): Promise<void> {
  const fleet = await SandboxFleet.start(address);
  onTestFinished(() => fleet.close());
  const traffic = await ShopTraffic.start((keys) => fleet.shops(keys));
  await until(async () => traffic.acknowledged.size > 10);
  const server = await happens(fleet);
  const database = new URL(address).pathname.slice(1);
  await expectNothingLost(traffic, () => brokenInDatabase(server, server.address(database)));
}
