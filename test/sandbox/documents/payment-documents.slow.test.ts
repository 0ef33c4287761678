import { expect, test } from "vitest";
import type { BilletPayment, PixPayment } from "../../../src/client/index.ts";
import { openShop } from "../company-fixture.ts";
import { scan } from "./barcode-scanner.ts";
import { view } from "./pdf-viewer.ts";

test("the PDF of a billet has one page with a scannable barcode and its line", async () => {
  const shop = await openShop();
  const { billetDetails, id } = (await shop.pay("billet", {
    billingData: { amount: 123_456 },
  })) as BilletPayment;
  const response = await fetch(billetDetails.pdfUrl);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  const bytes = await response.bytes();

  const page = await view(bytes);
  expect(page.pages).toBe(1);
  expect(await scan(page, "ITF")).toMatchObject([{ text: billetDetails.barcode, isValid: true }]);
  expect(page.text.replaceAll(/[ .]/g, "")).toContain(billetDetails.digitableLine);
  for (const text of ["SANDBOX", id, "R$ 1.234,56", "05/03/2026"]) {
    expect(page.text).toContain(text);
  }
});

test("a scanner reads the code of a PIX in its picture", async () => {
  const shop = await openShop();
  const { pixDetails } = (await shop.pay("pix")) as PixPayment;
  const response = await fetch(pixDetails.qrCodeUrl);
  expect(response.headers.get("content-type")).toBe("image/png");
  const bytes = await response.bytes();
  expect(await scan(bytes, "QRCode")).toMatchObject([{ text: pixDetails.brCode, isValid: true }]);
});
