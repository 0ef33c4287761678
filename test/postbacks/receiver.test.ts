import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createCentavo, NetworkError, type PaymentStatus } from "../../src/client/index.ts";
import {
  createPostbackReceiver,
  type EventStore,
  type PostbackReceiver,
  type PostbackReceiverOptions,
  type StatusStore,
} from "../../src/postbacks/index.ts";
import { rejections } from "../../src/postbacks/rejection.ts";
import { NOBODY, openSandbox } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";
import { newFile } from "../sandbox/database-file.ts";
import { deliverDue, postbacksOf } from "../sandbox/postbacks/postback-fixtures.ts";
import { openShopWithReceiver, payByPix, post, postbackOf, SECRET } from "./shop-server.ts";

describe("a hook is called once", () => {
  /** A change of the payment, or a postback that arrives: a new one, the first one again, or that one in capitals. */
  type Step = PaymentStatus | "postback" | "first" | "FIRST";

  interface Case {
    for: string;
    steps: Step[];
    calls: PaymentStatus[];
    example?: "card" | "pix";
    options?: Partial<PostbackReceiverOptions>;
  }

  const each = "event";
  const cases: Case[] = [
    {
      for: "each change, also to a status that it had",
      steps: ["first", "DISPUTED", "postback", "SUCCEEDED", "postback"],
      calls: ["SUCCEEDED", "DISPUTED", "SUCCEEDED"],
      example: "card",
    },
    {
      for: "two changes of which it has read the second",
      steps: ["PAID", "first", "postback"],
      calls: ["PAID"],
    },
    { for: "an event that comes again", steps: ["first", "first", "FIRST"], calls: ["PENDING"] },
    {
      for: "an event that comes again after a later one",
      steps: ["first", "PAID", "postback", "first", "FIRST"],
      calls: ["PENDING", "PAID"],
    },
    {
      for: "each event, if it is to be",
      steps: ["PAID", "first", "postback", "first", "FIRST"],
      calls: ["PAID", "PAID"],
      options: { each },
    },
    {
      for: "each change that a store of events alone does not know",
      steps: ["PAID", "first", "postback", "FIRST"],
      calls: ["PAID"],
      options: { store: new Set() },
    },
    {
      for: "each change that is not in a table",
      steps: ["first", "PAID", "postback", "postback", "FIRST"],
      calls: ["PENDING", "PAID"],
      options: { statuses: new Map() },
    },
  ];

  test.each(cases)("for $for", async ({ steps, calls, example = "pix", options }) => {
    const { shop, postbacks, received } = await openShopWithReceiver(options);
    const url = await postbacks.urlFor("1042");
    // The sandbox sends its own postbacks to nobody: the receiver does not compare hosts.
    const postbackUrl = `http://127.0.0.1:9${new URL(url).pathname}`;
    const { id } = await shop.pay(example, { billingData: { postbackUrl } });
    const first = postbackOf(id);
    const arriving: Record<string, () => object> = {
      postback: () => postbackOf(id),
      first: () => first,
      FIRST: () => postbackOf(id.toUpperCase(), { eventId: first.eventId.toUpperCase() }),
    };
    for (const step of steps) {
      const postback = arriving[step]?.();
      if (postback) expect(await post(url, postback)).toBe(204);
      else await shop.decide(id, step as PaymentStatus);
    }
    expect(received.map(({ resource }) => resource.status)).toEqual(calls);
  });

  test("for each change, even if another process without a common store had the one before", async () => {
    const { shop, url, postbacks, received } = await openShopWithReceiver();
    const other = createPostbackReceiver({
      ...{ centavo: shop.centavo, url, secret: SECRET },
      onPayment: (resource, postback) => received.push({ resource, ...postback }),
    });
    const postbackUrl = await postbacks.urlFor("1042");
    const { id } = await shop.pay("card", {
      billingData: { postbackUrl: `http://127.0.0.1:9${new URL(postbackUrl).pathname}` },
    });
    const arriveAt = ({ fetch }: PostbackReceiver) =>
      fetch(new Request(postbackUrl, { method: "POST", body: JSON.stringify(postbackOf(id)) }));
    await arriveAt(postbacks);
    for (const [receiver, status] of [
      [other, "DISPUTED"],
      [postbacks, "SUCCEEDED"],
    ] as const) {
      await shop.control.clock.advance({ seconds: 60 });
      await shop.decide(id, status);
      await arriveAt(receiver);
    }
    const statuses = received.map(({ resource }) => resource.status);
    expect(statuses).toEqual(["SUCCEEDED", "DISPUTED", "SUCCEEDED"]);
  });
});

