import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createCentavo, NetworkError, type PaymentStatus } from "../../src/client/index.ts";
import {
  createPostbackReceiver,
  type PostbackReceiver,
  type PostbackReceiverOptions,
} from "../../src/postback-receiver/index.ts";
import { rejections } from "../../src/postback-receiver/rejection.ts";
import { NOBODY, openSandbox, type Shop } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";
import { deliverDue, firstPostback } from "../sandbox/postbacks/postback-fixtures.ts";
import { openShopWithReceiver, payByPix, post, postbackOf, postOf, SECRET } from "./shop-server.ts";

type Options = Partial<PostbackReceiverOptions>;

/** Nobody gets what the sandbox sends there. The receiver does not compare hosts. */
const atNobody = (url: string) => `http://127.0.0.1:9${new URL(url).pathname}`;

/** The status with which a receiver responds in this process. */
async function statusAt({ fetch }: PostbackReceiver, url: string, body: object): Promise<number> {
  return (await fetch(new Request(url, postOf(body)))).status;
}

/** The responses to the deliveries of the shop's first postback. */
async function attemptsOf(shop: Shop) {
  return (await firstPostback(shop)).attempts.map(({ status }) => status);
}

const everyEvent: Options = { each: "event" };
const withEvents: Options = { store: new Set() };
const withStatuses: Options = { statuses: new Map() };

/** The steps are changes of the payment, and postbacks: a new one, the first one again, or that one in capitals. */
test.each<[why: string, example: string, steps: string, calls: string, options?: Options]>([
  ["each change", "card", "first DISPUTED new SUCCEEDED new", "SUCCEEDED DISPUTED SUCCEEDED"],
  ["a change and back unread", "card", "first DISPUTED SUCCEEDED new", "SUCCEEDED SUCCEEDED"],
  ["two changes of which it has read the second", "pix", "PAID first new", "PAID"],
  ["an event that comes again", "pix", "first first FIRST", "PENDING"],
  ["an event that comes late", "pix", "first PAID new first FIRST", "PENDING PAID"],
  ["each event", "pix", "PAID first new first FIRST", "PAID PAID", everyEvent],
  ["each change, with a table of events", "pix", "PAID first new FIRST", "PAID", withEvents],
  ["each change, with a table", "pix", "first PAID new new FIRST", "PENDING PAID", withStatuses],
])("a hook is called once for %s", async (_, example, steps, calls, options) => {
  const { shop, postbackUrl, received } = await openShopWithReceiver(options);
  const { id } = await shop.pay(example, { billingData: { postbackUrl: atNobody(postbackUrl) } });
  // A postback proves nothing: neither its fields nor its headers decide what a hook gets.
  const lies = { data: { id, status: "REFUNDED", amount: 1 }, more: true };
  const first = postbackOf(id, lies);
  const arriving: Record<string, () => object> = {
    new: () => postbackOf(id, lies),
    first: () => first,
    FIRST: () => postbackOf(id.toUpperCase(), { eventId: first.eventId.toUpperCase() }),
  };
  for (const [place, step] of steps.split(" ").entries()) {
    const postback = arriving[step]?.();
    const headers = { "x-sandbox-generation": `${place}` };
    await shop.control.clock.advance({ seconds: 1 });
    if (postback) expect(await post(postbackUrl, postback, headers)).toBe(204);
    else await shop.decide(id, step as PaymentStatus);
  }
  expect(received.map(({ resource }) => resource.status).join(" ")).toBe(calls);
  for (const { resource } of received) expect(resource.amount).toBeGreaterThan(1);
});

