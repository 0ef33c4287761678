import {
  getBoletoInfo,
  getPixPayloadInfo,
  isValidBoleto,
  isValidPixPayload,
} from "@brazilian-utils/brazilian-utils";
import { expect } from "vitest";
import type { BilletPayment, PixPayment } from "../../../src/client/index.ts";
import { addDays } from "../../../src/sandbox/domain/calendar.ts";
import { openSandbox, test } from "../company-fixture.ts";
import { type Receiver, receive } from "../receiver.ts";

const statusesIn = ({ deliveries }: Receiver) =>
  deliveries.map(({ body }) => [body.occurredAt, body.data.status]);

/** When a billet is made, its due date, the factor in its numbers, and the last day to pay it. */
test.each([
  // The last factor, and the first.
  { clock: "2025-02-19T02:59:59Z", due: "2025-02-21", factor: "9999", limit: "2025-03-23" },
  { clock: "2025-02-19T03:00:00Z", due: "2025-02-22", factor: "1000", limit: "2025-03-24" },
  // The due date is in another year than the creation.
  { clock: "2027-01-01T02:59:59Z", due: "2027-01-03", factor: "1680", limit: "2027-02-02" },
])(
  "a billet of $clock falls due on $due, and can be paid to the end of $limit",
  async ({ clock, due, factor, limit }) => {
    const shop = await openSandbox({ clock });
    const receiver = await receive();
    const billingData = { postbackUrl: receiver.url };
    const billet = (await shop.pay("billet", { billingData })) as BilletPayment;
    const { id, amount, billetDetails } = billet;
    const { barcode, digitableLine } = billetDetails;
    expect(isValidBoleto(digitableLine)).toBe(true);
    expect([digitableLine.slice(33, 37), barcode.slice(5, 9)]).toEqual([factor, factor]);
    const info = getBoletoInfo(digitableLine, { referenceDate: new Date(clock) });
    expect(info).toMatchObject({ bankCode: "000", amount });
    expect(info?.expirationDate?.toLocaleDateString("sv-SE")).toBe(due);
    expect(billetDetails).toMatchObject({
      ...{ interestStartDate: addDays(due, 1), lateFeeStartDate: addDays(due, 1) },
      expirationDate: `${due}T23:59:59.000-03:00`,
      paymentLimitDate: `${limit}T23:59:59.000-03:00`,
    });

    await shop.control.clock.advance({ to: `${limit}T23:59:58-03:00` });
    expect(await shop.payment(id)).toMatchObject({ status: "PENDING" });
    await shop.control.clock.advance({ seconds: 1 });
    expect(await shop.payment(id)).toMatchObject({ status: "CANCELED" });
    expect(statusesIn(receiver)).toEqual([
      [new Date(clock).toISOString(), "PENDING"],
      [new Date(`${limit}T23:59:59-03:00`).toISOString(), "CANCELED"],
    ]);
    expect(receiver.deliveries[1]?.body.data).toEqual(await shop.payment(id));
  },
);

test("a PIX has a valid code, and expires a day later unless it is paid", async ({ shop }) => {
  const receiver = await receive();
  const billingData = { postbackUrl: receiver.url };
  const { id, pixDetails } = (await shop.pay("pix", { billingData })) as PixPayment;
  expect(isValidPixPayload(pixDetails.brCode)).toBe(true);
  expect(getPixPayloadInfo(pixDetails.brCode)).toMatchObject({ pointOfInitiation: "dynamic" });
  expect(pixDetails.brCode).toContain("540549.90");
  expect(pixDetails.expirationDate).toBe("2026-03-03T12:00:00.000+00:00");

  const decided = await shop.decide((await shop.pay("pix")).id, "PAID");
  await shop.control.clock.advance({ seconds: 86_399 });
  expect(await shop.payment(id)).toMatchObject({ status: "PENDING" });
  await shop.control.clock.advance({ seconds: 1 });
  expect(statusesIn(receiver)).toEqual([
    ["2026-03-02T12:00:00.000Z", "PENDING"],
    ["2026-03-03T12:00:00.000Z", "CANCELED"],
  ]);
  expect(await shop.payment(decided.id)).toEqual(decided);
});

test("no two billets or PIX of a company have the same numbers", async ({ shop }) => {
  const kinds = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? "billet" : "pix"));
  const payments = await Promise.all(kinds.map((kind) => shop.pay(kind)));
  const numbers = payments.map((payment) =>
    payment.paymentMethod === "billet"
      ? payment.billetDetails.barcode
      : payment.paymentMethod === "pix" && payment.pixDetails.brCode,
  );
  expect(new Set(numbers).size).toBe(40);
});
