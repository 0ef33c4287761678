import { describe, expect, test } from "vitest";
import { payToken } from "../../../src/sandbox/auth/pay-tokens.ts";
import { Secrets } from "../../../src/sandbox/runtime/signing-secret.ts";
import type { SandboxOptions } from "../../../src/sandbox-node/index.ts";
import { EXPOSED, fetch, NOBODY, OPERATOR_KEY, openSandbox, Shop } from "../company-fixture.ts";
import { scan } from "../documents/barcode-scanner.ts";
import { receive } from "../receiver.ts";

type Headers = Record<string, string>;

/** The address of a payment's page, or null if it has none. */
async function pageOf({ control }: Shop, id: string): Promise<string | null> {
  return (await control.payments.getDetails(id)).data.buyerPageUrl;
}

/** A new payment, with its page. */
async function open(shop: Shop, example: string, change: object = {}) {
  const { id } = await shop.pay(example, change);
  return { id, url: (await pageOf(shop, id)) ?? "" };
}

async function show(url: string, headers: Headers = {}) {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** Presses a button of a page. */
async function play(url: string, move: string, headers: Headers = {}) {
  const body = new URLSearchParams({ move });
  const response = await fetch(url, { method: "POST", body, headers, redirect: "manual" });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const tokenIn = (url: string) => url.split("/").at(-1) ?? "";
const buttonsIn = (html: string) => [...html.matchAll(/value="(\w+)"/g)].map(([, move]) => move);
const SHOP = "Loja da <Ana>";
const PENDING_CARD = { billingData: { amount: 999_992 } };

test("the page of a PIX shows amount, shop and state, and leads from a scan to PAID and a postback", async () => {
  const shop = await openSandbox();
  await shop.control.company.update({ name: SHOP });
  const receiver = await receive();
  const billingData = { amount: 123_456, postbackUrl: receiver.url };
  const { id, url } = await open(shop, "pix", { billingData });
  const { buyerPageQrCodeUrl } = (await shop.control.payments.getDetails(id)).data;
  const picture = await fetch(buyerPageQrCodeUrl ?? "");
  expect((await scan(await picture.bytes(), "QRCode"))[0]?.text).toBe(url);

  const { status, html } = await show(url);
  expect(status).toBe(200);
  for (const part of ["SANDBOX: no money moves", "R$ 1.234,56", "Loja da &lt;Ana&gt;", "PENDING"])
    expect(html).toContain(part);
  for (const part of ["Maria", "souza", "390533", id, "<script", SHOP])
    expect(html).not.toContain(part);
  expect(buttonsIn(html)).toEqual(["pay", "expire"]);

  const { status: answer, headers } = await play(url, "pay");
  expect(answer).toBe(303);
  expect(new URL(headers.get("location") ?? "", url).href).toBe(url);
  expect((await shop.payment(id)).status).toBe("PAID");
  await expect.poll(() => receiver.deliveries.length).toBe(2);
  const [paid] = await shop
    .events({ type: "status.changed", resourceId: id })
    .then((all) => all.slice(-1));
  expect(paid?.cause).toEqual({ type: "buyer", requestId: null });
});

test("a payment with nothing left to do shows its state alone, and has no address any more", async () => {
  const shop = await openSandbox();
  await shop.control.company.update({ name: SHOP });
  const { id, url } = await open(shop, "pix");
  await play(url, "expire");
  const { html } = await show(url);
  expect(html).toContain("Expired");
  for (const part of ["R$", "Loja", "<form"]) expect(html).not.toContain(part);
  expect(await pageOf(shop, id)).toBeNull();
  const again = await play(url, "pay");
  expect(again.status).toBe(409);
  expect(again.html).toContain("not possible in this state");
  expect((await shop.payment(id)).status).toBe("CANCELED");
});

describe("a billet", () => {
  const fees = { lateFeeAmount: 200, interestAmount: 33 };
  /** A billet of R$ 49,90, of a company that charges fees. */
  async function openBillet() {
    const first = await openSandbox();
    const { data: keys } = await first.control.companies.create(fees);
    const shop = new Shop(first.url, keys);
    return { shop, ...(await open(shop, "billet", { billingData: { amount: 4990 } })) };
  }

  test("is paid late on its first late day, to which the clock moves, with fee and interest", async () => {
    const { shop, id, url } = await openBillet();
    const { html } = await show(url);
    expect(buttonsIn(html)).toEqual(["pay", "payLate", "expire"]);
    for (const part of ["Pay R$ 49,90", "Pay late: R$ 52,23", "6 March 2026", "late fee R$ 2,00"])
      expect(html).toContain(part);
    await play(url, "payLate");
    expect((await shop.payment(id)).status).toBe("PAID");
    const { now } = (await shop.control.clock.get()).data;
    expect(now).toBe("2026-03-06T12:00:00.000Z");
    expect((await shop.balance()).receivable).toMatchObject([{ amount: 5223 }]);
  });

  test("that is paid moves no clock, whoever sends the form again", async () => {
    const { shop, url } = await openBillet();
    const { now } = (await shop.control.clock.get()).data;
    await play(url, "pay");
    expect((await play(url, "payLate")).status).toBe(409);
    expect((await shop.control.clock.get()).data.now).toBe(now);
  });

  test("that is late already shows what it consists of, and costs that", async () => {
    const { shop, url } = await openBillet();
    await shop.control.clock.advance({ days: 5 });
    const { html } = await show(url);
    expect(buttonsIn(html)).toEqual(["pay", "expire"]);
    expect(html.match(/R\$ [\d.,]+/g)).toEqual([
      ...["R$ 52,56", "R$ 49,90", "R$ 2,00", "R$ 0,66", "R$ 52,56"],
    ]);
  });
});

test.each([
  ["succeeds", "SUCCEEDED", ["dispute"]],
  ["declined", "FAILED", []],
  ["declinedForFunds", "FAILED", []],
  ["disputed", "SUCCEEDED", ["dispute"]],
])("a card that waits: %s makes it %s", async (move, status, next) => {
  const shop = await openSandbox();
  const { id, url } = await open(shop, "card", PENDING_CARD);
  const { html } = await show(url);
  expect(buttonsIn(html)).toEqual(["succeeds", "declined", "declinedForFunds", "disputed"]);
  expect(html).not.toContain("<input");
  await play(url, move);
  expect((await shop.payment(id)).status).toBe(status);
  expect(buttonsIn((await show(url)).html)).toEqual(next);
  await shop.control.clock.advance({ days: 1 });
  expect((await shop.payment(id)).status).toBe(move === "disputed" ? "DISPUTED" : status);
});

test("the buyer disputes a card payment, and cannot win the dispute for the shop", async () => {
  const shop = await openSandbox();
  const { id, url } = await open(shop, "card");
  await play(url, "dispute");
  expect((await shop.payment(id)).status).toBe("DISPUTED");
  expect((await play(url, "succeeds")).status).toBe(409);
  expect((await shop.payment(id)).status).toBe("DISPUTED");
});

test("there is no page with another code, for another payment or company, or after a rotation", async () => {
  const shop = await openSandbox();
  const { companyId } = (await shop.control.companies.create()).data;
  const { id, url } = await open(shop, "pix");
  const { id: second } = await open(shop, "pix");
  const token = tokenIn(url);
  const { data: companies } = await shop.control.companies.list();
  const own = companies.find((company) => company.companyId !== companyId)?.companyId ?? "";
  const forged = (paymentId: string, id = own) =>
    payToken(paymentId, { id }, new Secrets({ secret: "another" }));
  // Another payment, or the payment of another company, with the code of this one.
  const withCode = (other: string) => {
    const [ids, code] = [other, token].map((each) => Buffer.from(each.slice(12), "base64url"));
    const bytes = Buffer.concat([ids?.subarray(0, 32) ?? "", code?.subarray(32) ?? ""] as Buffer[]);
    return token.slice(0, 12) + bytes.toString("base64url");
  };
  expect(withCode(forged(id))).toBe(token);
  // Two companies may have a payment with the same id, from a state file.
  expect(forged(id).slice(-20)).not.toBe(forged(id, companyId).slice(-20));
  for (const wrong of [
    ...["x", NOBODY, token.slice(0, -1), `${token}A`, token.replace("pay_", "pay_A")],
    forged(id),
    ...[forged(second), forged(id, companyId), forged(NOBODY)].map(withCode),
    token.slice(0, -1) + (token.endsWith("A") ? "B" : "A"),
  ]) {
    const address = url.replace(token, wrong);
    const { status, html } = await show(address);
    expect([status, html.includes("does not exist")], wrong).toEqual([404, true]);
    expect((await play(address, "pay")).status).toBe(404);
    expect((await fetch(`${address}.png`)).status).toBe(404);
  }
  await shop.control.company.rotateKeys();
  expect((await show(url)).status).toBe(404);
});

test("after a reset, a page is gone, and a seed gives no page twice", async () => {
  const shop = await openSandbox({ seed: 1 });
  const { url } = await open(shop, "pix");
  await shop.control.company.reset();
  expect((await show(url)).status).toBe(404);
  expect((await open(shop, "pix")).url).not.toBe(url);
});

test("the page is confined, is stored nowhere, and tells no other page its address", async () => {
  const shop = await openSandbox();
  const { url } = await open(shop, "pix");
  for (const { headers } of [await show(url), await show(`${url}x`)]) {
    expect(Object.fromEntries(headers)).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; script-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      ),
    });
    expect(headers.get("set-cookie")).toBeNull();
  }
  const picture = await fetch(`${url}.png`);
  expect(picture.headers.get("cache-control")).toBe("no-store");
});

