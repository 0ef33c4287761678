import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Postback } from "../../generated/sandbox-control-types.ts";
import type { Payment } from "../../src/client/index.ts";
import { mediaTypes } from "../../src/contract/operations.ts";
import { createCompile } from "../../src/sandbox/http/ajv-instance.ts";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import { blockedAddresses } from "../../src/sandbox/postbacks/egress-policy.ts";
import { fromSource, start } from "../run-centavo.ts";
import { NOBODY, openSandbox, openShop, Shop, START } from "./company-fixture.ts";
import { body, control, shownError, shownMessage } from "./contract-examples.ts";
import { newFolder } from "./database-file.ts";
import { type Receiver, receive, silence } from "./receiver.ts";

const statusChanged = control.at("webhooks", "statusChanged", "post", "requestBody");
const isPostback = createCompile(control)(mediaTypes(statusChanged)[0]?.at("schema").value);

const shownAttempts = control.at("components", "schemas", "Postback", "properties", "attempts");

const MINUTE = 60_000;
const WAITS = [1, 5, 15, 60, 180, 360, 720, 1440, 1440];

/** When the ten attempts come, where all fail. */
const attemptTimes = [0, ...WAITS].map((_, index) => {
  const waited = WAITS.slice(0, index).reduce((sum, wait) => sum + wait, 0);
  return new Date(Date.parse(START) + waited * MINUTE).toISOString();
});

function payTo(shop: Shop, postbackUrl: string | undefined, example = "pix"): Promise<Payment> {
  return shop.pay(example, { billingData: { postbackUrl } });
}

/** Resolves when everything that is due was tried. A clock that goes on by nothing waits for it. */
async function settle({ control }: Shop): Promise<void> {
  await control.clock.advance({ to: (await control.clock.get()).data.now });
}

/** All postbacks of a company, the oldest first. */
async function postbacks({ control }: Shop, query: object = {}): Promise<Postback[]> {
  return (await control.postbacks.list({ limit: 100, ...query })).data.toReversed();
}

function told({ deliveries }: Receiver): string[] {
  return deliveries.map(({ body }) => body.data.status);
}

describe("what is told", () => {
  test("is every status of a payment, as a read returns it, from its creation on", async () => {
    const shop = await openShop();
    const receiver = await receive();
    const created = await payTo(shop, receiver.url, "card");
    await settle(shop);
    await shop.control.clock.advance({ seconds: 90 });
    const disputed = await shop.decide(created.id, "DISPUTED");
    await settle(shop);
    expect(receiver.deliveries.at(-1)?.body.data).toEqual(await shop.payment(created.id));
    const chargedBack = await shop.decide(created.id, "CHARGEBACK");
    await settle(shop);

    expect(receiver.deliveries.map(({ body }) => body)).toEqual([
      {
        eventId: expect.any(String),
        occurredAt: START.replace("Z", ".000Z"),
        type: "payment",
        data: created,
      },
      {
        eventId: expect.any(String),
        occurredAt: "2026-03-02T12:01:30.000Z",
        type: "payment",
        data: disputed,
      },
      {
        eventId: expect.any(String),
        occurredAt: "2026-03-02T12:01:30.000Z",
        type: "payment",
        data: chargedBack,
      },
    ]);
    expect(new Set(receiver.deliveries.map(({ body }) => body.eventId)).size).toBe(3);
  });

  test("is every status of a withdrawal, as a read returns it", async () => {
    const shop = await openShop();
    const receiver = await receive();
    await shop.decide((await payTo(shop, undefined)).id, "PAID");
    const { available } = await shop.balance();
    const { data: created } = await shop.control.withdrawals.create(
      body("withdrawals.create", "pix", { amount: available, postbackUrl: receiver.url }),
    );
    await settle(shop);
    const { data: failed } = await shop.control.withdrawals.setStatus(created.id, {
      status: "FAILED",
    });
    await settle(shop);
    expect(receiver.deliveries.map(({ body }) => body)).toMatchObject([
      { type: "withdrawal", data: created },
      { type: "withdrawal", data: failed },
    ]);
    expect(receiver.deliveries.at(-1)?.body.data).toEqual(
      (await shop.centavo.withdrawals.get(created.id)).data,
    );
  });

  test.each(["card", "cardDeclined", "tokenizedCard", "pix", "billet"])(
    "comes as JSON that the contract describes, of %s too",
    async (example) => {
      const shop = await openShop();
      const receiver = await receive();
      if (example === "tokenizedCard") {
        const { id, customerId } = await shop.card();
        const { document } = (await shop.centavo.customers.get(customerId)).data;
        await shop.pay(example, {
          tokenizedCardId: id,
          billingData: { postbackUrl: receiver.url },
          customerData: { document },
        });
      } else await payTo(shop, receiver.url, example);
      await receiver.arrived(1);
      const [delivery] = receiver.deliveries;
      expect(delivery).toMatchObject({ method: "POST", path: "/postbacks" });
      expect(delivery?.contentType).toBe("application/json");
      expect([isPostback(delivery?.body), isPostback.errors]).toEqual([true, null]);
    },
  );

  test("comes of what happens by itself too, at its own time", async () => {
    const shop = await openShop();
    const receiver = await receive();
    await payTo(shop, receiver.url, "pix");
    await payTo(shop, receiver.url, "billet");
    await shop.pay("pix", { billingData: { amount: 999_994, postbackUrl: receiver.url } });
    await shop.control.clock.advance({ days: 40 });
    const events = receiver.deliveries.map(({ body }) => [
      "paymentMethod" in body.data && body.data.paymentMethod,
      body.data.status,
      body.occurredAt,
    ]);
    expect(events.slice(3).toSorted()).toEqual([
      ["billet", "CANCELED", "2026-04-05T02:59:59.000Z"],
      ["pix", "CANCELED", "2026-03-03T12:00:00.000Z"],
      ["pix", "PAID", "2026-03-02T13:00:00.000Z"],
    ]);
  });

  test("comes of a refund, and not of an anticipation, which changes no status", async () => {
    const shop = await openShop();
    const receiver = await receive();
    const refunded = await payTo(shop, receiver.url, "card");
    await shop.centavo.payments.refund({ transactionId: refunded.id });
    const { id } = await payTo(shop, receiver.url, "card");
    await shop.control.payments.anticipate(id);
    await settle(shop);
    expect(told(receiver).toSorted()).toEqual(["REFUNDED", "SUCCEEDED", "SUCCEEDED"]);
  });

  test("is nothing where there is no postbackUrl, and where a change is refused", async () => {
    const shop = await openShop();
    const receiver = await receive();
    const { id } = await payTo(shop, undefined, "card");
    await shop.decide(id, "DISPUTED");
    const { id: told } = await payTo(shop, receiver.url, "pix");
    await settle(shop);
    await expect(shop.decide(told, "CHARGEBACK")).rejects.toMatchObject({ status: 400 });
    await settle(shop);
    expect(receiver.deliveries).toHaveLength(1);
    expect(await postbacks(shop)).toHaveLength(1);
  });

  test("holds no key, no token and no card number", async () => {
    const shop = await openShop();
    const receiver = await receive();
    const card = await shop.card();
    await payTo(shop, receiver.url, "card");
    const { document } = (await shop.centavo.customers.get(card.customerId)).data;
    const billingData = { postbackUrl: receiver.url };
    await shop.pay("tokenizedCard", {
      ...{ tokenizedCardId: card.id, billingData, customerData: { document } },
    });
    await settle(shop);
    const all = receiver.deliveries.map(({ text }) => text).join();
    expect(receiver.deliveries).toHaveLength(2);
    const { cardData } = body("payments.create", "card") as { cardData: { cardNumber: string } };
    for (const secret of [cardData.cardNumber, shop.keys.publicKey, shop.keys.privateKey]) {
      expect(all).not.toContain(secret);
    }
    expect(all).not.toMatch(/eyJ|securityCode|sandbox_(public|private)/);
  });
});

