import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import {
  createTestCompany,
  type ExpectedBalance,
  type MatcherResult,
  matchers,
  type TestCompany,
} from "../../src/testing/index.ts";
import { NOBODY } from "../sandbox/company-fixture.ts";
import { cardOrder } from "./suites/orders.ts";

let sandbox: Sandbox;
let company: TestCompany;
beforeAll(async () => {
  sandbox = await startSandbox({ clock: "2026-03-02T12:00:00Z" });
  company = await createTestCompany(sandbox);
});
afterAll(async () => {
  await company.close();
  await sandbox.close();
});

/** What a test that fails says: one that expects a match, or after `not` one that expects none. */
async function verdict(result: Promise<MatcherResult>) {
  const { pass, message } = await result;
  return { pass, message: message() };
}

describe("toHaveStatus", () => {
  const payment = { id: "c9d1f0a2", status: "PENDING" };
  const { toHaveStatus } = matchers;

  test("compares the status of what a call returns", async () => {
    const { data: paid } = await company.centavo.payments.create(cardOrder);
    const call = () => company.centavo.payments.get(paid.id);
    expect(await verdict(toHaveStatus(call(), "SUCCEEDED"))).toEqual({
      pass: true,
      message: `Expected any status but SUCCEEDED for ${paid.id}.`,
    });
    expect(await verdict(toHaveStatus(call(), "REFUNDED"))).toEqual({
      pass: false,
      message: `Expected the status REFUNDED, received SUCCEEDED for ${paid.id}.`,
    });
  });

  test("says of a resource that it was read earlier", async () => {
    expect(await verdict(toHaveStatus(payment, "PAID"))).toEqual({
      pass: false,
      message:
        "Expected the status PAID, received PENDING for c9d1f0a2. It was read earlier: to read it again, expect a call.",
    });
    expect(await verdict(toHaveStatus({ status: "PAID" }, "PAID"))).toMatchObject({ pass: true });
  });

  test("fails with the error of a call that is rejected", async () => {
    await expect(toHaveStatus(company.centavo.payments.get(NOBODY), "PAID")).rejects.toThrow(
      "PaymentNotFound",
    );
  });
});

describe("toBeRejectedWith", () => {
  const { toBeRejectedWith } = matchers;
  const rejected = () => company.centavo.payments.get(NOBODY);

  test.each(["PaymentNotFound", -7708, 404] as const)("matches %s", async (expected) => {
    expect(await toBeRejectedWith(rejected(), expected)).toMatchObject({ pass: true });
  });

  test("says with what the call was rejected instead", async () => {
    const reason =
      "It was rejected with ServiceError: payments.get: the service responded with 404: Pagamento não encontrado (PaymentNotFound, -7708).";
    expect(await verdict(toBeRejectedWith(rejected(), "CardNotFound"))).toEqual({
      pass: false,
      message: `Expected the call to be rejected with CardNotFound (-7508). ${reason}`,
    });
    expect(await verdict(toBeRejectedWith(rejected(), -90001))).toMatchObject({
      message: `Expected the call to be rejected with the return code -90001. ${reason}`,
    });
    expect(await verdict(toBeRejectedWith(rejected(), 404))).toEqual({
      pass: true,
      message: `Expected the call not to be rejected with the status 404. ${reason}`,
    });
  });

  test("says that the call succeeded", async () => {
    expect(await verdict(toBeRejectedWith(company.centavo.payments.list(), 400))).toEqual({
      pass: false,
      message: "Expected the call to be rejected with the status 400. It succeeded.",
    });
  });

  test("does not take another error for a rejection by the service", async () => {
    const failed = Promise.reject(Object.assign(new Error("no connection"), { status: 400 }));
    expect(await verdict(toBeRejectedWith(failed, 400))).toMatchObject({
      pass: false,
      message: expect.stringContaining("It was rejected with Error: no connection."),
    });
  });
});

describe("toHaveBalance", () => {
  const { toHaveBalance } = matchers;
  let shop: TestCompany;
  beforeAll(async () => {
    shop = await createTestCompany(sandbox);
    await shop.centavo.payments.create(cardOrder);
  });
  afterAll(() => shop.close());

  test("adds up the receivables, and ignores what is left out", async () => {
    expect(await toHaveBalance(shop, { available: 0, receivable: 14_970 })).toMatchObject({
      pass: true,
    });
    expect(await toHaveBalance(shop, { available: 0 })).toMatchObject({ pass: true });
  });

  test("says which amounts differ", async () => {
    expect(await verdict(toHaveBalance(shop, { available: 0, receivable: 4990 }))).toEqual({
      pass: false,
      message:
        "The balance of the company differs:\n  receivable: expected 4990 (R$ 49,90), received 14970 (R$ 149,70)",
    });
  });

  test("says after not which amounts it does not expect", async () => {
    expect(await verdict(toHaveBalance(shop, { available: 0, receivable: 14_970 }))).toEqual({
      pass: true,
      message:
        "Expected the company to have any balance but this:\n  available: 0 (R$ 0,00)\n  receivable: 14970 (R$ 149,70)",
    });
  });

  test.each([{}, { subaccountId: NOBODY }, { available: undefined }])(
    "is not content with %o, which any balance would match",
    async (expected) => {
      const nothing = expected as ExpectedBalance;
      await expect(toHaveBalance(shop, nothing)).rejects.toThrow("toHaveBalance needs an amount");
    },
  );

  test("takes the balance of a subaccount, which is empty before its first payment", async () => {
    expect(await toHaveBalance(shop, { subaccountId: NOBODY, receivable: 0 })).toMatchObject({
      pass: true,
    });
    expect(
      await verdict(toHaveBalance(shop, { subaccountId: NOBODY, available: 1 })),
    ).toMatchObject({
      message: `The balance of the subaccount ${NOBODY} differs:\n  available: expected 1 (R$ 0,01), received 0 (R$ 0,00)`,
    });
  });
});
