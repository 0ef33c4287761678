import { request } from "node:http";
import { json } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import type { BilletPayment, Payment, PixPayment } from "../../../src/client/index.ts";
import { billetPdf } from "../../../src/sandbox/documents/billet-pdf.ts";
import { qrCodePng } from "../../../src/sandbox/documents/qr-code-png.ts";
import type { SandboxOptions } from "../../../src/sandbox-node/index.ts";
import {
  fetch,
  NOBODY,
  OPERATOR_KEY,
  openSandbox,
  openShop,
  Shop,
  START,
  startSandbox,
} from "../company-fixture.ts";
import { newFile } from "../database-file.ts";
import { receive } from "../receiver.ts";

const billet = (shop: Shop, change = {}) => shop.pay("billet", change) as Promise<BilletPayment>;
const pix = (shop: Shop, change = {}) => shop.pay("pix", change) as Promise<PixPayment>;

/** Where a payment's file is. */
function addressOf(payment: Payment): string {
  if (payment.paymentMethod === "billet") return payment.billetDetails.pdfUrl;
  return payment.paymentMethod === "pix" ? payment.pixDetails.qrCodeUrl : "";
}

function pathOf(payment: Payment): string {
  return new URL(addressOf(payment)).pathname;
}

/** Gets a file without a token, as every client can. */
async function get(url: string) {
  const response = await fetch(url);
  const type = response.headers.get("content-type");
  return { status: response.status, type, bytes: await response.bytes() };
}

test("the PDF of a billet remains after it is paid", async () => {
  const shop = await openShop();
  const created = await billet(shop, { billingData: { amount: 123_456 } });
  const { pdfUrl } = created.billetDetails;
  const expected = { status: 200, type: "application/pdf", bytes: billetPdf(created) };
  expect(await get(pdfUrl)).toEqual(expected);
  await shop.decide(created.id, "PAID");
  expect(await get(pdfUrl)).toEqual(expected);
});

test("the PDF of a barcode of any length is made in a time that grows as its bars", async () => {
  const { billetDetails, ...payment } = await billet(await openShop());
  const timeFor = (digits: number) => {
    const barcode = "7".repeat(digits);
    const from = performance.now();
    billetPdf({ ...payment, billetDetails: { ...billetDetails, barcode } });
    return performance.now() - from;
  };
  timeFor(200);
  expect(timeFor(10_000)).toBeLessThan(5_000);
});

test("the picture of a PIX shows its code", async () => {
  const { pixDetails } = await pix(await openShop());
  const bytes = qrCodePng(pixDetails.brCode);
  expect(await get(pixDetails.qrCodeUrl)).toEqual({ status: 200, type: "image/png", bytes });
});

test("there is no document at another path, of another company, or from before a reset", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const ofBillet = await billet(shop);
  const toBillet = pathOf(ofBillet);
  const card = await shop.pay("card");
  const [, , , company = ""] = toBillet.split("/");
  const [, ofOther = ""] = /([^/]+)$/.exec(pathOf(await billet(other))) ?? [];
  const expectNone = async (path: string) =>
    expect(await shop.send("GET", path), path).toMatchObject({
      status: 404,
      body: { data: { error: "Not Found", statusCode: 404 } },
    });
  for (const path of [
    ...[".png", ".svg", ".constructor", "", ".pdf/"].map((end) => toBillet.replace(".pdf", end)),
    pathOf(await pix(shop)).replace(".png", ".pdf"),
    toBillet.replace(company, NOBODY),
    toBillet.replace(ofBillet.id, NOBODY),
    `/_sandbox/files/${company}/${card.id}.pdf`,
    `/_sandbox/files/${company}/${ofOther}`,
    `/_sandbox/files/${company}/`,
    "/_sandbox/files/",
    "/_sandbox/files/%2e%2e%2fhealth",
  ])
    await expectNone(path);
  expect((await get(shop.url + toBillet)).status).toBe(200);
  await shop.control.company.reset();
  await expectNone(toBillet);
});