describe("a postback that fails", () => {
  test("is tried again at growing waits by the company's clock, and ten times at most", async () => {
    const shop = await openShop();
    const receiver = await receive(500);
    await payTo(shop, receiver.url, "card");
    await settle(shop);
    for (const [index, wait] of WAITS.entries()) {
      const [postback] = await postbacks(shop);
      expect(postback).toMatchObject({ status: "PENDING", nextAttemptAt: attemptTimes[index + 1] });
      await shop.control.clock.advance({ seconds: wait * 60 - 1 });
      expect(receiver.deliveries).toHaveLength(index + 1);
      await shop.control.clock.advance({ seconds: 1 });
      expect(receiver.deliveries).toHaveLength(index + 2);
    }
    await shop.control.clock.advance({ days: 10 });
    expect(receiver.deliveries).toHaveLength(10);
    const [postback] = await postbacks(shop);
    expect(postback).toMatchObject({ status: "FAILED", nextAttemptAt: null });
    expect(postback?.attempts.map(({ at, status }) => [at, status])).toEqual(
      attemptTimes.map((at) => [at, 500]),
    );
  });

  test("fails in one long leap of the clock as it does in many", async () => {
    const shop = await openShop();
    const receiver = await receive(500);
    await payTo(shop, receiver.url, "card");
    await shop.control.clock.advance({ days: 30 });
    const [postback] = await postbacks(shop);
    expect(postback).toMatchObject({ status: "FAILED" });
    expect(postback?.attempts.map(({ at }) => at)).toEqual(attemptTimes);
    expect(receiver.deliveries).toHaveLength(10);
    expect(new Set(receiver.deliveries.map(({ text }) => text)).size).toBe(1);
  });

  test("is delivered by the first 2xx, and then not sent again", async () => {
    const shop = await openShop();
    const receiver = await receive(500, 404, 202);
    await payTo(shop, receiver.url, "card");
    await shop.control.clock.advance({ days: 30 });
    const [postback] = await postbacks(shop);
    expect(postback).toMatchObject({ status: "DELIVERED", nextAttemptAt: null });
    expect(postback?.attempts.map(({ status }) => status)).toEqual([500, 404, 202]);
    expect(receiver.deliveries).toHaveLength(3);
  });

  test("keeps those after it about the same payment waiting, and no other's", async () => {
    const shop = await openShop();
    const one = await receive(503, 503, 200);
    const other = await receive();
    const { id } = await payTo(shop, one.url, "card");
    const { id: another } = await payTo(shop, other.url, "card");
    await shop.decide(id, "DISPUTED");
    await shop.decide(another, "DISPUTED");
    await shop.decide(id, "CHARGEBACK");
    await settle(shop);
    expect(told(one)).toEqual(["SUCCEEDED"]);
    expect(told(other)).toEqual(["SUCCEEDED", "DISPUTED"]);
    await shop.control.clock.advance({ seconds: 60 });
    expect(told(one)).toEqual(["SUCCEEDED", "SUCCEEDED"]);
    await shop.control.clock.advance({ seconds: 300 });
    expect(told(one)).toEqual(["SUCCEEDED", "SUCCEEDED", "SUCCEEDED", "DISPUTED", "CHARGEBACK"]);
    const attempts = (await postbacks(shop, { resourceId: id })).map(({ attempts }) =>
      attempts.map(({ at }) => at),
    );
    const last = attemptTimes[2];
    expect(attempts).toEqual([attemptTimes.slice(0, 3), [last], [last]]);
  });

  test("and is given up lets the next one have waits of its own", async () => {
    const shop = await openShop();
    const receiver = await receive(...Array(10).fill(500), 500, 200);
    const { id } = await payTo(shop, receiver.url, "card");
    await shop.decide(id, "DISPUTED");
    await shop.control.clock.advance({ to: attemptTimes[9] ?? "" });
    const [first, second] = await postbacks(shop);
    expect(first).toMatchObject({ status: "FAILED" });
    expect(second).toMatchObject({ status: "PENDING", attempts: [{ at: attemptTimes[9] }] });
    await shop.control.clock.advance({ seconds: 59 });
    expect(receiver.deliveries).toHaveLength(11);
    await shop.control.clock.advance({ seconds: 1 });
    expect(receiver.deliveries).toHaveLength(12);
    expect((await postbacks(shop))[1]).toMatchObject({ status: "DELIVERED" });
  });

  test("comes again by itself, where the clock moves", async () => {
    const shop = await openSandbox({ clock: undefined } as never);
    const receiver = await receive(500, 200);
    await payTo(shop, receiver.url, "card");
    await receiver.arrived(1);
    // A second or less of the minute is left.
    await shop.control.clock.advance({ seconds: 59 });
    expect(receiver.deliveries).toHaveLength(1);
    await receiver.arrived(2);
    await expect.poll(() => postbacks(shop)).toMatchObject([{ status: "DELIVERED" }]);
    const [postback] = await postbacks(shop);
    const [first = 0, second = 0] = (postback?.attempts ?? []).map(({ at }) => Date.parse(at));
    expect(second - first).toBe(MINUTE);
  });
});