test.each<[string, () => Partial<PostbackReceiverOptions>]>([
  ["as it comes", () => ({})],
  ["with stores", () => ({ store: new Set(), statuses: new Map() })],
  ["for each event", () => ({ each: "event" })],
])("one receiver sees each test of a suite that restores a snapshot, %s", async (_, options) => {
  const opened = await openSandbox({ seed: "checkout" });
  const { shop, postbacks, received } = await openShopWithReceiver(options(), "node:http", opened);
  const restored = await payByPix(shop, await postbacks.urlFor("1042"));
  const { snapshotId } = (await shop.control.snapshots.create()).data;
  const testOfSuite = async () => {
    await shop.control.snapshots.restore(snapshotId);
    received.length = 0;
    const created = await payByPix(shop, await postbacks.urlFor("1043"));
    for (const { id } of [restored, created]) await shop.decide(id, "PAID");
    await deliverDue(shop);
    return received.map(({ reference, resource }) => `${reference} ${resource.status}`).sort();
  };
  for (let test = 0; test < 3; test++) {
    expect(await testOfSuite()).toEqual(["1042 PAID", "1043 PAID", "1043 PENDING"]);
  }
});

test("a made-up generation calls no hook again: a postback proves nothing", async () => {
  const { shop, postbacks, received } = await openShopWithReceiver();
  const url = await postbacks.urlFor("1042");
  const { id } = await payByPix(shop, url);
  for (const generation of ["1", "2"]) {
    const headers = { "x-sandbox-generation": generation };
    const response = await fetch(url, {
      ...{ method: "POST", headers, body: JSON.stringify(postbackOf(id)) },
    });
    expect(response.status).toBe(204);
  }
  expect(received).toHaveLength(1);
});