test("one receiver sees each test of a suite that restores a snapshot", async () => {
  const opened = await openSandbox({ seed: "checkout" });
  const { shop, postbacks, received } = await openShopWithReceiver({}, "node:http", opened);
  const restored = await payByPix(shop, await postbacks.urlFor("1042"));
  const { snapshotId } = (await shop.control.snapshots.create()).data;
  for (let test = 0; test < 3; test++) {
    await shop.control.snapshots.restore(snapshotId);
    received.length = 0;
    const created = await payByPix(shop, await postbacks.urlFor("1043"));
    for (const { id } of [restored, created]) await shop.decide(id, "PAID");
    await deliverDue(shop);
    const seen = received.map(({ reference, resource }) => `${reference} ${resource.status}`);
    expect(seen.sort()).toEqual(["1042 PAID", "1043 PAID", "1043 PENDING"]);
  }
});

describe("an event is handled again", () => {
  const down = new Error("The database is down.");

  test("if the first time failed", async () => {
    const onPayment = vi.fn().mockRejectedValueOnce(down);
    const { shop, postbackUrl, failures } = await openShopWithReceiver({ onPayment });
    await payByPix(shop, postbackUrl);
    await shop.control.clock.advance({ seconds: 60 });
    const { eventId } = await firstPostback(shop);
    expect(failures).toMatchObject([{ status: 500, reference: "1042", eventId, error: down }]);
    expect(onPayment).toHaveBeenCalledTimes(2);
    expect(await attemptsOf(shop)).toEqual([500, 204]);
  });

  test.each<[string, (failOnce: () => unknown) => Options]>([
    ["status", (set) => ({ statuses: { get: () => null, set } })],
    ["event", (add) => ({ ...everyEvent, store: { has: () => false, add } })],
  ])("if the store could not remember its %s", async (_, options) => {
    const failOnce = vi.fn().mockRejectedValueOnce(down);
    const { shop, postbackUrl, received } = await openShopWithReceiver(options(failOnce));
    await payByPix(shop, postbackUrl);
    await shop.control.clock.advance({ seconds: 60 });
    expect(received).toHaveLength(2);
  });
});

test.each([
  // A shop with an older version has events only. They do not know that another event read the same status.
  { tables: "of events", use: ["store"], calls: [0, 1] },
  { tables: "of statuses", use: ["statuses"], calls: [0, 0] },
  { tables: "of both", use: ["store", "statuses"], calls: [0, 0] },
] as const)("an event is handled once across processes with a table $tables", async (row) => {
  const [events, statuses] = [new Set<string>(), new Map<string, string>()];
  const tables: Required<Pick<Options, "store" | "statuses">> = {
    store: { has: async (eventId) => events.has(eventId), add: async (id) => events.add(id) },
    statuses: { get: async (id) => statuses.get(id), set: async (...row) => statuses.set(...row) },
  };
  const used = Object.fromEntries(row.use.map((name) => [name, tables[name]]));
  const { shop, url, postbackUrl, received } = await openShopWithReceiver(used);
  const { id } = await payByPix(shop, postbackUrl);
  expect(received).toHaveLength(1);

  const onPayment = vi.fn();
  const options = { centavo: shop.centavo, url, secret: SECRET, onPayment };
  const second = createPostbackReceiver({ ...options, ...used });
  const { eventId } = await firstPostback(shop);
  for (const [place, postback] of [postbackOf(id, { eventId }), postbackOf(id)].entries()) {
    expect(await statusAt(second, postbackUrl, postback)).toBe(204);
    expect(onPayment).toHaveBeenCalledTimes(row.calls[place] as number);
  }
});

test("the changes of a payment are handled one after the other, so that no old read overtakes", async () => {
  const gate = Promise.withResolvers<void>();
  const statuses: string[] = [];
  const { shop, postbackUrl } = await openShopWithReceiver({
    async onPayment({ status }) {
      if (status === "PENDING") await gate.promise;
      statuses.push(status);
    },
  });
  const { id } = await shop.pay("pix", { billingData: { postbackUrl: atNobody(postbackUrl) } });
  const older = postbackOf(id);
  const twice = [post(postbackUrl, older), post(postbackUrl, older)];
  const reads = async () =>
    (await shop.control.requests.list({ operationId: "payments.get" })).data.length;
  await expect.poll(reads).toBeGreaterThan(0);
  await shop.decide(id, "PAID");
  const newer = post(postbackUrl, postbackOf(id));
  // Enough for it to overtake, if it could.
  await setTimeout(100);
  gate.resolve();
  expect(await Promise.all([...twice, newer])).toEqual([204, 204, 204]);
  expect(statuses).toEqual(["PENDING", "PAID"]);
});