describe("a receiver", () => {
  async function attemptAt(url: string, options: SandboxOptions = {}) {
    const shop = await openSandbox(options);
    await payTo(shop, url, "card");
    await settle(shop);
    const [postback] = await postbacks(shop);
    return { ...postback?.attempts[0], postback: postback?.status };
  }

  test("that answers with an error is quoted", async () => {
    const { url } = await receive((response) => response.writeHead(503).end("Service Unavailable"));
    expect(await attemptAt(url)).toMatchObject({
      ...{ status: 503, answer: "Service Unavailable", problem: null, postback: "PENDING" },
    });
  });

  test("that answers late is waited for", async () => {
    const { url } = await receive(async (response) => {
      await setTimeout(700);
      response.writeHead(204).end();
    });
    expect(await attemptAt(url)).toMatchObject({
      ...{ status: 204, answer: "", problem: null, postback: "DELIVERED" },
    });
  });

  test("that cuts the connection has not answered", async () => {
    const { url } = await receive((response) => void response.socket?.resetAndDestroy());
    const attempt = await attemptAt(url);
    expect(attempt).toMatchObject({ status: null, answer: null, postback: "PENDING" });
    expect(attempt.problem).toBe("read ECONNRESET");
  });

  test.each([
    [200, "DELIVERED"],
    [500, "PENDING"],
  ])("that ends in the middle of its answer has answered with its %i", async (status, postback) => {
    const { url, deliveries } = await receive((response) => {
      response.writeHead(status, { "content-length": 100 }).write("half");
      setTimeout(20).then(() => response.destroy());
    });
    expect(await attemptAt(url)).toMatchObject({
      ...{
        status,
        answer: "half",
        problem: "The connection ended before the response was complete.",
        postback,
      },
    });
    expect(deliveries).toHaveLength(1);
  });

  test.each([
    ["that would speak another protocol", "101 Switching\r\nupgrade: x\r\nconnection: upgrade"],
    ["with a status that there is none of", "999 Enough"],
    ["with less than a status", "OK"],
  ])("%s has not answered", async (_, line) => {
    const { url } = await receive((response) =>
      response.socket?.end(`HTTP/1.1 ${line}\r\ncontent-length: 0\r\n\r\n`),
    );
    const attempt = await attemptAt(url);
    expect(attempt).toMatchObject({ status: null, answer: null, postback: "PENDING" });
    expect(attempt.problem).toMatch(/without a response|status 999|Parse Error/);
  });

  test("that does not speak TLS is told of where the address says https", async () => {
    const { url, deliveries } = await receive();
    const attempt = await attemptAt(url.replace("http", "https"));
    expect(attempt).toMatchObject({ status: null, answer: null, postback: "PENDING" });
    expect(attempt.problem).toMatch(/SSL|TLS|EPROTO/);
    expect(deliveries).toEqual([]);
  });

  test("that is not there is told of", async () => {
    const { url, close } = await receive();
    close();
    // The second name may lead to two addresses, at neither of which anybody is.
    for (const address of [url, url.replace("127.0.0.1", "localhost")]) {
      const attempt = await attemptAt(address);
      expect(attempt).toMatchObject({ status: null, answer: null });
      expect(attempt.problem).toMatch(/^connect ECONNREFUSED (127\.0\.0\.1|::1):\d+$/);
    }
  });

  test.each([301, 302, 303, 307, 308])("that redirects with %i is not followed", async (status) => {
    const target = await receive();
    const { url } = await receive((response) =>
      response.writeHead(status, { location: target.url }).end(),
    );
    expect(await attemptAt(url)).toMatchObject({ status, problem: null, postback: "PENDING" });
    expect(target.deliveries).toEqual([]);
  });

  test("that answers without end is read no further than it takes", async () => {
    let sent = 0;
    const { url } = await receive((response) => {
      const piece = Buffer.alloc(16_384, "x");
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once("drain", pour);
        }
      };
      pour();
    });
    const attempt = await attemptAt(url);
    expect(attempt).toMatchObject({ status: 200, postback: "DELIVERED" });
    expect(attempt.answer).toBe("x".repeat(500));
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  test("that shows a card number is quoted without it", async () => {
    const { url } = await receive((response) => response.end("got 4111 1111 1111 1111"));
    expect((await attemptAt(url)).answer).toBe("got [redacted]");
  });

  const KEY = `sandbox_private_${"4e1f".repeat(10)}`;
  const TOKEN = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJsb2phIn0.c2lnbmF0dXJl";
  test.each([
    ["a key of a sandbox", `key=${KEY}, and more`, "key=[redacted], and more"],
    ["a token", `Bearer ${TOKEN}\n`, "Bearer [redacted]\n"],
    ["a part of a token", `Bearer ${TOKEN.slice(0, 50)}`, "Bearer [redacted]"],
    ["a key of anybody", '{"privateKey": "sk_live"}', '{"privateKey":"[redacted]"}'],
    [
      "a token in its field, and once more",
      '{"access_token":"a\\"1-of-some-shop","note":"it is a\\"1-of-some-shop, not a\\"1"}',
      '{"access_token":"[redacted]","note":"it is [redacted], not a\\"1"}',
    ],
    ["a key where the quotation ends", "x".repeat(490) + KEY, `${"x".repeat(490)}[redacted]`],
  ])("that shows %s is quoted without it", async (_, answer, quoted) => {
    const { url } = await receive((response) => response.end(answer));
    expect((await attemptAt(url)).answer).toBe(quoted);
  });

  test.each([
    ["JSON that is nested deep", "[".repeat(30_000) + "]".repeat(30_000)],
    ["a field of many digits", JSON.stringify({ cardNumber: "4".repeat(60_000) })],
    ["many secrets", JSON.stringify(Array(2_000).fill({ privateKey: "+\\sandbox_private_" }))],
    [
      "backslashes",
      JSON.stringify({ privateKey: "+abcdefghijklmnopqrstu", x: "\\".repeat(30_000) }),
    ],
  ])("is delivered whatever its body holds: %s", async (_, answer) => {
    const { url } = await receive((response) => response.end(answer));
    expect(await attemptAt(url)).toMatchObject({ status: 200, problem: null });
  });

  test("that makes a company of another sandbox is refused by it", async () => {
    const other = await startSandbox();
    onTestFinished(other.close);
    const attempt = await attemptAt(`${other.url}/_sandbox/companies`);
    expect(attempt).toMatchObject({ status: 403, postback: "PENDING" });
  });

  test("that answers with the keys of a company gives none away, nor does the file", async () => {
    const { url, publicKey, privateKey, close } = await startSandbox();
    onTestFinished(close);
    const keys = JSON.stringify({ data: { url, publicKey, privateKey } });
    const receiver = await receive((response) => response.end(keys));
    const folder = newFolder();
    const attempt = await attemptAt(receiver.url, { db: join(folder, "sandbox.db") });
    expect(attempt).toMatchObject({ status: 200, answer: expect.stringContaining("[redacted]") });
    const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
    expect(kept.join()).toContain("[redacted]");
    expect(attempt.answer + kept.join()).not.toMatch(/sandbox_(public|private)_/);
  });

  test("of this machine is called without a proxy that the environment names", async () => {
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end();
    });
    proxy.on("connect", ({ url }, socket) => {
      asked.push(`CONNECT ${url}`);
      socket.end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n");
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void proxy.close());
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const proxies = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"];
    const sandbox = await start([...fromSource, "sandbox", "--port", "0", "--quiet"], {
      env: {
        ...{ NODE_USE_ENV_PROXY: "1", NO_PROXY: "", no_proxy: "" },
        ...Object.fromEntries(proxies.map((name) => [name, address])),
      },
    });
    const [publicKey = "", privateKey = ""] = sandbox.text.match(/sandbox_\w+/g) ?? [];
    const shop = new Shop(sandbox.url, { publicKey, privateKey });
    const receiver = await receive();
    await payTo(shop, receiver.url, "card");
    await payTo(shop, receiver.url.replace("http", "https"), "card");
    // Its clock moves, so that it has no moment to go on to that is not over.
    await shop.control.clock.advance({ seconds: 1 });
    expect(receiver.deliveries).toHaveLength(1);
    expect(asked).toEqual([]);
  });

  test("that lets many wait holds up the others for no more than a moment", async () => {
    const [slow, quick] = [await receive(silence), await receive()];
    const shop = await openSandbox();
    for (let count = 0; count < 20; count++) await payTo(shop, slow.url, "card");
    await slow.arrived(16);
    const before = performance.now();
    await payTo(shop, quick.url, "card");
    await quick.arrived(1);
    expect(performance.now() - before).toBeLessThan(5000);
    await slow.arrived(20);
  });

  test("that lets one wait holds up neither other payments nor the calls", async () => {
    const hanging: (() => void)[] = [];
    const slow = await receive((response) => void hanging.push(() => response.end()));
    const quick = await receive();
    const shop = await openShop();
    const { id } = await payTo(shop, slow.url, "card");
    await slow.arrived(1);
    await shop.decide(id, "DISPUTED");
    for (let count = 1; count <= 30; count++) {
      await payTo(shop, quick.url, "card");
      await quick.arrived(count);
    }
    expect(told(slow)).toEqual(["SUCCEEDED"]);
    hanging.shift()?.();
    await slow.arrived(2);
    hanging.shift()?.();
    await settle(shop);
    expect(told(slow)).toEqual(["SUCCEEDED", "DISPUTED"]);
  });
});