test("only its own form can play: other methods, bodies, moves and pages are refused", async () => {
  const shop = await openSandbox();
  const { id, url } = await open(shop, "pix");
  const put = await fetch(url, { method: "PUT" });
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST"]);
  expect((await fetch(`${url}.png`, { method: "POST" })).status).toBe(404);
  expect((await fetch(url, { method: "POST", body: "move=pay" })).status).toBe(415);
  expect((await play(url, "toString")).status).toBe(400);
  for (const headers of [
    { "sec-fetch-site": "cross-site", origin: "null" },
    { "sec-fetch-site": "same-site" },
    { origin: "http://127.0.0.1:1" },
    { origin: "https://shop.example" },
  ])
    expect((await play(url, "pay", headers)).status).toBe(403);
  // Elsewhere, a page without an origin is no page of the sandbox.
  expect(
    (await fetch(`${shop.url}/_sandbox/reset`, { method: "POST", headers: { origin: "null" } }))
      .status,
  ).toBe(403);
  expect((await shop.payment(id)).status).toBe("PENDING");
  expect((await play(url, "pay", { origin: "null" })).status).toBe(303);
});

test.each<SandboxOptions>([{}, { logFormat: "json" }])(
  "log, timeline, list of requests, metrics and export do not contain the address: %j",
  async (options) => {
    const lines: string[] = [];
    const shop = await openSandbox({ ...options, log: (line) => lines.push(line) });
    const { id, url } = await open(shop, "pix");
    const token = tokenIn(url);
    await show(url);
    await fetch(url, { method: "PUT" });
    await play(url, "toString");
    await play(url, "pay", { origin: "https://shop.example" });
    await show(url.replace("sandbox_", "%73andbox_"));
    await show(`${url}/more?at=${token}`);
    await shop.send("GET", `/payments?title=${token}`, { token: await shop.token() });
    await shop.send("GET", `/payments/${token}`, { token: await shop.token() });
    await play(url, "pay");
    await shop.control.payments.getDetails(id);
    const found = [
      ...lines,
      ...(await Promise.all(
        ["events", "requests", "metrics", "state"].map(async (name) => {
          const headers = { authorization: `Bearer ${await shop.token()}` };
          return (await fetch(`${shop.url}/_sandbox/${name}?limit=100`, { headers })).text();
        }),
      )),
    ].join("\n");
    expect(found).toContain("payments.getDetails");
    expect(found).toContain("PENDING → PAID");
    expect(found).toContain("/_sandbox/pay/[redacted]");
    expect(found).not.toContain(token.slice(12, 40));
  },
);