test("after a restart at another address, all responses and postbacks have the new address", async () => {
  const db = newFile();
  const first = await startSandbox({ db, clock: START });
  const before = new Shop(first.url, first);
  const billingData = { postbackUrl: (await receive()).url };
  const made = [await billet(before, { billingData }), await pix(before, { billingData })];
  // Nothing of it was delivered before.
  await first.close();

  const receiver = await receive();
  const shop = await openSandbox({ db });
  expect(shop.url).not.toBe(first.url);
  const moved = JSON.parse(JSON.stringify(made).replaceAll(first.url, shop.url)) as Payment[];
  expect((await shop.centavo.payments.list()).data.toReversed()).toEqual(moved);
  for (const payment of moved) {
    expect(await shop.payment(payment.id)).toEqual(payment);
    expect(await get(addressOf(payment))).toMatchObject({ status: 200 });
    const paid = await shop.decide(payment.id, "PAID");
    expect(addressOf(paid)).toBe(addressOf(payment));
  }
  expect(receiver.deliveries).toEqual([]);
});

describe("the address of a document", () => {
  /** The response to a call with a Host header, which `fetch` does not allow to set. */
  function getAs(host: string | undefined, shop: Shop, token: string, path: string) {
    return new Promise<{ data: Payment | Payment[] }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, ...(host !== undefined && { host }) };
      request(shop.url + path, { headers, setHost: false }, (response) => {
        json(response).then((body) => resolve(body as { data: Payment | Payment[] }), reject);
      })
        .on("error", reject)
        .end();
    });
  }

  const publicUrl = "https://pay.example:8443/sandbox/$&/";

  test.each<[host: string | undefined, base: string | undefined, SandboxOptions]>([
    ["localhost:4020", "http://localhost:4020", {}],
    ["LOCALHOST", "http://localhost", {}],
    ["127.0.0.1:80", "http://127.0.0.1", {}],
    ["[::1]:9", "http://[::1]:9", {}],
    [undefined, undefined, {}],
    ["localhost/x", undefined, {}],
    ["user@localhost", undefined, {}],
    ["localhost", "https://pay.example:8443/sandbox/$&", { publicUrl, operatorKey: OPERATOR_KEY }],
  ])(
    "for the Host %s it is at %s, or at the sandbox's own, with %j",
    async (host, base, options) => {
      const shop = await openSandbox({ port: 0, ...options });
      const token = await shop.token();
      const payments = [await billet(shop), await pix(shop)];
      const paths = ["", ...payments.map(({ id }) => `/${id}`)];
      const responses = await Promise.all(
        paths.map((path) => getAs(host, shop, token, `/payments${path}`)),
      );
      const addresses = responses.flatMap(({ data }) => [data].flat().map(addressOf));
      const bases = addresses.map((address) => address.replace(/\/_sandbox\/files\/.*/, ""));
      expect(bases).toEqual(Array(4).fill(base ?? shop.url));
    },
  );
});

test("a text of the caller that looks like a document's address is not changed", async () => {
  const shop = await openShop();
  const token = await shop.token();
  const path = "/_sandbox/files/x.pdf";
  for (const firstName of [
    ...[path, `"pdfUrl":"${path}"`, `\\"pdfUrl":"${path}"`, `","qrCodeUrl":"${path}`],
  ]) {
    const { id, buyerDetails } = await shop.pay("pix", { customerData: { firstName } });
    const [listed] = (await shop.centavo.payments.list()).data;
    const shown = [buyerDetails, listed?.buyerDetails, (await shop.payment(id)).buyerDetails];
    expect(shown).toMatchObject(Array(3).fill({ firstName }));
    expect((await shop.centavo.customers.list()).data[0]).toMatchObject({ firstName });
    await shop.control.company.reset();
  }
  const json = { pdfUrl: path, inner: { qrCodeUrl: path } };
  await shop.send("POST", "/payments", { token, json });
  expect((await shop.control.requests.list({ limit: 1 })).data[0]?.body).toEqual(json);
  const pay = shop.pay("pix", { billingData: { postbackUrl: path } });
  await expect(pay).rejects.toMatchObject({ status: 400 });
});
