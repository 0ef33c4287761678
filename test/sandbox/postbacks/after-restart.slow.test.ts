import { expect, onTestFinished, test, vi } from "vitest";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { openSandbox, Shop, START } from "../company-fixture.ts";
import { newFile } from "../database-file.ts";
import { receive, receiveAt, silence } from "../receiver.ts";
import { keysIn, open } from "../sandbox-command.ts";
import { payWithPostback, statusesAt } from "./postback-fixtures.ts";

/** A sandbox in a separate process, which can be killed. */
async function startAlone(db: string) {
  const sandbox = await open(["--quiet", "--clock", START, "--db", db]);
  return { shop: new Shop(sandbox.url, keysIn(sandbox.text)), ...sandbox };
}

test("the next sandbox delivers what a killed one had not, in order", async () => {
  const db = newFile();
  const hanging = await receive(silence);
  const first = await startAlone(db);
  const { id } = await payWithPostback(first.shop, hanging.url);
  await first.shop.decide(id, "DISPUTED");
  await first.shop.decide(id, "CHARGEBACK");
  await hanging.arrived(1);
  first.kill("SIGKILL");
  await first.ended;
  hanging.close();

  const { port } = new URL(hanging.url);
  const again = await receiveAt(Number(port));
  await startAlone(db);
  await again.arrived(3);
  expect(statusesAt(again)).toEqual(["SUCCEEDED", "DISPUTED", "CHARGEBACK"]);
  // The first was delivered twice, because the sandbox could not know whether it had arrived.
  expect(again.deliveries[0]?.text).toBe(hanging.deliveries[0]?.text);
});

test("attempts missed while no sandbox ran are not all made at the same time", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(START) });
  onTestFinished(() => void vi.useRealTimers());
  const db = newFile();
  const receiver = await receive(500);
  const first = await startSandbox({ db });
  await payWithPostback(new Shop(first.url, first), receiver.url);
  await receiver.arrived(1);
  await first.settled();
  await first.close();

  vi.setSystemTime("2026-03-09T12:00:00Z");
  const second = await startSandbox({ db });
  onTestFinished(second.close);
  await second.settled();
  expect(receiver.deliveries).toHaveLength(2);
  const [postback] = (await second.control.postbacks.list()).data;
  expect(postback).toMatchObject({
    ...{ status: "PENDING", nextAttemptAt: "2026-03-09T12:05:00.000Z" },
    attempts: [{ at: "2026-03-02T12:00:00.000Z" }, { at: "2026-03-09T12:00:00.000Z" }],
  });
});

test("the next sandbox does not deliver a delivered postback again", async () => {
  const db = newFile();
  const receiver = await receive();
  const first = await startSandbox({ db, clock: START });
  await payWithPostback(new Shop(first.url, first), receiver.url);
  await first.settled();
  await first.close();
  const shop = await openSandbox({ db });
  await shop.control.clock.advance({ days: 1 });
  expect(receiver.deliveries).toHaveLength(1);
});

test("the next sandbox makes a pending redelivery once", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(START) });
  onTestFinished(() => void vi.useRealTimers());
  const db = newFile();
  const receiver = await receive(200, silence, 500);
  const first = await startSandbox({ db });
  await payWithPostback(new Shop(first.url, first), receiver.url);
  await first.settled();
  const [{ eventId = "" } = {}] = (await first.control.postbacks.list()).data;
  await first.control.postbacks.redeliver(eventId);
  await receiver.arrived(2);
  await first.close();

  vi.setSystemTime("2026-03-09T12:00:00Z");
  const second = await startSandbox({ db });
  onTestFinished(second.close);
  await second.settled();
  await second.control.clock.advance({ days: 10 });
  expect(receiver.deliveries).toHaveLength(3);
  const [postback] = (await second.control.postbacks.list()).data;
  expect(postback).toMatchObject({
    ...{ status: "DELIVERED", nextAttemptAt: null },
    attempts: [{ status: 200 }, { at: "2026-03-09T12:00:00.000Z", status: 500 }],
  });
});
