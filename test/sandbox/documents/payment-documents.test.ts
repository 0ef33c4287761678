import { request } from "node:http";
import { json } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import type { BilletPayment, Payment, PixPayment } from "../../../src/client/index.ts";
import { billetPdf } from "../../../src/sandbox/documents/billet-pdf.ts";
import { qrCodePng } from "../../../src/sandbox/documents/qr-code-png.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { NOBODY, openSandbox, openShop, Shop, START } from "../company-fixture.ts";
import { newFile } from "../database-file.ts";
import { receive } from "../receiver.ts";

const billet = (shop: Shop, change = {}) => shop.pay("billet", change) as Promise<BilletPayment>;
const pix = (shop: Shop, change = {}) => shop.pay("pix", change) as Promise<PixPayment>;

/** Where a payment's file is. */
function addressOf(payment: Payment): string {
  if (payment.paymentMethod === "billet") return payment.billetDetails.pdfUrl;
  return payment.paymentMethod === "pix" ? payment.pixDetails.qrCodeUrl : "";
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

test("the picture of a PIX shows its code", async () => {
  const { pixDetails } = await pix(await openShop());
  const bytes = qrCodePng(pixDetails.brCode);
  expect(await get(pixDetails.qrCodeUrl)).toEqual({ status: 200, type: "image/png", bytes });
});

describe("there is no document", () => {
  const notFound = {
    status: 404,
    body: {
      data: { message: "There is no file at this path.", error: "Not Found", statusCode: 404 },
    },
  };

  test("at an unknown path", async () => {
    const shop = await openShop();
    const payments = [await billet(shop), await pix(shop), await shop.pay("card")];
    const [toBillet = "", toPix = ""] = payments.map(
      (each) => new URL(addressOf(each) || shop.url).pathname,
    );
    const [, , , company] = toBillet.split("/");
    const paths = [
      toBillet.replace(".pdf", ".png"),
      toPix.replace(".png", ".pdf"),
      toBillet.replace(".pdf", ".svg"),
      toBillet.replace(".pdf", ".constructor"),
      toBillet.replace(".pdf", ""),
      `${toBillet}/`,
      toBillet.replace(`${company}`, NOBODY),
      toBillet.replace(payments[0]?.id ?? "", NOBODY),
      `/_sandbox/files/${company}/${payments[2]?.id}.pdf`,
      `/_sandbox/files/${company}/`,
      "/_sandbox/files/",
      "/_sandbox/files/%2e%2e%2fhealth",
    ];
    for (const path of paths) expect(await shop.send("GET", path), path).toMatchObject(notFound);
  });

  test("under another company's id", async () => {
    const [one, other] = [await openShop(), await openShop()];
    const [ofOne, ofOther] = [await billet(one), await billet(other)].map(({ billetDetails }) =>
      new URL(billetDetails.pdfUrl).pathname.split("/"),
    );
    const mixed = [...(ofOne?.slice(0, -1) ?? []), ofOther?.at(-1)].join("/");
    expect(await one.send("GET", mixed)).toMatchObject(notFound);
  });

  test("for a payment before a reset", async () => {
    const shop = await openShop();
    const { pathname } = new URL((await billet(shop)).billetDetails.pdfUrl);
    await shop.control.company.reset();
    expect(await shop.send("GET", pathname)).toMatchObject(notFound);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])("to be had with %s", async (method) => {
    const shop = await openShop();
    const { pathname } = new URL((await pix(shop)).pixDetails.qrCodeUrl);
    const { status, headers, body } = await shop.send(method, pathname);
    expect({ status, allow: headers.get("allow"), body }).toMatchObject({
      ...{ status: 405, allow: "GET", body: { data: { statusCode: 405 } } },
    });
  });
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

describe("the address of a document", () => {
  /** What comes before its path in the responses to a payment's read and to the list of payments. */
  async function basesAs(host: string | undefined, shop: Shop): Promise<string[]> {
    const token = await shop.token();
    const payments = [await billet(shop), await pix(shop)];
    const responses = await Promise.all(
      ["", ...payments.map(({ id }) => `/${id}`)].map((path) =>
        getAs(host, shop, token, `/payments${path}`),
      ),
    );
    const addresses = responses.flatMap(({ data }) => [data].flat().map(addressOf));
    expect(addresses.length).toBeGreaterThanOrEqual(4);
    return [...new Set(addresses.map((address) => address.replace(/\/_sandbox\/files\/.*/, "")))];
  }

  test.each([
    ["localhost:4020", "http://localhost:4020"],
    ["LOCALHOST", "http://localhost"],
    ["127.0.0.1:80", "http://127.0.0.1"],
    ["[::1]:9", "http://[::1]:9"],
  ])("follows the Host %s, which the control interface accepts", async (host, base) => {
    expect(await basesAs(host, await openSandbox())).toEqual([base]);
  });

  test("is the sandbox's own without a Host", async () => {
    const shop = await openSandbox();
    expect(await basesAs(undefined, shop)).toEqual([shop.url]);
  });

  test.each(["localhost/x", "user@localhost"])(
    "is the sandbox's own for the Host %s, whose name is that of this machine",
    async (host) => {
      const shop = await openSandbox();
      expect(await basesAs(host, shop)).toEqual([shop.url]);
    },
  );

  test("follows every Host if the sandbox listens everywhere, as from a phone or a container", async () => {
    const shop = await openSandbox({ host: "0.0.0.0", controlToken: "control" });
    expect(await basesAs("sandbox:4020", shop)).toEqual(["http://sandbox:4020"]);
    expect(await basesAs('sandbox"x', shop)).toEqual([shop.url]);
  });

  test("is the public one if it is set, in responses and in postbacks", async () => {
    const receiver = await receive();
    const publicUrl = "https://pay.example:8443/sandbox/$&/";
    const shop = await openSandbox({ publicUrl, controlToken: "control" });
    const base = "https://pay.example:8443/sandbox/$&";
    expect(await basesAs("localhost", shop)).toEqual([base]);
    await billet(shop, { billingData: { postbackUrl: receiver.url } });
    await receiver.arrived(1);
    expect(receiver.deliveries[0]?.text).toContain(`"pdfUrl":"${base}/_sandbox/files/`);
    expect((await shop.control.postbacks.list()).data[0]?.status).toBe("DELIVERED");
  });

  test("is the sandbox's own in a postback, regardless of the Host of the payment", async () => {
    const receiver = await receive();
    const shop = await openSandbox();
    await billet(shop, { billingData: { postbackUrl: receiver.url } });
    await receiver.arrived(1);
    expect(receiver.deliveries[0]?.text).toContain(`"pdfUrl":"${shop.url}/_sandbox/files/`);
  });
});

describe("a text of the caller that looks like a document's address is not changed", () => {
  const path = "/_sandbox/files/x.pdf";
  const lookalikes = [path, `"pdfUrl":"${path}"`, `\\"pdfUrl":"${path}"`, `","qrCodeUrl":"${path}`];

  test.each(lookalikes)("as a name: %s", async (firstName) => {
    const shop = await openShop();
    const { id, buyerDetails } = await shop.pay("pix", { customerData: { firstName } });
    expect(buyerDetails.firstName).toBe(firstName);
    const { data } = await shop.centavo.payments.list();
    expect(data.map((payment) => payment.buyerDetails.firstName)).toEqual([firstName]);
    expect((await shop.payment(id)).buyerDetails.firstName).toBe(firstName);
    expect((await shop.centavo.customers.list()).data[0]?.firstName).toBe(firstName);
  });

  test("in the query", async () => {
    const shop = await openShop();
    const json = { pdfUrl: path, inner: { qrCodeUrl: path } };
    await shop.send("POST", "/payments", { token: await shop.token(), json });
    const { data } = await shop.control.requests.list({ limit: 1 });
    expect(data[0]?.body).toEqual(json);
  });
});

test("a postback cannot call the path of a document", async () => {
  const shop = await openShop();
  const postbackUrl = "/_sandbox/files/x.pdf";
  await expect(shop.pay("pix", { billingData: { postbackUrl } })).rejects.toMatchObject({
    status: 400,
  });
});