describe("a payment is not handed on", () => {
  test.each(["1043", undefined])("by another URL than its own, of %s", async (reference) => {
    const { shop, postbacks, postbackUrl, received, failures } = await openShopWithReceiver();
    const own = reference && atNobody(await postbacks.urlFor(reference));
    const { id } = await shop.pay("pix", { billingData: { postbackUrl: own } });
    expect(await post(postbackUrl, postbackOf(id))).toBe(403);
    expect(received).toEqual([]);
    expect(failures).toMatchObject([{ status: 403, reference: "1042" }]);
  });

  test.each(["payment", "withdrawal"])(
    "if the service does not know the id of a %s",
    async (type) => {
      const { postbackUrl, failures } = await openShopWithReceiver();
      expect(await post(postbackUrl, postbackOf(NOBODY, { type }))).toBe(404);
      expect(failures).toMatchObject([{ status: 404 }]);
    },
  );

  test("if the read fails", async () => {
    const keys = { publicKey: "pk", privateKey: "sk", retry: { limit: 0 } };
    const centavo = createCentavo({ baseUrl: "http://127.0.0.1:9", ...keys });
    const { postbackUrl, failures } = await openShopWithReceiver({ centavo });
    expect(await post(postbackUrl, postbackOf(NOBODY))).toBe(500);
    expect(failures).toMatchObject([{ status: 500, error: expect.any(NetworkError) }]);
  });
});

describe("a withdrawal", () => {
  /** A shop with a subaccount, whose order is paid out to one of the two. */
  async function withdraw(options: object, whose: "company" | "subaccount" = "company") {
    const opened = await openShopWithReceiver(options);
    const { shop, postbackUrl } = opened;
    const subaccountId = await shop.subaccount();
    const { id } = await shop.pay("pix", { splits: [{ subaccountId, splitPercentage: 50 }] });
    await shop.decide(id, "PAID");
    const order = body("withdrawals.create", "pix", { amount: 100, postbackUrl });
    const as = whose === "company" ? {} : { subaccountId };
    const { data } = await shop.control.withdrawals.create(order, as);
    await deliverDue(shop);
    return {
      ...opened,
      subaccountId,
      withdrawal: { reference: "1042", resource: { id: data.id } },
    };
  }

  test("is read, and goes to onWithdrawal", async () => {
    const { received, withdrawal } = await withdraw({});
    expect(received).toMatchObject([withdrawal]);
  });

  test("is answered with 501 without onWithdrawal, and tried again later", async () => {
    const { failures } = await withdraw({ onWithdrawal: undefined });
    expect(failures).toMatchObject([{ status: 501, reference: "1042" }]);
  });

  test("of a subaccount is read as the subaccount", async () => {
    const ids = new Map<string, string>();
    const subaccountOf = (reference: string) => ids.get(reference);
    const opened = await withdraw({ subaccountOf }, "subaccount");
    expect(opened.failures).toMatchObject([{ status: 404, reference: "1042" }]);
    ids.set("1042", opened.subaccountId);
    await opened.shop.control.clock.advance({ seconds: 60 });
    expect(opened.received).toMatchObject([opened.withdrawal]);
  });
});

