import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Shop } from "../sandbox/company-fixture.ts";
import { receive } from "../sandbox/receiver.ts";
import { openBalancer } from "./balancer.ts";
import { MISSING_POSTGRES, PostgresServer, programs } from "./postgres-server.ts";
import { SandboxFleet, until } from "./sandbox-fleet.ts";
import { brokenIn, outOfOrder, SharedTraffic } from "./shared-traffic.ts";

const NO_KEYS = { publicKey: "", privateKey: "" };

/** How often each of the three processes is killed. `KILLS=17` kills 51 times. */
const ROUNDS = Number(process.env.KILLS ?? 1);

if (!programs)
  console.warn(`Processes that share a database were not tested. ${MISSING_POSTGRES}.`);

describe.skipIf(!programs)("three processes on one PostgreSQL server", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.close());

  async function startFleet(flags: string[] = []) {
    const address = await server.createDatabase();
    const fleet = await SandboxFleet.start(address, flags);
    onTestFinished(() => fleet.close());
    return { address, fleet };
  }

  /** Runs traffic while something happens, and expects that it has cost nothing but time. */
  async function expectNothingLost(happens: (fleet: SandboxFleet) => Promise<void>): Promise<void> {
    const { address, fleet } = await startFleet();
    const receiver = await receive();
    const traffic = new SharedTraffic((keys) => fleet.shops(keys), receiver.url);
    await traffic.start();
    await setTimeout(1000);
    await happens(fleet);
    await setTimeout(1000);
    await traffic.stop();
    await until(async () => (await pendingPostbacks(fleet.shops()[0])) === 0);
    expect(await traffic.lost()).toEqual([]);
    expect(await brokenIn(server, address)).toEqual([]);
    expect(outOfOrder(receiver.deliveries, traffic.acknowledged.keys())).toEqual([]);
    expect(traffic.acknowledged.size).toBeGreaterThan(20);
  }

  test("that start at the same time on an empty database are one sandbox", async () => {
    const { fleet } = await startFleet();
    const [one, ...others] = fleet.shops();
    const created = await one?.pay("pix");
    for (const other of others)
      expect(await other.payment(created?.id ?? "")).toMatchObject({ amount: created?.amount });
  });

  test("each of which is killed under load lose nothing", { timeout: ROUNDS * 120_000 }, () =>
    expectNothingLost(async (fleet) => {
      for (let kill = 0; kill < 3 * ROUNDS; kill++) {
        await fleet.kill(kill % 3);
        await setTimeout(300);
        await fleet.launch(kill % 3);
        await setTimeout(500);
      }
    }),
  );

  test("are restarted one after the other without a lost call", async () => {
    const { fleet } = await startFleet(["--drain", "1"]);
    let isEnding = false;
    const balancer = await openBalancer(() => fleet.members());
    const shop = new Shop(balancer.url, fleet.keys ?? NO_KEYS);
    let calls = 0;
    const callers = Array.from({ length: 4 }, async () => {
      for (; !isEnding; calls++) await shop.pay("pix", { billingData: { postbackUrl: undefined } });
    });
    for (const index of [0, 1, 2]) {
      expect(await fleet.end(index)).toBe("");
      await fleet.launch(index);
    }
    isEnding = true;
    await Promise.all(callers);
    expect((await shop.centavo.payments.list({ limit: 1 })).meta.total).toBe(calls);
    expect(calls).toBeGreaterThan(20);
  });

  test.each(["fast", "immediate", "crash"] as const)(
    "lose nothing when the server is stopped (%s) and started under load",
    (how) =>
      expectNothingLost(async () => {
        await server.stop(how);
        await setTimeout(2000);
        await server.start();
      }),
  );
});

async function pendingPostbacks(shop: Shop | undefined): Promise<number> {
  const page = await shop?.control.postbacks.list({ status: "PENDING", limit: 1 });
  return page?.meta.total ?? 1;
}