const SHARED = { shared: true, operatorKey: OPERATOR_KEY };

test.each<[SandboxOptions, boolean]>([
  [{}, true],
  [{ payPages: false }, false],
  [SHARED, false],
  [{ ...SHARED, payPages: true }, true],
  [EXPOSED, false],
  [{ publicUrl: "https://pay.example/sandbox", operatorKey: OPERATOR_KEY }, false],
])("with %j, there are pages: %j", async (options, hasPages) => {
  const shop = await openSandbox(options);
  const { id, url } = await open(shop, "pix");
  const { data } = await shop.control.payments.getDetails(id);
  expect(data.buyerPageQrCodeUrl !== null).toBe(hasPages);
  if (hasPages) expect((await show(url)).status).toBe(200);
  else expect(data.buyerPageUrl).toBeNull();
});

test("a sandbox without pages does not answer at the address of one", async () => {
  const [shop, without] = [
    await openSandbox({ seed: 1 }),
    await openSandbox({ seed: 1, payPages: false }),
  ];
  const { url } = await open(shop, "pix");
  await open(without, "pix");
  expect((await show(url)).status).toBe(200);
  const { status, html } = await show(url.replace(shop.url, without.url));
  expect([status, html]).toEqual([
    404,
    expect.stringContaining("There is no operation at this path"),
  ]);
});

test.each([
  ["pt-BR,pt;q=0.9,en;q=0.8", "pt-BR", "SANDBOX: nenhum dinheiro"],
  ["fr, PT;q=0.5", "pt-BR", "Pagar R$"],
  ["en-US, pt;q=0.9", "en-GB", "SANDBOX: no money"],
  ["pt;q=0", "en-GB", "Pay R$"],
  ["", "en-GB", "Let it expire"],
])("in the language that the browser prefers: %s", async (accepted, lang, text) => {
  const shop = await openSandbox();
  const { url } = await open(shop, "pix");
  const { html } = await show(url, { "accept-language": accepted });
  expect(html).toContain(`<html lang="${lang}">`);
  expect(html).toContain(text);
});

test("the clock of a shop stays in its range, also for a late payment", async () => {
  const now = new Date("8999-12-30T12:00:00.000Z");
  const shop = await openSandbox({ clock: now });
  const { id, url } = await open(shop, "billet");
  expect((await play(url, "payLate")).status).toBe(409);
  expect((await shop.payment(id)).status).toBe("PENDING");
  expect((await shop.control.clock.get()).data.now).toBe(now.toISOString());
});
