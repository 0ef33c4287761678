import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../free-port.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { openBalancer } from "./balancer.ts";
import { MISSING_POSTGRES, programs } from "./postgres-server.ts";
import { SandboxFleet, until } from "./sandbox-fleet.ts";
import { useServer } from "./use-server.ts";

const JSON_TYPE = { "content-type": "application/json" };
const NO_KEYS = { publicKey: "", privateKey: "" };

if (!programs)
  console.warn(`Processes that share a database were not tested. ${MISSING_POSTGRES}.`);

describe.skipIf(!programs)("three processes on one PostgreSQL server", () => {
  const server = useServer();

  async function startFleet(flags: string[] = []) {
    const address = await server().createDatabase();
    const fleet = await SandboxFleet.start(address, flags);
    onTestFinished(() => fleet.close());
    return { address, fleet };
  }

  test("open the inspector and take postbacks through a balancer", async () => {
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    const { fleet } = await startFleet(["--public-url", publicUrl]);
    await openBalancer(() => fleet.members(), port);
    const shop = new Shop(publicUrl, fleet.keys ?? NO_KEYS);

    const { url } = (await shop.control.receiver.get()).data;
    const { id } = await shop.pay("pix", { billingData: { postbackUrl: url } });
    await shop.decide(id, "PAID");
    const postbacks = async () => {
      const { data } = await shop.control.postbacks.list({ resourceId: id });
      return data.map(({ status, attempts }) => [status, attempts.length]);
    };
    const delivered = ["DELIVERED", 1];
    await expect.poll(postbacks, { timeout: 30_000 }).toEqual([delivered, delivered]);

    const [code = ""] = fleet.codes();
    const session = `${publicUrl}/_sandbox/inspector/session`;
    const open = () =>
      fetch(session, { method: "POST", headers: JSON_TYPE, body: JSON.stringify({ code }) });
    // A code opens one session, whichever process it comes to.
    const [opened, ...refused] = (await Promise.all([1, 2, 3, 4, 5, 6].map(open))).toSorted(
      (one, other) => one.status - other.status,
    );
    expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(401));
    const cookie = opened?.headers.get("set-cookie")?.split(";")[0] ?? "";
    const companies = () =>
      Promise.all(
        Array.from({ length: 6 }, async () => {
          const url = `${publicUrl}/_sandbox/inspector/companies`;
          return (await fetch(url, { headers: { cookie } })).status;
        }),
      );
    expect(await companies()).toEqual(Array(6).fill(200));
    await fetch(session, { method: "DELETE", headers: { cookie } });
    await until(async () => (await companies()).every((status) => status === 401));
  });

  test("show the timeline of a company at once, whichever of them it happens in", async () => {
    const { fleet } = await startFleet();
    const [one, other] = fleet.shops();
    const after = (await one?.control.events.list({ limit: 1 }))?.data[0]?.id ?? 0;
    const { id = "" } = (await other?.pay("pix")) ?? {};
    const seen = await one?.control.events.list({ after, resourceId: id });
    expect(seen?.data.map(({ type }) => type)).toContain("status.changed");
    // A request is on the timeline before its answer, in every process.
    const { data } = (await one?.control.requests.list({ limit: 5 })) ?? {};
    expect(data?.map(({ operationId }) => operationId)).toContain("payments.create");
  });
});