describe("an event that is delivered twice", () => {
  test("is handled once, if it comes while it is being handled", async () => {
    const gate = Promise.withResolvers<void>();
    const onPayment = vi.fn(() => gate.promise);
    const { shop, postbacks } = await openShopWithReceiver({ onPayment });
    const postbackUrl = await postbacks.urlFor("1042");
    const { id } = await shop.pay("pix", { billingData: { postbackUrl } });
    const postback = postbackOf(id);
    const both = [post(postbackUrl, postback), post(postbackUrl, postback)];
    await vi.waitFor(() => expect(onPayment).toHaveBeenCalled());
    gate.resolve();

    expect(await Promise.all(both)).toEqual([204, 204]);
    expect(onPayment).toHaveBeenCalledTimes(1);
  });

  test("is handled again, if the first time failed", async () => {
    const onPayment = vi.fn().mockRejectedValueOnce(new Error("The database is down."));
    const { shop, postbacks, failures } = await openShopWithReceiver({ onPayment });
    await payByPix(shop, await postbacks.urlFor("1042"));
    expect(failures).toMatchObject([
      { status: 500, reference: "1042", error: { message: "The database is down." } },
    ]);
    await shop.control.clock.advance({ seconds: 60 });

    expect(onPayment).toHaveBeenCalledTimes(2);
    const [postback] = await postbacksOf(shop);
    expect(postback?.attempts.map(({ status }) => status)).toEqual([500, 204]);
    expect(failures[0]?.eventId).toBe(postback?.eventId);
  });

  test.each([
    // A shop with an older version has events only. They do not know that another event read the same status.
    { tables: "of events", use: ["store"], calls: [0, 1] },
    { tables: "of statuses", use: ["statuses"], calls: [0, 0] },
    { tables: "of both", use: ["store", "statuses"], calls: [0, 0] },
  ] as const)("is handled once across processes with a table $tables", async ({ use, calls }) => {
    const opened = openSqlStores();
    const stores = Object.fromEntries(use.map((name) => [name, opened[name]]));
    const first = await openShopWithReceiver(stores);
    const { id } = await payByPix(first.shop, await first.postbacks.urlFor("1042"));
    expect(first.received).toHaveLength(1);

    const onPayment = vi.fn();
    const options = { centavo: first.shop.centavo, url: first.url, secret: SECRET };
    const second = createPostbackReceiver({ ...options, ...stores, onPayment });
    const [{ eventId = "" } = {}] = await postbacksOf(first.shop);
    const deliver = async (postback: object) => {
      const url = await second.urlFor("1042");
      const init = { method: "POST", body: JSON.stringify(postback) };
      return (await second.fetch(new Request(url, init))).status;
    };
    expect(await deliver(postbackOf(id, { eventId }))).toBe(204);
    expect(onPayment).toHaveBeenCalledTimes(calls[0]);
    expect(await deliver(postbackOf(id))).toBe(204);
    expect(onPayment).toHaveBeenCalledTimes(calls[1]);
  });

  test("is handled again, if it failed without a reason", async () => {
    const onPayment = vi.fn().mockImplementationOnce(() => Promise.reject());
    const { shop, postbacks } = await openShopWithReceiver({ onPayment });
    await payByPix(shop, await postbacks.urlFor("1042"));
    const [postback] = await postbacksOf(shop);
    expect(postback?.attempts.map(({ status }) => status)).toEqual([500]);
  });

  test.each<[string, (failOnce: () => unknown) => Partial<PostbackReceiverOptions>]>([
    ["status", (set) => ({ statuses: { get: () => null, set } })],
    ["event", (add) => ({ each: "event", store: { has: () => false, add } })],
  ])("is handled again, if the store could not remember its %s", async (_, options) => {
    const failOnce = vi.fn().mockRejectedValueOnce(new Error("The database is down."));
    const { shop, postbacks, received } = await openShopWithReceiver(options(failOnce));
    await payByPix(shop, await postbacks.urlFor("1042"));
    await shop.control.clock.advance({ seconds: 60 });
    expect(received).toHaveLength(2);
  });
});

test("the changes of a payment are handled one after the other, so that no old read overtakes", async () => {
  const gate = Promise.withResolvers<void>();
  const statuses: string[] = [];
  const { shop, postbacks } = await openShopWithReceiver({
    async onPayment({ status }) {
      if (status === "PENDING") await gate.promise;
      statuses.push(status);
    },
  });
  const postbackUrl = await postbacks.urlFor("1042");
  const { id } = await shop.pay("pix", { billingData: { postbackUrl } });
  const older = post(postbackUrl, postbackOf(id));
  await vi.waitFor(async () => {
    const { data } = await shop.control.requests.list({ operationId: "payments.get" });
    expect(data.length).toBeGreaterThan(0);
  });
  await shop.decide(id, "PAID");
  const newer = post(postbackUrl, postbackOf(id));
  // Enough for it to overtake, if it could.
  await setTimeout(100);
  gate.resolve();
  expect(await Promise.all([older, newer])).toEqual([204, 204]);
  expect(new Set(statuses)).toEqual(new Set(["PENDING", "PAID"]));
  expect(statuses.lastIndexOf("PENDING")).toBeLessThan(statuses.indexOf("PAID"));
});