describe("a response takes no longer than the timeout", () => {
  test("if the handler is slow; what it does counts, and its late error is reported", async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const waiting = [...gates];
    const signals: AbortSignal[] = [];
    const onPayment: Options["onPayment"] = (_payment, _postback, signal) => {
      signals.push(signal);
      return waiting.shift()?.promise;
    };
    const opened = await openShopWithReceiver({ onPayment, timeout: 300 });
    const { shop, postbackUrl, failures } = opened;
    const { id } = await payByPix(shop, postbackUrl);
    expect(failures).toMatchObject([{ status: 503, reference: "1042" }]);
    expect(signals[0]?.aborted).toBe(true);
    gates[0]?.reject(new Error("Too late."));
    await expect.poll(() => failures[1]?.error).toMatchObject({ message: "Too late." });

    await shop.control.clock.advance({ seconds: 60 });
    expect(failures[2]).toMatchObject({ status: 503 });
    gates[1]?.resolve();
    expect(await post(postbackUrl, postbackOf(id))).toBe(204);
    await shop.control.clock.advance({ seconds: 300 });
    expect(await attemptsOf(shop)).toEqual([503, 503, 204]);
    // The second call succeeded, after its response.
    expect(signals).toHaveLength(2);
  });

  test("if it waits for the one before it, and then it is not handled without its sender", async () => {
    const gate = Promise.withResolvers<void>();
    const onPayment = vi.fn(() => gate.promise);
    const options = { ...everyEvent, onPayment, timeout: 300 };
    const { shop, postbackUrl } = await openShopWithReceiver(options);
    const { id } = await payByPix(shop, postbackUrl);
    expect(await post(postbackUrl, postbackOf(id))).toBe(503);
    gate.resolve();
    expect(await post(postbackUrl, postbackOf(id))).toBe(204);
    expect(onPayment).toHaveBeenCalledTimes(2);
  });

  test.each([
    ["503 if the body does not end", {}, 503],
    ["413 if it announces to be too large, before it is read", { "content-length": "100001" }, 413],
  ])("and is %s", async (_, headers, status) => {
    const { postbacks, postbackUrl } = await openShopWithReceiver({ timeout: 100 });
    const endless = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from("{")) });
    const response = await postbacks.fetch(new Request(postbackUrl, postOf(endless, headers)));
    expect(response.status).toBe(status);
  });
});

test("a body whose connection ends is 400, and no failure of the shop", async () => {
  const { postbacks, postbackUrl, failures } = await openShopWithReceiver();
  const broken = new ReadableStream({
    pull() {
      throw new Error("aborted");
    },
  });
  expect((await postbacks.fetch(new Request(postbackUrl, postOf(broken)))).status).toBe(400);
  expect(failures).toMatchObject([{ status: 400 }]);
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
    const onPayment = () => Promise.reject(reason);
    const opened = await openShopWithReceiver({ onPayment, onError: undefined as never });
    expect(await post(`${opened.url}/1042/0`, "{}")).toBe(401);
    expect(print).not.toHaveBeenCalled();
    await payByPix(opened.shop, opened.postbackUrl);
    expect(print.mock.calls).toEqual([[reason]]);
  });

  test.each<[string, Options["onError"]]>([
    ["throws", () => JSON.parse("")],
    ["rejects", () => Promise.reject(new Error("onError"))],
    ["never ends", () => new Promise(() => {})],
  ])("gets its response even if onError %s", async (_, onError) => {
    const { postbackUrl } = await openShopWithReceiver({ onError, timeout: 300 } as Options);
    expect(await post(postbackUrl, "{}")).toBe(400);
  });

  test("shows neither the secret nor a token", async () => {
    const { shop, url, postbacks, postbackUrl, failures } = await openShopWithReceiver();
    const token = postbackUrl.split("/").at(-1) ?? "";
    const { id } = await shop.pay("pix");
    await post(`${url}/1043/${token}`, "{}");
    await post(postbackUrl, `{ "eventId": "${token}" }`);
    for (const each of [token, NOBODY, id]) await post(postbackUrl, postbackOf(each));
    expect(failures.map(({ status }) => status)).toEqual([401, 400, 400, 404, 403]);
    const shown = inspect([failures, postbacks], { depth: 9, showHidden: true });
    expect(shown).toContain("The token is wrong.");
    for (const hidden of [token, SECRET]) expect(shown.includes(hidden)).toBe(false);
  });
});