const NOT_HERE =
  "Postbacks may only go to this machine. To allow any address, run the sandbox with --postbacks any.";
const NOT_HTTP = "The postback URL must be http or https.";
const WITH_USER = "The postback URL must not contain a user name or password.";
const NO_ADDRESS = "The postback URL is invalid.";
const ITSELF = "The sandbox does not send postbacks to itself.";

describe("an address", () => {
  // Of those that are refused most would lead to the receiver, so that it would tell.
  const refusedOnes: [address: (port: string) => string, problem: string][] = [
    [(port) => `http://0.0.0.0:${port}/`, NOT_HERE],
    [(port) => `http://0:${port}/`, NOT_HERE],
    [(port) => `http://[::]:${port}/`, NOT_HERE],
    [(port) => `http://[::ffff:127.0.0.1]:${port}/`, NOT_HERE],
    [(port) => `http://localhost.:${port}/`, NOT_HERE],
    [(port) => `http://127.0.0.1.example:${port}/`, NOT_HERE],
    [(port) => `http://localhost.example:${port}/`, NOT_HERE],
    [(port) => `http://128.0.0.1:${port}/`, NOT_HERE],
    [() => "https://shop.example/postbacks", NOT_HERE],
    [() => "http://169.254.169.254/latest/meta-data/", NOT_HERE],
    [(port) => `http://127.0.0.1@shop.example:${port}/`, WITH_USER],
    [(port) => `http://user:pass@127.0.0.1:${port}/`, WITH_USER],
    [() => "file:///etc/hostname", NOT_HTTP],
    [() => "file://127.0.0.1/etc/hostname", NOT_HTTP],
    [(port) => `ftp://127.0.0.1:${port}/`, NOT_HTTP],
    [() => "data:text/plain,ok", NOT_HTTP],
    [() => "mailto:shop@shop.example", NOT_HTTP],
    [() => "urn:uuid:00000000-0000-4000-8000-000000000000", NOT_HTTP],
    [() => "http://127.0.0.1:99999/", NO_ADDRESS],
    [() => "http://256.256.256.256/", NO_ADDRESS],
  ];

  test.each(refusedOnes.map(([address, problem]) => [address("1"), address, problem] as const))(
    "%s is not called, and the attempt says why",
    async (_, address, problem) => {
      const receiver = await receive();
      const shop = await openShop();
      await payTo(shop, address(new URL(receiver.url).port), "card");
      // What cannot be sent holds up nothing else.
      await payTo(shop, receiver.url, "billet");
      await settle(shop);
      const [postback] = await postbacks(shop);
      expect(postback).toMatchObject({
        status: "PENDING",
        attempts: [{ status: null, answer: null, problem }],
      });
      expect(receiver.deliveries).toMatchObject([{ body: { data: { paymentMethod: "billet" } } }]);
    },
  );

  test.each([
    ...["localhost", "LOCALHOST", "127.1", "2130706433", "0x7f000001", "017700000001"],
    ...["127.0.0.1", "127.0.0.1."],
  ])("of this machine is called, however it is written: %s", async (host) => {
    const receiver = await receive();
    const shop = await openShop();
    await payTo(shop, `http://${host}:${new URL(receiver.url).port}/`, "card");
    await settle(shop);
    expect(receiver.deliveries).toHaveLength(1);
  });

  /** What comes of a postback to a sandbox itself, at an address that would make a company. */
  async function problemAtItself(host: string, options: SandboxOptions) {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const sandbox = await startSandbox({ clock: START, log, ...options });
    onTestFinished(sandbox.close);
    const shop = new Shop(sandbox.url, sandbox);
    const { port } = new URL(sandbox.url);
    await payTo(shop, `http://${host}:${port}/_sandbox/companies`, "card");
    await settle(shop);
    const [postback] = await postbacks(shop);
    expect(lines.filter((line) => line.includes("/_sandbox/companies"))).toEqual([]);
    expect(postback).toMatchObject({ status: "PENDING", attempts: [{ status: null }] });
    return postback?.attempts[0]?.problem;
  }

  test.each([
    ...["localhost", "LOCALHOST", "127.1", "2130706433", "0x7f000001", "017700000001"],
    ...["127.0.0.1", "127.0.0.1.", "127.9.9.9", "[::1]", "[0:0::0:1]"],
  ])("of the sandbox itself is not called, however it is written: %s", async (host) => {
    expect(await problemAtItself(host, {})).toBe(ITSELF);
  });

  const interfaces = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  test.each([
    ...["127.0.0.1", "localhost", "0.0.0.0", "0", "[::]", "[::ffff:127.0.0.1]", "[::ffff:0:0]"],
    ...interfaces.map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address)),
  ])("of the sandbox itself is not called with postbacks: any either: %s", async (host) => {
    const reachable = { host: "0.0.0.0", controlToken: "any", postbacks: "any" } as const;
    expect(await problemAtItself(host, reachable)).toBe(ITSELF);
  });

  test("of a proxy in front of the sandbox does not open its controls", async () => {
    let port = 0;
    const proxy = createTcpServer((incoming) => {
      const outgoing = connect(port, "127.0.0.1").on("error", () => incoming.destroy());
      incoming.on("error", () => outgoing.destroy());
      incoming.pipe(outgoing).pipe(incoming);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void proxy.close());
    const publicUrl = `http://localhost:${(proxy.address() as AddressInfo).port}`;
    const shop = await openSandbox({ publicUrl });
    port = Number(new URL(shop.url).port);
    await payTo(shop, `${publicUrl}/_sandbox/companies`, "card");
    await settle(shop);
    const [postback] = await postbacks(shop);
    expect(postback).toMatchObject({ status: "PENDING", attempts: [{ status: 403 }] });
  });

  test("without a port has that of its protocol, which may be the sandbox's own", () => {
    expect(blockedAddresses("http://localhost/", "http://127.0.0.1:80")).toBeDefined();
    expect(blockedAddresses("https://localhost/", "http://127.0.0.1:443")).toBeDefined();
    expect(blockedAddresses("https://localhost/", "http://127.0.0.1:80")).toBeUndefined();
    expect(blockedAddresses("http://localhost:3000/", "http://127.0.0.1:4020")).toBeUndefined();
  });

  test("of any machine is called with postbacks: any, and still none that is not http", async () => {
    const receiver = await receive();
    const { port } = new URL(receiver.url);
    const shop = await openSandbox({ postbacks: "any" });
    await payTo(shop, `http://0.0.0.0:${port}/`, "card");
    await payTo(shop, "data:text/plain,ok", "card");
    await payTo(shop, `http://user:pass@127.0.0.1:${port}/`, "card");
    await settle(shop);
    expect(receiver.deliveries).toHaveLength(1);
    const all = (await postbacks(shop)).map(({ attempts }) => attempts[0]?.problem);
    expect(all).toEqual([null, NOT_HTTP, WITH_USER]);
  });
});

