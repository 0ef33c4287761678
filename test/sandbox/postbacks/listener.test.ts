import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ClaimedPostback, PostbackType } from "../../../generated/sandbox-control-types.ts";
import { openSandbox, type Shop } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";
import { receive } from "../receiver.ts";
import { deliverDue, firstPostback, payWithPostback, postbacksOf } from "./postback-fixtures.ts";

/** No process can call it, so only a listener delivers. */
const UNREACHABLE = "https://shop.example/postbacks/1042";

/** Moves the system's clock, by which turns and leases end. The company's clock stands still. */
function pass(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000);
}

/** A company with a payment that was paid, and two listeners. */
async function listening() {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const shop = await openSandbox();
  const [ana, bia] = [listenerOf(shop), listenerOf(shop)];
  return { shop, ana, bia };
}

function listenerOf({ control }: Shop) {
  const listener = randomUUID();
  return {
    claim: async (types?: PostbackType[]) =>
      (await control.listener.claim({ listener, ...(types && { types }) })).data,
    release: () => control.listener.release({ listener }),
  };
}

type Claimed = [ClaimedPostback, ...ClaimedPostback[]];

/** The postbacks that a listener gets, in the end. */
async function claimed(listener: ReturnType<typeof listenerOf>): Promise<Claimed> {
  for (;;) {
    const { postbacks } = await listener.claim();
    if (postbacks.length > 0) return postbacks as Claimed;
    await setTimeout(10);
  }
}

async function report(
  { control }: Shop,
  { eventId, claim }: Pick<ClaimedPostback, "eventId" | "claim">,
  status: number | null = 200,
  { answer = "", problem = null as string | null, timedOut = false } = {},
) {
  const outcome = { claim, status, answer, problem, timedOut };
  return (await control.postbacks.reportAttempt(eventId, outcome)).data;
}

test("a listener gets the bytes that the receiver gets", async () => {
  const { shop, ana } = await listening();
  const receiver = await receive(500, 200);
  await payWithPostback(shop, receiver.url);
  await deliverDue(shop);
  await ana.claim();
  const advancing = shop.control.clock.advance({ seconds: 60 });
  const [postback] = await claimed(ana);
  const [sent] = receiver.deliveries;
  expect(postback).toMatchObject({ attempt: 2, method: sent?.method, body: sent?.text });
  expect(sent?.headers).toMatchObject(postback.headers ?? {});
  // The advance waits for the report.
  const early = await Promise.race([advancing, setTimeout(150, "waiting")]);
  expect(early).toBe("waiting");
  await report(shop, postback);
  await advancing;
  expect(receiver.deliveries).toHaveLength(1);
  const [{ attempts } = { attempts: [] }] = await postbacksOf(shop);
  expect(attempts).toMatchObject([{ status: 500 }, { status: 200, forwarded: true }]);
});

test("the postbacks of a payment come in order, each after the report of the one before", async () => {
  const { shop, ana } = await listening();
  await ana.claim();
  const { id } = await payWithPostback(shop, UNREACHABLE);
  await shop.decide(id, "DISPUTED");
  const [first, ...others] = await claimed(ana);
  expect([first.resourceStatus, others]).toEqual(["SUCCEEDED", []]);
  expect((await ana.claim()).postbacks).toEqual([]);
  await report(shop, first, 500);
  expect((await ana.claim()).postbacks).toEqual([]);
  const advancing = shop.control.clock.advance({ seconds: 60 });
  for (const status of ["SUCCEEDED", "DISPUTED"]) {
    const [next] = await claimed(ana);
    expect(next.resourceStatus).toBe(status);
    await report(shop, next);
  }
  await advancing;
  expect((await postbacksOf(shop)).map(({ status }) => status)).toEqual(["DELIVERED", "DELIVERED"]);
});

test("a delivery without a report is a failed attempt, once, and the event comes again", async () => {
  const { shop, ana } = await listening();
  await ana.claim();
  await payWithPostback(shop, UNREACHABLE);
  const [lost] = await claimed(ana);
  pass(20);
  await ana.claim();
  await ana.claim();
  expect(await report(shop, lost)).toMatchObject({ recorded: false, status: "PENDING" });
  const problem = "The listener did not respond.";
  expect((await firstPostback(shop)).attempts).toMatchObject([{ status: null, problem }]);
  const advancing = shop.control.clock.advance({ seconds: 60 });
  const [again] = await claimed(ana);
  expect(again).toMatchObject({ eventId: lost.eventId, attempt: 2 });
  expect(await report(shop, lost)).toMatchObject({ recorded: false });
  expect(await report(shop, again)).toMatchObject({ recorded: true });
  expect(await report(shop, again)).toMatchObject({ recorded: false });
  await advancing;
  const causes = (await shop.events({ type: "postback.attempted" })).map(({ cause }) => cause.type);
  expect(causes).toEqual(["delivery", "delivery"]);
});