describe("a payment is not handed on", () => {
  test("by the URL of another order", async () => {
    const { shop, postbacks, received, failures } = await openShopWithReceiver();
    const { id } = await shop.pay("pix", {
      billingData: { postbackUrl: await postbacks.urlFor("1043") },
    });
    await deliverDue(shop);
    received.length = 0;
    expect(await post(await postbacks.urlFor("1042"), postbackOf(id))).toBe(403);
    expect(received).toEqual([]);
    expect(failures).toMatchObject([{ status: 403, reference: "1042" }]);
  });

  test("if it has no URL", async () => {
    const { shop, postbacks, received } = await openShopWithReceiver();
    const { id } = await shop.pay("pix", { billingData: { postbackUrl: undefined } });
    expect(await post(await postbacks.urlFor("1042"), postbackOf(id))).toBe(403);
    expect(received).toEqual([]);
  });

  test("if the service does not know the id", async () => {
    const { postbacks, failures } = await openShopWithReceiver();
    const postbackUrl = await postbacks.urlFor("1042");
    expect(await post(postbackUrl, postbackOf(NOBODY))).toBe(404);
    expect(await post(postbackUrl, postbackOf(NOBODY, { type: "withdrawal" }))).toBe(404);
    expect(failures).toMatchObject([{ status: 404 }, { status: 404 }]);
  });

  test("if the read fails", async () => {
    const down = createCentavo({
      ...{ baseUrl: "http://127.0.0.1:9", publicKey: "pk", privateKey: "sk" },
      retry: { limit: 0 },
    });
    const { postbacks, failures } = await openShopWithReceiver({ centavo: down });
    expect(await post(await postbacks.urlFor("1042"), postbackOf(NOBODY))).toBe(500);
    expect(failures).toMatchObject([{ status: 500, error: expect.any(NetworkError) }]);
  });
});

test("the payment is the one of the service, whatever the body says", async () => {
  const { shop, postbacks, received } = await openShopWithReceiver({ each: "event" });
  const postbackUrl = await postbacks.urlFor("1042");
  const { id } = await payByPix(shop, postbackUrl);
  received.length = 0;
  const data = { id, status: "PAID", amount: 1 };
  expect(await post(postbackUrl, postbackOf(id, { data, more: true }))).toBe(204);
  expect(received).toMatchObject([{ resource: { id, status: "PENDING" } }]);
});

test("a payment is handed on after the shop has moved to another address", async () => {
  const { shop, postbacks, url, received } = await openShopWithReceiver();
  const { pathname } = new URL(await postbacks.urlFor("1042"));
  const { id } = await shop.pay("pix", {
    billingData: { postbackUrl: `https://old.example/shop${pathname}` },
  });
  expect(await post(`${new URL(url).origin}${pathname}?from=old`, postbackOf(id))).toBe(204);
  expect(received).toMatchObject([{ reference: "1042", resource: { id } }]);
});

test("the withdrawal of a subaccount is read as the subaccount", async () => {
  const ids = new Map<string, string>();
  const opened = await openShopWithReceiver({ subaccountOf: (reference) => ids.get(reference) });
  const { shop, postbacks, received } = opened;
  const subaccountId = await shop.subaccount();
  const splits = [{ subaccountId, splitPercentage: 50 }];
  const { id } = await shop.pay("pix", { splits });
  await shop.decide(id, "PAID");
  const postbackUrl = await postbacks.urlFor("payout-8");
  const order = body("withdrawals.create", "pix", { amount: 100, postbackUrl });
  const { data } = await shop.control.withdrawals.create(order, { subaccountId });
  await deliverDue(shop);
  expect(opened.failures).toMatchObject([{ status: 404, reference: "payout-8" }]);
  ids.set("payout-8", subaccountId);
  await shop.control.clock.advance({ seconds: 60 });
  expect(received).toMatchObject([{ reference: "payout-8", resource: { id: data.id } }]);
});

