import {
  getBoletoInfo,
  getPixPayloadInfo,
  isValidBoleto,
  isValidPixPayload,
} from "@brazilian-utils/brazilian-utils";
import { describe, expect } from "vitest";
import type { BilletPayment, PixPayment } from "../../../src/client/index.ts";
import { openSandbox, test } from "../company-fixture.ts";
import { receive } from "../receiver.ts";

/** When a billet is made, its due date, the factor in its numbers, and the last day to pay it. */
const edges = [
  // The last factor, and the first.
  { clock: "2025-02-18T12:00:00Z", due: "2025-02-21", factor: "9999", limit: "2025-03-23" },
  { clock: "2025-02-19T02:59:59Z", due: "2025-02-21", factor: "9999", limit: "2025-03-23" },
  { clock: "2025-02-19T03:00:00Z", due: "2025-02-22", factor: "1000", limit: "2025-03-24" },
  // The due date is a leap day, or in another year than the creation.
  { clock: "2028-02-26T12:00:00Z", due: "2028-02-29", factor: "2102", limit: "2028-03-30" },
  { clock: "2027-01-01T02:59:59Z", due: "2027-01-03", factor: "1680", limit: "2027-02-02" },
];

describe.each(edges)("a billet of $clock", ({ clock, due, factor, limit }) => {
  test(`falls due on ${due}, and its numbers say so`, async () => {
    const shop = await openSandbox({ clock });
    const { billetDetails, amount } = (await shop.pay("billet")) as BilletPayment;
    const { barcode, digitableLine } = billetDetails;
    expect(isValidBoleto(digitableLine)).toBe(true);
    expect(digitableLine.slice(33, 37)).toBe(factor);
    expect(barcode.slice(5, 9)).toBe(factor);
    const info = getBoletoInfo(digitableLine, { referenceDate: new Date(clock) });
    expect(info).toMatchObject({ bankCode: "000", amount });
    expect(info?.expirationDate?.toLocaleDateString("sv-SE")).toBe(due);
    expect(billetDetails).toMatchObject({
      interestStartDate: dayAfter(due),
      lateFeeStartDate: dayAfter(due),
      expirationDate: `${due}T23:59:59.000-03:00`,
      paymentLimitDate: `${limit}T23:59:59.000-03:00`,
    });
  });

  test(`can be paid to the end of ${limit}, and its expiry is reported`, async () => {
    const shop = await openSandbox({ clock });
    const receiver = await receive();
    const billingData = { postbackUrl: receiver.url };
    const { id } = await shop.pay("billet", { billingData });
    await shop.control.clock.advance({ to: `${limit}T23:59:58-03:00` });
    expect(await shop.payment(id)).toMatchObject({ status: "PENDING" });
    await shop.control.clock.advance({ seconds: 1 });
    expect(await shop.payment(id)).toMatchObject({ status: "CANCELED" });
    expect(receiver.deliveries.map(({ body }) => [body.occurredAt, body.data.status])).toEqual([
      [new Date(clock).toISOString(), "PENDING"],
      [new Date(`${limit}T23:59:59-03:00`).toISOString(), "CANCELED"],
    ]);
    expect(receiver.deliveries[1]?.body.data).toEqual(await shop.payment(id));
  });
});

describe("a PIX", () => {
  test("has a valid code with its amount", async ({ shop }) => {
    const { amount, pixDetails } = (await shop.pay("pix")) as PixPayment;
    expect(isValidPixPayload(pixDetails.brCode)).toBe(true);
    expect(getPixPayloadInfo(pixDetails.brCode)).toMatchObject({ pointOfInitiation: "dynamic" });
    expect(amount).toBe(4990);
    expect(pixDetails.brCode).toContain("540549.90");
  });

  test("expires exactly a day later unless it is paid, and sends a postback", async ({ shop }) => {
    const receiver = await receive();
    const billingData = { postbackUrl: receiver.url };
    const { id, pixDetails } = (await shop.pay("pix", { billingData })) as PixPayment;
    const { id: paid } = await shop.pay("pix");
    const decided = await shop.decide(paid, "PAID");
    expect(pixDetails.expirationDate).toBe("2026-03-03T12:00:00.000+00:00");
    await shop.control.clock.advance({ seconds: 86_399 });
    expect(await shop.payment(id)).toMatchObject({ status: "PENDING" });
    await shop.control.clock.advance({ seconds: 1 });
    expect(receiver.deliveries.map(({ body }) => [body.occurredAt, body.data.status])).toEqual([
      ["2026-03-02T12:00:00.000Z", "PENDING"],
      ["2026-03-03T12:00:00.000Z", "CANCELED"],
    ]);
    expect(await shop.payment(paid)).toEqual(decided);
  });
});

test("no two billets or PIX of a company have the same numbers", async () => {
  const shop = await openSandbox();
  const billets = await Promise.all(Array.from({ length: 20 }, () => shop.pay("billet")));
  const charges = await Promise.all(Array.from({ length: 20 }, () => shop.pay("pix")));
  const numbers = [...billets, ...charges].map((payment) =>
    payment.paymentMethod === "billet"
      ? payment.billetDetails.barcode
      : payment.paymentMethod === "pix" && payment.pixDetails.brCode,
  );
  expect(new Set(numbers).size).toBe(40);
});

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