describe("postbacks.list", () => {
  test("shows the newest first, and only those that are asked for", async () => {
    const shop = await openShop();
    const [good, bad] = [await receive(), await receive(500)];
    const one = await payTo(shop, good.url, "card");
    await shop.decide(one.id, "DISPUTED");
    const other = await payTo(shop, bad.url, "card");
    await settle(shop);
    const list = async (query: object) =>
      (await shop.control.postbacks.list(query)).data.map((each) => [each.resourceId, each.status]);
    const [delivered, pending] = [
      [one.id, "DELIVERED"],
      [other.id, "PENDING"],
    ];
    expect(await list({})).toEqual([pending, delivered, delivered]);
    expect(await list({ limit: 1 })).toEqual([pending]);
    expect(await list({ status: "DELIVERED" })).toEqual([delivered, delivered]);
    expect(await list({ status: "FAILED" })).toEqual([]);
    expect(await list({ resourceId: one.id })).toEqual([delivered, delivered]);
    expect(await list({ resourceId: one.id, status: "PENDING" })).toEqual([]);
    expect(await list({ resourceId: NOBODY })).toEqual([]);
  });

  test("has pages, as the service's lists do", async () => {
    const shop = await openShop();
    const receiver = await receive();
    const { id } = await payTo(shop, receiver.url, "card");
    await shop.decide(id, "DISPUTED");
    await shop.decide(id, "CHARGEBACK");
    for (let count = 0; count < 9; count++) await payTo(shop, receiver.url, "card");
    await settle(shop);
    const first = await shop.control.postbacks.list();
    expect(first.data).toHaveLength(10);
    expect(first.meta).toEqual({ total: 12, page: 1, limit: 10, totalPages: 2 });
    const second = await shop.control.postbacks.list({ resourceId: id, limit: 2, page: 2 });
    expect(second.meta).toEqual({ total: 3, page: 2, limit: 2, totalPages: 2 });
    const events: string[] = [];
    for await (const { eventId } of shop.control.postbacks.list({ limit: 5 })) events.push(eventId);
    expect(events).toEqual(receiver.deliveries.map(({ body }) => body.eventId).toReversed());
    expect(second.data.map(({ eventId }) => eventId)).toEqual([
      receiver.deliveries[0]?.body.eventId,
    ]);
  });

  test("shows what is told by the id under which it is told", async () => {
    const shop = await openShop();
    const receiver = await receive();
    const { id } = await payTo(shop, receiver.url, "card");
    await settle(shop);
    const [delivery] = receiver.deliveries;
    expect(await postbacks(shop)).toEqual([
      {
        eventId: delivery?.body.eventId,
        ...{ occurredAt: delivery?.body.occurredAt, type: "payment", resourceId: id },
        ...{ url: receiver.url, status: "DELIVERED", nextAttemptAt: null },
        attempts: [{ at: delivery?.body.occurredAt, status: 200, answer: "", problem: null }],
      },
    ]);
  });

  test("shows a company nothing of another, which cannot have it told again either", async () => {
    const [one, other] = [await openShop(), await openShop()];
    const receiver = await receive();
    await payTo(one, receiver.url, "card");
    await settle(one);
    const [postback] = await postbacks(one);
    expect(await postbacks(other)).toEqual([]);
    const eventId = postback?.eventId ?? "";
    await expect(other.control.postbacks.redeliver(eventId)).rejects.toMatchObject(
      shownError("postbacks.redeliver", "PostbackNotFound"),
    );
    await settle(one);
    expect(receiver.deliveries).toHaveLength(1);
  });
});