describe("a withdrawal", () => {
  async function withdraw(options = {}) {
    const opened = await openShopWithReceiver(options);
    const { shop, postbacks } = opened;
    const { id } = await shop.pay("pix");
    await shop.decide(id, "PAID");
    const { available: amount } = await shop.balance();
    const postbackUrl = await postbacks.urlFor("payout-7");
    const { data } = await shop.control.withdrawals.create(
      body("withdrawals.create", "pix", { amount, postbackUrl }),
    );
    await deliverDue(shop);
    return { ...opened, withdrawal: data };
  }

  test("is read, and goes to onWithdrawal", async () => {
    const { received, withdrawal } = await withdraw();
    expect(received).toMatchObject([{ reference: "payout-7", resource: { id: withdrawal.id } }]);
  });

  test("is answered with 501 without onWithdrawal, and tried again later", async () => {
    const { failures } = await withdraw({ onWithdrawal: undefined });
    expect(failures).toMatchObject([{ status: 501, reference: "payout-7" }]);
  });
});

describe("a response takes no longer than the timeout", () => {
  test("if the handler is slow; what it does counts, and its late error is reported", async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const waiting = [...gates];
    const onPayment = vi.fn(() => waiting.shift()?.promise);
    const { shop, postbacks, failures } = await openShopWithReceiver({ onPayment, timeout: 300 });
    const postbackUrl = await postbacks.urlFor("1042");
    const { id } = await shop.pay("pix", { billingData: { postbackUrl } });
    await deliverDue(shop);
    expect(failures).toMatchObject([{ status: 503, reference: "1042" }]);
    gates[0]?.reject(new Error("Too late."));
    await vi.waitFor(() => expect(failures[1]?.error).toMatchObject({ message: "Too late." }));

    await shop.control.clock.advance({ seconds: 60 });
    expect(failures[2]).toMatchObject({ status: 503 });
    gates[1]?.resolve();
    expect(await post(postbackUrl, postbackOf(id))).toBe(204);
    await shop.control.clock.advance({ seconds: 300 });
    const [postback] = await postbacksOf(shop);
    expect(postback?.attempts.map(({ status }) => status)).toEqual([503, 503, 204]);
    // The second call succeeded, after its response.
    expect(onPayment).toHaveBeenCalledTimes(2);
  });

  test("if the handler ends with its signal, which is reported once", async () => {
    const onPayment = vi.fn((_payment: unknown, _postback: unknown, signal: AbortSignal) =>
      onPayment.mock.calls.length > 1
        ? undefined
        : new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
    const { shop, postbacks, failures } = await openShopWithReceiver({ onPayment, timeout: 300 });
    const postbackUrl = await postbacks.urlFor("1042");
    await payByPix(shop, postbackUrl);
    await shop.control.clock.advance({ seconds: 60 });
    const [postback] = await postbacksOf(shop);
    expect(postback?.attempts.map(({ status }) => status)).toEqual([503, 204]);
    expect(failures.map(({ status }) => status)).toEqual([503]);
  });

  test("if onError takes longer", async () => {
    const onError = () => new Promise(() => {});
    const { postbacks } = await openShopWithReceiver({ onError, timeout: 300 });
    expect(await post(await postbacks.urlFor("1042"), "{}")).toBe(400);
  });

  test("if it waits for the one before it, and then it is not handled without its sender", async () => {
    const gate = Promise.withResolvers<void>();
    const onPayment = vi.fn(() => gate.promise);
    const { shop, postbacks } = await openShopWithReceiver({
      each: "event",
      onPayment,
      timeout: 300,
    });
    const postbackUrl = await postbacks.urlFor("1042");
    const { id } = await payByPix(shop, postbackUrl);
    expect(await post(postbackUrl, postbackOf(id))).toBe(503);
    gate.resolve();
    expect(await post(postbackUrl, postbackOf(id))).toBe(204);
    expect(onPayment).toHaveBeenCalledTimes(2);
  });

  test("if the body does not end", async () => {
    const { postbacks } = await openShopWithReceiver({ timeout: 100 });
    const endless = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from("{")) });
    const init = { method: "POST", body: endless, duplex: "half" } as RequestInit;
    const url = await postbacks.urlFor("1042");
    expect((await postbacks.fetch(new Request(url, init))).status).toBe(503);
  });
});

