import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { openShop, Shop, START } from "../company-fixture.ts";
import { heldReply, receive, silence } from "../receiver.ts";
import { deliverDue, payWithPostback, postbacksOf } from "./postback-fixtures.ts";

test("closing the sandbox ends all attempts immediately, even those that wait for a response", async () => {
  const receiver = await receive(silence);
  const sandbox = await startSandbox({ clock: START });
  const shop = new Shop(sandbox.url, sandbox);
  await payWithPostback(shop, receiver.url);
  await payWithPostback(shop, receiver.url);
  await receiver.arrived(2);
  const advancing = shop.control.clock.advance({ days: 5 });
  await setTimeout(100);
  const before = performance.now();
  await sandbox.close();
  // An attempt would wait ten seconds.
  expect(performance.now() - before).toBeLessThan(8_000);
  await advancing;
  const { length } = receiver.deliveries;
  await setTimeout(200);
  expect(receiver.deliveries).toHaveLength(length);
  await sandbox.settled();
});

test("a reset company sends no more postbacks", async () => {
  const shop = await openShop();
  const receiver = await receive(500);
  await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  await shop.control.company.reset();
  expect(await postbacksOf(shop)).toEqual([]);
  await shop.control.clock.advance({ days: 10 });
  expect(receiver.deliveries).toHaveLength(1);
});

test("an attempt under way at a reset does not affect what is new", async () => {
  const held = heldReply();
  const old = await receive(held.reply);
  const shop = await openShop();
  await payWithPostback(shop, old.url);
  await old.arrived(1);
  await shop.control.company.reset();
  const receiver = await receive(500);
  await payWithPostback(shop, receiver.url);
  held.release();
  await receiver.arrived(1);
  await deliverDue(shop);
  expect(await postbacksOf(shop)).toMatchObject([
    { status: "PENDING", url: receiver.url, attempts: [{ status: 500 }] },
  ]);
});

test("settled() resolves after every due attempt of every company", async () => {
  const sandbox = await startSandbox({ clock: START });
  onTestFinished(sandbox.close);
  const shops = [new Shop(sandbox.url, sandbox)];
  const { data } = await sandbox.control.companies.create();
  shops.push(new Shop(sandbox.url, data));
  const receiver = await receive(async (response) => {
    await setTimeout(100);
    response.end();
  });
  for (const shop of shops) {
    const { id } = await payWithPostback(shop, `${receiver.url}?${randomUUID()}`);
    await shop.decide(id, "DISPUTED");
  }
  await sandbox.settled();
  expect(receiver.deliveries).toHaveLength(4);
  for (const shop of shops) {
    expect(await postbacksOf(shop)).toMatchObject([
      { status: "DELIVERED" },
      { status: "DELIVERED" },
    ]);
  }
});