describe("postbacks.redeliver", () => {
  test("tells once more what was delivered, to the letter", async () => {
    const shop = await openShop();
    const receiver = await receive();
    await payTo(shop, receiver.url, "card");
    await settle(shop);
    const [{ eventId } = {} as Postback] = await postbacks(shop);
    await shop.control.clock.advance({ days: 1 });
    const { data, message } = await shop.control.postbacks.redeliver(eventId);
    const now = "2026-03-03T12:00:00.000Z";
    expect(data).toMatchObject({ eventId, status: "PENDING", nextAttemptAt: now });
    expect(data.attempts).toHaveLength(1);
    expect(message).toBe(shownMessage("postbacks.redeliver"));
    await settle(shop);
    expect(receiver.deliveries).toHaveLength(2);
    expect(receiver.deliveries[1]?.text).toBe(receiver.deliveries[0]?.text);
    expect(await postbacks(shop)).toMatchObject([
      { status: "DELIVERED", nextAttemptAt: null, attempts: [{}, { at: now, status: 200 }] },
    ]);
  });

  test("of what was delivered is one attempt more, whatever comes of it", async () => {
    const shop = await openShop();
    const receiver = await receive(200, 500);
    const { id } = await payTo(shop, receiver.url, "card");
    await settle(shop);
    const [{ eventId } = {} as Postback] = await postbacks(shop);
    for (const statuses of [
      [200, 500],
      [200, 500, 500],
    ]) {
      await shop.control.postbacks.redeliver(eventId);
      await shop.control.clock.advance({ days: 10 });
      const [postback] = await postbacks(shop, { resourceId: id, status: "DELIVERED" });
      expect(postback).toMatchObject({ nextAttemptAt: null });
      expect(postback?.attempts.map(({ status }) => status)).toEqual(statuses);
      expect(receiver.deliveries).toHaveLength(statuses.length);
    }
  });

  test("many times keeps the latest attempts, and that it had arrived", async () => {
    const shop = await openShop();
    const most = Number(shownAttempts.at("maxItems").value);
    const receiver = await receive(200, ...Array(most + 2).fill(500));
    await payTo(shop, receiver.url, "card");
    await settle(shop);
    const [{ eventId } = {} as Postback] = await postbacks(shop);
    for (let count = 0; count < most + 2; count++) {
      await shop.control.clock.advance({ seconds: 1 });
      await shop.control.postbacks.redeliver(eventId);
      await settle(shop);
    }
    const [postback] = await postbacks(shop);
    expect(postback).toMatchObject({ status: "DELIVERED", nextAttemptAt: null });
    expect(postback?.attempts.map(({ status }) => status)).toEqual(Array(most).fill(500));
    const times = postback?.attempts.map(({ at }) => at);
    expect(times).toEqual(times?.toSorted());
    expect(times?.at(-1)).toBe((await shop.control.clock.get()).data.now);
  });

  test("repeated redeliveries of an abandoned postback schedule no new retry", async () => {
    const shop = await openShop();
    const most = Number(shownAttempts.at("maxItems").value);
    const receiver = await receive(500);
    await payTo(shop, receiver.url, "card");
    await shop.control.clock.advance({ days: 10 });
    const [{ eventId } = {} as Postback] = await postbacks(shop);
    for (let count = 0; count < most; count++) {
      await shop.control.postbacks.redeliver(eventId);
      await settle(shop);
    }
    expect(await postbacks(shop)).toMatchObject([{ status: "FAILED", nextAttemptAt: null }]);
    expect(receiver.deliveries).toHaveLength(attemptTimes.length + most);
  });

  test("of what was delivered holds up a later change for that one attempt only", async () => {
    const held: (() => void)[] = [];
    const hold = (response: ServerResponse) => void held.push(() => response.writeHead(500).end());
    const shop = await openShop();
    const receiver = await receive(200, hold, 200);
    const { id } = await payTo(shop, receiver.url, "card");
    await settle(shop);
    const [{ eventId } = {} as Postback] = await postbacks(shop);
    await shop.control.postbacks.redeliver(eventId);
    await receiver.arrived(2);
    await shop.decide(id, "DISPUTED");
    held[0]?.();
    await receiver.arrived(3);
    await settle(shop);
    expect(told(receiver)).toEqual(["SUCCEEDED", "SUCCEEDED", "DISPUTED"]);
    expect(await postbacks(shop)).toMatchObject([{ status: "DELIVERED" }, { status: "DELIVERED" }]);
  });

  test("of what was delivered goes before a later change that is to be tried again", async () => {
    const shop = await openShop();
    const receiver = await receive(200, 500, 500, 200);
    const { id } = await payTo(shop, receiver.url, "card");
    await settle(shop);
    const [{ eventId } = {} as Postback] = await postbacks(shop);
    await shop.decide(id, "DISPUTED");
    await shop.decide(id, "CHARGEBACK");
    await settle(shop);
    await shop.control.postbacks.redeliver(eventId);
    await settle(shop);
    expect(told(receiver)).toEqual(["SUCCEEDED", "DISPUTED", "SUCCEEDED"]);
    await shop.control.clock.advance({ seconds: 59 });
    expect(receiver.deliveries).toHaveLength(3);
    await shop.control.clock.advance({ seconds: 1 });
    expect(told(receiver).slice(3)).toEqual(["DISPUTED", "CHARGEBACK"]);
  });

  test("of an earlier change goes before a later one that is under way, once that has ended", async () => {
    const held: (() => void)[] = [];
    const hold = (response: ServerResponse) => void held.push(() => response.writeHead(500).end());
    const shop = await openShop();
    const receiver = await receive(200, hold, 200);
    const { id } = await payTo(shop, receiver.url, "card");
    await settle(shop);
    const [{ eventId } = {} as Postback] = await postbacks(shop);
    await shop.decide(id, "DISPUTED");
    await receiver.arrived(2);
    await shop.control.postbacks.redeliver(eventId);
    expect(receiver.deliveries).toHaveLength(2);
    held[0]?.();
    await receiver.arrived(3);
    await shop.control.clock.advance({ seconds: 60 });
    expect(told(receiver)).toEqual(["SUCCEEDED", "DISPUTED", "SUCCEEDED", "DISPUTED"]);
  });

  test("tries at once what waits, and what was given up", async () => {
    const shop = await openShop();
    const receiver = await receive(...Array(11).fill(500), 200);
    await payTo(shop, receiver.url, "card");
    await settle(shop);
    const [{ eventId } = {} as Postback] = await postbacks(shop);
    await shop.control.postbacks.redeliver(eventId);
    await settle(shop);
    expect(receiver.deliveries).toHaveLength(2);
    await shop.control.clock.advance({ days: 10 });
    expect(await postbacks(shop)).toMatchObject([{ status: "FAILED" }]);
    expect(receiver.deliveries).toHaveLength(10);
    // Its ten attempts are used up: each one more has to be asked for.
    await shop.control.postbacks.redeliver(eventId);
    await shop.control.clock.advance({ days: 10 });
    expect(await postbacks(shop)).toMatchObject([{ status: "FAILED" }]);
    await shop.control.postbacks.redeliver(eventId);
    await settle(shop);
    const [postback] = await postbacks(shop);
    expect(postback?.status).toBe("DELIVERED");
    expect(postback?.attempts).toHaveLength(12);
  });

  test("of an unknown id is refused", async () => {
    const { control } = await openShop();
    await expect(control.postbacks.redeliver(NOBODY)).rejects.toMatchObject(
      shownError("postbacks.redeliver", "PostbackNotFound"),
    );
  });
});

