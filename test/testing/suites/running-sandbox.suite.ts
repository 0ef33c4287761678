import { startSandbox } from "centavo/sandbox";
import { createTestCompany } from "centavo/testing";
import { createTest, expect } from "centavo/testing/vitest";
import { afterAll } from "vitest";
import { cardOrder, pixOrder } from "./orders.ts";

const service = await startSandbox({ clock: "2026-05-05T12:00:00Z", controlToken: "let-me-in" });
afterAll(() => service.close());

const test = createTest({
  url: service.url,
  controlToken: "let-me-in",
  company: { feeFixed: 90 },
});

test("a test has its company in the sandbox that runs", async ({ company, clock, receiver }) => {
  expect(company.url).toBe(service.url);
  expect(await clock.now()).toBe("2026-05-05T12:00:00.000Z");
  const { data: pix } = await company.centavo.payments.create(pixOrder(receiver.url));
  await company.control.payments.setStatus(pix.id, { status: "PAID" });
  await receiver.waitForPostback({ data: { id: pix.id, status: "PAID" } });
  await expect(company).toHaveBalance({ available: 4900 });
});

test("and another test has another company", async ({ centavo }) => {
  expect(await centavo.payments.list()).toMatchObject({ data: [] });
});

test("a test creates a second company", async ({ sandbox, centavo }) => {
  const other = await createTestCompany(sandbox);
  await other.centavo.payments.create(cardOrder);
  await other.close();
  expect(await centavo.payments.list()).toMatchObject({ data: [] });
});
