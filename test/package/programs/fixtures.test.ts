import type { Payment } from "centavo";
import type { TestCompany } from "centavo/testing";
import { createTest, expect, test } from "centavo/testing/vitest";
import { order } from "./orders.ts";

const nobody = "00000000-0000-4000-8000-000000000000";

test("a PIX is paid", async ({ sandbox, company, centavo, control, clock, receiver }) => {
  const { data: pix }: { data: Payment } = await centavo.payments.create(order(receiver));
  await control.payments.setStatus(pix.id, { status: "PAID" });
  await receiver.waitForPostback({ data: { id: pix.id, status: "PAID" } });
  await expect(centavo.payments.get(pix.id)).toHaveStatus("PAID");
  await expect(pix).not.toHaveStatus("PAID");
  await expect.soft(pix).toHaveStatus("PENDING");
  await expect(centavo.payments.get(nobody)).toBeRejectedWith("PaymentNotFound");
  await expect(company).toHaveBalance({ available: 4990 });
  await clock.advance({ days: 1 });
  expect(await clock.now()).toBe("2026-03-03T12:00:00.000Z");
  expect(sandbox.url).toBe(company.url);

  // Were the types lost on the way, all of these would compile.
  // @ts-expect-error: a balance is not that of a payment
  compiled(() => expect(pix).toHaveBalance({ available: 0 }));
  // @ts-expect-error: the contract spells it with one L
  compiled(() => expect(pix).not.toHaveStatus("CANCELLED"));
  // @ts-expect-error: only a subscription has this status
  compiled(() => expect(centavo.payments.get(pix.id)).not.toHaveStatus("ACTIVE"));
  // @ts-expect-error: the contract leaves a subaccount's status open, the sandbox does not
  compiled(() => expect(centavo.subaccounts.get(nobody)).not.toHaveStatus("APROVED"));
  compiled(() => expect(centavo.subaccounts.get(nobody)).toHaveStatus("APPROVED"));
  // @ts-expect-error: there is no such field
  compiled(() => receiver.waitForPostback({ data: { amountt: 1 } }));
  // @ts-expect-error: a year is no number of days
  compiled(() => clock.advance({ years: 1 }));
});

/** Takes what is compiled only. */
function compiled(_call: () => unknown): void {}

const withFees = createTest({ clock: "2026-01-31T12:00:00Z", company: { feeFixed: 90 } }).extend<{
  paid: (company: TestCompany) => Promise<void>;
}>({
  paid: async ({ receiver }, use) => {
    await use(async ({ centavo, control }) => {
      const { data: pix } = await centavo.payments.create(order(receiver));
      await control.payments.setStatus(pix.id, { status: "PAID" });
    });
  },
});

withFees("a company has its own settings", async ({ company, clock, paid }) => {
  await paid(company);
  await expect(company).toHaveBalance({ available: 4900, receivable: 0 });
  expect(await clock.now()).toBe("2026-01-31T12:00:00.000Z");
});

// On a CI with a service, and elsewhere.
const { SANDBOX_URL: address } = process.env;
const inCi = createTest(address ? { url: address, operatorKey: "let-me-in" } : {});

inCi("a test has its company in the service", async ({ sandbox, company }) => {
  expect(company.url).toBe(address ?? sandbox.url);
  await expect(company.centavo.payments.get(nobody)).toBeRejectedWith("PaymentNotFound");
  // @ts-expect-error: a sandbox that already runs is not the test's own
  compiled(() => sandbox.close());
  // @ts-expect-error: how it was started decides on its clock
  compiled(() => createTest({ url: sandbox.url, clock: "2026-01-31T12:00:00Z" }));
  // @ts-expect-error: a sandbox of one worker has no port that others know
  compiled(() => createTest({ port: 4020 }));
});
