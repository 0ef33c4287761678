import { describe, expect, onTestFinished, test } from "vitest";
import { Shop } from "../sandbox/company-fixture.ts";
import { forwardTo } from "../sandbox/forwarding.ts";
import {
  firstPostback,
  payWithPostback,
  statusesAt,
} from "../sandbox/postbacks/postback-fixtures.ts";
import { heldReply, receive } from "../sandbox/receiver.ts";
import { openBalancer } from "./balancer.ts";
import { MISSING_POSTGRES, programs } from "./postgres-server.ts";
import { SandboxFleet } from "./sandbox-fleet.ts";
import { useServer } from "./use-server.ts";

if (!programs) console.warn(`Listeners over PostgreSQL were not tested. ${MISSING_POSTGRES}.`);

describe.skipIf(!programs)("a listener of two processes", () => {
  const server = useServer();

  test("delivers in order, whichever it reaches, and reports although one was killed meanwhile", async () => {
    const fleet = await SandboxFleet.start(await server().createDatabase(), [], 2);
    onTestFinished(() => fleet.close());
    const [, second] = fleet.shops() as [Shop, Shop];
    const balancer = await openBalancer(() => fleet.members());
    const held = heldReply(500);
    const receiver = await receive(held.reply, 200);
    const listener = forwardTo(receiver.url, new Shop(balancer.url, second.keys));
    await expect.poll(() => listener.states).toEqual(["active"]);
    const { id } = await payWithPostback(second, "https://shop.example/postbacks");
    await second.decide(id, "DISPUTED");
    await receiver.arrived(1);
    await fleet.kill(0);
    const advanced = second.control.clock.advance({ seconds: 60 });
    held.release();
    await advanced;
    expect(statusesAt(receiver)).toEqual(["SUCCEEDED", "SUCCEEDED", "DISPUTED"]);
    expect((await firstPostback(second)).attempts).toMatchObject([
      { status: 500, forwarded: true },
      { status: 200, forwarded: true },
    ]);
  });
});