describe("it is over", () => {
  test("when the sandbox is closed, at once, though a receiver lets it wait", async () => {
    const receiver = await receive(silence);
    const sandbox = await startSandbox({ clock: START });
    const shop = new Shop(sandbox.url, sandbox);
    await payTo(shop, receiver.url, "card");
    await payTo(shop, receiver.url, "card");
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

  test("for a company that is reset: nothing that it had is told any more", async () => {
    const shop = await openShop();
    const receiver = await receive(500);
    await payTo(shop, receiver.url, "card");
    await settle(shop);
    await shop.control.company.reset();
    expect(await postbacks(shop)).toEqual([]);
    await shop.control.clock.advance({ days: 10 });
    expect(receiver.deliveries).toHaveLength(1);
  });

  test("for what was under way at a reset, though ids begin again with the seed", async () => {
    const held: (() => void)[] = [];
    const old = await receive((response) => void held.push(() => response.end()));
    const shop = await openSandbox({ seed: "loja" });
    // Both clients have their tokens before, which are made with the seed too.
    await payTo(shop, undefined, "card");
    await shop.control.company.reset();
    const first = await payTo(shop, old.url, "card");
    await old.arrived(1);
    await shop.control.company.reset();
    const receiver = await receive(500);
    const second = await payTo(shop, receiver.url, "card");
    expect(second.id).toBe(first.id);
    held[0]?.();
    await receiver.arrived(1);
    await settle(shop);
    expect(await postbacks(shop)).toMatchObject([
      { status: "PENDING", url: receiver.url, attempts: [{ status: 500 }] },
    ]);
  });
});

test("settled() resolves when everything that is due was tried, of all companies", async () => {
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
    const { id } = await payTo(shop, `${receiver.url}?${randomUUID()}`, "card");
    await shop.decide(id, "DISPUTED");
  }
  await sandbox.settled();
  expect(receiver.deliveries).toHaveLength(4);
  for (const shop of shops) {
    expect(await postbacks(shop)).toMatchObject([{ status: "DELIVERED" }, { status: "DELIVERED" }]);
  }
});
