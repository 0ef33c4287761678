import { expect, test } from "vitest";
import { openSandbox, START } from "../company-fixture.ts";

const TOO_MANY = /^This company has reached the limit of 3 records: reset it with /;

test("a call that would add too many records fails, changes nothing, and others go on", async () => {
  const shop = await openSandbox({ maxRecords: 3 });
  const { id } = await shop.pay("pix", { billingData: { postbackUrl: undefined } });
  await shop.customer({ document: "11144477735" });
  const failing = shop.pay("pix", { billingData: { postbackUrl: undefined } });
  const failure = await failing.catch((error) => error);
  expect(failure.headers.get("x-sandbox-limit")).toBe("records");
  expect(failure).toMatchObject({
    status: 507,
    messages: [expect.stringMatching(TOO_MANY)],
  });
  expect((await shop.centavo.payments.list()).meta.total).toBe(1);
  const failed = { type: "request.completed", resource: null, data: { status: 507 } };
  const requests = await shop.control.events.list({ type: "request.completed" });
  expect(requests.data).toContainEqual(
    expect.objectContaining({ ...failed, data: expect.objectContaining(failed.data) }),
  );
  // It adds no record.
  expect((await shop.decide(id, "PAID")).status).toBe("PAID");
  await shop.control.company.reset();
  await shop.pay("pix", { billingData: { postbackUrl: undefined } });
});

test("an advance stops before the jobs that would add too many records", async () => {
  const shop = await openSandbox({ maxRecords: 3 });
  await shop.subscription({ frequency: 30 });
  const advancing = shop.control.clock.advance({ days: 400 });
  await expect(advancing).rejects.toMatchObject({ status: 507 });
  const stoppedAt = (await shop.control.clock.get()).data.now;
  expect(Date.parse(stoppedAt)).toBeLessThan(Date.parse(START) + 400 * 86_400_000);
  expect((await shop.centavo.customers.list()).meta.total).toBe(1);
  await shop.control.company.reset();
  expect((await shop.centavo.customers.list()).meta.total).toBe(0);
});
