import { describe, expect, test } from "vitest";
import type { BilletPayment, Payment, PixPayment } from "../../src/client/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { newFile } from "./database-file.ts";
import { scan } from "./domain/scanner.ts";
import { view } from "./domain/viewer.ts";
import { receive } from "./receiver.ts";
import { NOBODY, openSandbox, openShop, Shop, START } from "./shop.ts";

const billet = (shop: Shop, change = {}) => shop.pay("billet", change) as Promise<BilletPayment>;
const pix = (shop: Shop, change = {}) => shop.pay("pix", change) as Promise<PixPayment>;

/** Where a payment's file is. */
function addressOf(payment: Payment): string {
  if (payment.paymentMethod === "billet") return payment.billetDetails.pdfUrl;
  return payment.paymentMethod === "pix" ? payment.pixDetails.qrCodeUrl : "";
}

/** Gets a file as anybody can: without a token. */
async function get(url: string) {
  const response = await fetch(url);
  const type = response.headers.get("content-type");
  return { status: response.status, type, bytes: await response.bytes() };
}

describe("the PDF of a billet", () => {
  test("has one page, on which a scanner reads its barcode, and people its line", async () => {
    const shop = await openShop();
    const { billetDetails, id } = await billet(shop, { billingData: { amount: 123_456 } });
    const { status, type, bytes } = await get(billetDetails.pdfUrl);
    expect({ status, type }).toEqual({ status: 200, type: "application/pdf" });

    const page = await view(bytes);
    expect(page.pages).toBe(1);
    expect(await scan(page, "ITF")).toMatchObject([{ text: billetDetails.barcode, isValid: true }]);
    expect(page.text.replaceAll(/[ .]/g, "")).toContain(billetDetails.digitableLine);
    for (const text of ["SANDBOX", id, "R$ 1.234,56", "05/03/2026"]) {
      expect(page.text).toContain(text);
    }
  });

  test("is there still, when the billet is paid or has lapsed", async () => {
    const shop = await openShop();
    const { id, billetDetails } = await billet(shop);
    await shop.decide(id, "PAID");
    expect(await get(billetDetails.pdfUrl)).toMatchObject({ status: 200 });
  });
});

test("a scanner reads the code of a PIX in its picture", async () => {
  const { pixDetails } = await pix(await openShop());
  const { status, type, bytes } = await get(pixDetails.qrCodeUrl);
  expect({ status, type }).toEqual({ status: 200, type: "image/png" });
  expect(await scan(bytes, "QRCode")).toMatchObject([{ text: pixDetails.brCode, isValid: true }]);
});

describe("there is no file", () => {
  const notFound = {
    status: 404,
    body: { data: { message: "No file has this path.", error: "Not Found", statusCode: 404 } },
  };

  test("at a path that nothing leads to", async () => {
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

  test("for a payment that went with a reset", async () => {
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

test("after a restart elsewhere all answers and postbacks lead to where the files are now", async () => {
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

test("what the buyer is called does not become an address", async () => {
  const shop = await openShop();
  const firstName = "/_sandbox/files/";
  const { buyerDetails } = await shop.pay("pix", { customerData: { firstName } });
  expect(buyerDetails.firstName).toBe(firstName);
});