test("a body that announces to be too large is rejected before it is read", async () => {
  const { postbacks } = await openShopWithReceiver({ timeout: 500 });
  const endless = new ReadableStream({ pull: () => new Promise(() => {}) });
  const headers = { "content-length": "100001" };
  const init = { method: "POST", headers, body: endless, duplex: "half" } as RequestInit;
  const url = await postbacks.urlFor("1042");
  expect((await postbacks.fetch(new Request(url, init))).status).toBe(413);
});

test.each(["docs/guides/postbacks.md", "docs/pt-BR/guides/postbacks.md"])(
  "%s has a row for each status of a response",
  (guide) => {
    const rows = [...readFileSync(guide, "utf8").matchAll(/^\| (\d{3}) \|/gm)];
    const statuses = ["204", "500", ...Object.keys(rejections)].sort();
    expect(rows.map(([, status]) => status)).toEqual(statuses);
  },
);

describe("what goes wrong", () => {
  test("is printed from status 500 on, unless there is an onError", async () => {
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => print.mockRestore());
    const reason = new Error("The database is down.");
    const { shop, url, postbacks } = await openShopWithReceiver({
      onPayment: () => Promise.reject(reason),
      onError: undefined as never,
    });
    expect(await post(`${url}/1042/0`, "{}")).toBe(401);
    expect(print).not.toHaveBeenCalled();
    await payByPix(shop, await postbacks.urlFor("1042"));
    expect(print.mock.calls).toEqual([[reason]]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("onError");
      },
    ],
    ["rejects", () => Promise.reject(new Error("onError"))],
  ])("gets its response even if onError %s", async (_, onError) => {
    const { postbacks } = await openShopWithReceiver({ onError });
    expect(await post(await postbacks.urlFor("1042"), "{}")).toBe(400);
  });

  test("shows neither the secret nor a token", async () => {
    const { shop, url, postbacks, failures } = await openShopWithReceiver();
    const postbackUrl = await postbacks.urlFor("1042");
    const token = postbackUrl.split("/").at(-1) ?? "";
    const { id } = await shop.pay("pix");
    await post(`${url}/1043/${token}`, "{}");
    await post(postbackUrl, `{ "eventId": "${token}" }`);
    await post(postbackUrl, postbackOf(token));
    await post(postbackUrl, postbackOf(NOBODY));
    await post(postbackUrl, postbackOf(id));
    expect(failures.map(({ status }) => status)).toEqual([401, 400, 400, 404, 403]);
    const shown = inspect([failures, postbacks], { depth: 9, showHidden: true });
    expect(shown).toContain("The token is wrong.");
    for (const hidden of [token, SECRET]) expect(shown.includes(hidden)).toBe(false);
  });
});

/** As the guide shows it. */
function openSqlStores(): { store: EventStore; statuses: StatusStore } {
  const db = new DatabaseSync(newFile());
  onTestFinished(() => db.close());
  db.exec("create table handled_events (event_id text primary key)");
  db.exec("create table last_statuses (id text primary key, status text)");
  const find = db.prepare("select 1 from handled_events where event_id = ?");
  const insert = db.prepare("insert into handled_events values (?) on conflict do nothing");
  const read = db.prepare("select status from last_statuses where id = ?");
  const write = db.prepare("insert or replace into last_statuses values (?, ?)");
  return {
    store: {
      has: (eventId) => find.get(eventId) !== undefined,
      add: (eventId) => insert.run(eventId),
    },
    statuses: {
      get: (id) => read.get(id)?.status as string | undefined,
      set: (id, status) => write.run(id, status),
    },
  };
}