test("one listener has its turn, and another takes over when that ends", async () => {
  const { shop, ana, bia } = await listening();
  expect(await ana.claim(["payment"])).toEqual({ role: "active", postbacks: [] });
  expect(await bia.claim()).toEqual({ role: "standby", postbacks: [] });
  pass(14);
  await ana.claim(["payment"]);
  pass(14);
  expect(await bia.claim()).toMatchObject({ role: "standby" });
  const current = async () => (await shop.control.listener.get()).data;
  expect(await current()).toEqual({ connected: true, types: ["payment"] });
  pass(1);
  expect(await current()).toEqual({ connected: true, types: ["payment", "withdrawal"] });
  expect(await bia.claim()).toMatchObject({ role: "active" });
  await ana.release();
  expect(await ana.claim()).toMatchObject({ role: "standby" });
  await bia.release();
  expect(await ana.claim()).toMatchObject({ role: "active" });
  pass(15);
  expect(await current()).toEqual({ connected: false, types: [] });
});

test("the sandbox delivers what the filter leaves out, and all when the turn ends, also in an advance", async () => {
  const { shop, ana } = await listening();
  const receiver = await receive();
  await ana.claim(["withdrawal"]);
  const { id } = await payWithPostback(shop, receiver.url, "pix");
  await shop.decide(id, "PAID");
  await receiver.arrived(2);
  const destination = { postbackUrl: receiver.url, amount: 100 };
  await shop.control.withdrawals.create(body("withdrawals.create", "pix", destination));
  const [withdrawal, ...others] = (await ana.claim(["withdrawal"])).postbacks;
  expect([withdrawal?.type, others]).toEqual(["withdrawal", []]);
  const advancing = shop.control.clock.advance({ seconds: 60 });
  await setTimeout(150);
  expect(receiver.deliveries).toHaveLength(2);
  pass(20);
  await advancing;
  expect(receiver.deliveries.map(({ body }) => body.type)).toContain("withdrawal");
  expect(receiver.deliveries[2]?.body.eventId).toBe(withdrawal?.eventId);
});

test("what a listener reports is masked", async () => {
  const { shop, ana } = await listening();
  await ana.claim();
  await payWithPostback(shop, UNREACHABLE);
  const [postback] = await claimed(ana);
  const { privateKey } = shop.keys;
  const secrets = `${privateKey} 4111111111111111`;
  const long = "x".repeat(600);
  await report(shop, postback, 500, { answer: secrets + long, problem: secrets });
  const [attempt] = (await firstPostback(shop)).attempts;
  expect(JSON.stringify(attempt)).not.toMatch(RegExp(`${privateKey}|4111111111111111`));
  expect(attempt?.answer).toHaveLength(500);
});

test("a restore ends all deliveries of listeners, whose reports then count for nothing, but no turn", async () => {
  const { shop, ana, bia } = await listening();
  await ana.claim();
  await payWithPostback(shop, UNREACHABLE);
  const [before] = await claimed(ana);
  const { data } = await shop.control.snapshots.create();
  await ana.release();
  await bia.claim();
  await shop.control.snapshots.restore(data.snapshotId);
  expect(await report(shop, before, 500)).toMatchObject({ recorded: false });
  expect(await ana.claim()).toMatchObject({ role: "standby" });
  const [after] = await claimed(bia);
  expect(after).toMatchObject({ eventId: before.eventId, attempt: 1 });
  await report(shop, after);
  expect(await firstPostback(shop)).toMatchObject({ status: "DELIVERED", attempts: [{}] });
});

test("the timeline leaves out the calls of a listener, unless they fail", async () => {
  const { shop, ana } = await listening();
  await ana.claim();
  await shop.send("POST", "/_sandbox/listener/claim", { token: await shop.token(), json: {} });
  const { data } = await shop.control.requests.list();
  const ofListener = data.filter(({ operationId }) => operationId?.startsWith("listener"));
  expect(ofListener).toMatchObject([{ operationId: "listener.claim", status: 400 }]);
});

test("an advance waits less for a target that has not responded in it", async () => {
  const { shop, ana } = await listening();
  await ana.claim();
  await payWithPostback(shop, UNREACHABLE);
  const advancing = shop.control.clock.advance({ seconds: 360 });
  for (const timeout of [10_000, 250, 250]) {
    const [postback] = await claimed(ana);
    expect(postback.timeout).toBe(timeout);
    await report(shop, postback, null, { problem: "Late.", timedOut: true });
  }
  await advancing;
  await ana.claim();
  const another = shop.control.clock.advance({ seconds: 900 });
  const [postback] = await claimed(ana);
  expect(postback.timeout).toBe(10_000);
  await report(shop, postback);
  await another;
});
