import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openShop, Shop, START, startSandbox } from "../company-fixture.ts";
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

test("a reset company sends no more postbacks, and an attempt under way affects none of the new ones", async () => {
  const held = heldReply(500);
  const [failing, hanging] = [await receive(500), await receive(held.reply)];
  const shop = await openShop();
  await payWithPostback(shop, failing.url);
  await deliverDue(shop);
  await payWithPostback(shop, hanging.url);
  await hanging.arrived(1);
  await shop.control.company.reset();
  expect(await postbacksOf(shop)).toEqual([]);

  const receiver = await receive(500);
  await payWithPostback(shop, receiver.url);
  held.release();
  await receiver.arrived(1);
  await deliverDue(shop);
  expect(await postbacksOf(shop)).toMatchObject([
    { status: "PENDING", url: receiver.url, attempts: [{ status: 500 }] },
  ]);
  await shop.control.clock.advance({ days: 10 });
  const counts = [failing, hanging, receiver].map(({ deliveries }) => deliveries.length);
  expect(counts).toEqual([1, 1, 10]);
});

test("settled() resolves after every due attempt of every company", async () => {
  const sandbox = await startSandbox({ clock: START });
  onTestFinished(sandbox.close);
  const { data: keys } = await sandbox.control.companies.create();
  const shops = [sandbox, keys].map((each) => new Shop(sandbox.url, each));
  const receiver = await receive(async (response) => {
    await setTimeout(100);
    response.end();
  });
  for (const shop of shops) {
    const { id } = await payWithPostback(shop, receiver.url);
    await shop.decide(id, "DISPUTED");
  }
  await sandbox.settled();
  expect(receiver.deliveries).toHaveLength(4);
  for (const shop of shops) {
    const statuses = (await postbacksOf(shop)).map(({ status }) => status);
    expect(statuses).toEqual(["DELIVERED", "DELIVERED"]);
  }
});
