import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox-node/index.ts";
import { createTestCompany, matchers, type TestCompany } from "../../src/testing/index.ts";
import { NOBODY } from "../sandbox/company-fixture.ts";
import { cardOrder } from "./suites/orders.ts";

let sandbox: Sandbox;
let shop: TestCompany;
let paymentId: string;
beforeAll(async () => {
  sandbox = await startSandbox({ clock: "2026-03-02T12:00:00Z" });
  shop = await createTestCompany(sandbox);
  paymentId = (await shop.centavo.payments.create(cardOrder)).data.id;
});
afterAll(async () => {
  await shop.close();
  await sandbox.close();
});

const { toHaveStatus, toBeRejectedWith, toHaveBalance } = matchers;
const read = (id: string) => shop.centavo.payments.get(id);

const matches = expect.objectContaining({ pass: true });
const fails = expect.objectContaining({ pass: false });

test("toHaveStatus compares the status of what a call returns, or of a resource that was read earlier", async () => {
  expect(await toHaveStatus(read(paymentId), "SUCCEEDED")).toEqual(matches);
  const { pass, message } = await toHaveStatus(read(paymentId), "REFUNDED");
  const said = `Expected the status REFUNDED, received SUCCEEDED for ${paymentId}.`;
  expect([pass, message()]).toEqual([false, said]);
  expect(await toHaveStatus({ status: "PAID" }, "PAID")).toEqual(matches);
  await expect(toHaveStatus(read(NOBODY), "PAID")).rejects.toThrow("PaymentNotFound");
});

test("toBeRejectedWith compares the error of the service, and takes no other for it", async () => {
  for (const expected of ["PaymentNotFound", -7708, 404] as const) {
    expect(await toBeRejectedWith(read(NOBODY), expected)).toEqual(matches);
  }
  for (const expected of ["CardNotFound", -90001, 400] as const) {
    const { pass, message } = await toBeRejectedWith(read(NOBODY), expected);
    expect(pass).toBe(false);
    expect(message()).toContain("It was rejected with ServiceError: payments.get:");
  }
  expect(await toBeRejectedWith(shop.centavo.payments.list(), 400)).toEqual(fails);
  const failed = Promise.reject(Object.assign(new Error("no connection"), { status: 400 }));
  expect(await toBeRejectedWith(failed, 400)).toEqual(fails);
});

test("toHaveBalance adds up the receivables, ignores what is left out, and says what differs", async () => {
  for (const expected of [{ available: 0, receivable: 14_970 }, { available: 0 }]) {
    expect(await toHaveBalance(shop, expected)).toEqual(matches);
  }
  const { pass, message } = await toHaveBalance(shop, { available: 0, receivable: 4990 });
  const said =
    "The balance of the company differs:\n  receivable: expected 4990 (R$ 49,90), received 14970 (R$ 149,70)";
  expect([pass, message()]).toEqual([false, said]);
});

test("toHaveBalance takes a subaccount, which has nothing before its first payment", async () => {
  const subaccountId = NOBODY;
  expect(await toHaveBalance(shop, { subaccountId, receivable: 0 })).toEqual(matches);
  expect(await toHaveBalance(shop, { subaccountId, available: 1 })).toEqual(fails);
  // Any balance would match it.
  await expect(toHaveBalance(shop, { subaccountId } as never)).rejects.toThrow("needs an amount");
});
