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

const { toHaveStatus, toBeRejectedWith, toHaveBalance } = matchers;

/** Compares what a test that fails says: one that expects a match, or after `not` one that expects none. */
async function expectVerdict(result: Promise<MatcherResult>, pass: boolean, said: unknown) {
  const verdict = await result;
  expect([verdict.pass, verdict.message()]).toEqual([pass, said]);
}

describe("toHaveStatus", () => {
  test("compares the status of what a call returns", async () => {
    const { data: paid } = await company.centavo.payments.create(cardOrder);
    const call = () => company.centavo.payments.get(paid.id);
    const unwanted = `Expected any status but SUCCEEDED for ${paid.id}.`;
    await expectVerdict(toHaveStatus(call(), "SUCCEEDED"), true, unwanted);
    const other = `Expected the status REFUNDED, received SUCCEEDED for ${paid.id}.`;
    await expectVerdict(toHaveStatus(call(), "REFUNDED"), false, other);
  });

  test("says of a resource that it was read earlier", async () => {
    const said =
      "Expected the status PAID, received PENDING for c9d1f0a2. It was read earlier: to read it again, expect a call.";
    await expectVerdict(toHaveStatus({ id: "c9d1f0a2", status: "PENDING" }, "PAID"), false, said);
    expect(await toHaveStatus({ status: "PAID" }, "PAID")).toMatchObject({ pass: true });
  });

  test("fails with the error of a call that is rejected", async () => {
    const call = company.centavo.payments.get(NOBODY);
    await expect(toHaveStatus(call, "PAID")).rejects.toThrow("PaymentNotFound");
  });
});

describe("toBeRejectedWith", () => {
  const reason =
    "It was rejected with ServiceError: payments.get: the service responded with 404: Pagamento não encontrado (PaymentNotFound, -7708).";

  test.each([
    ["PaymentNotFound", true, "not to be rejected with PaymentNotFound (-7708)"],
    [-7708, true, "not to be rejected with the return code -7708"],
    [404, true, "not to be rejected with the status 404"],
    ["CardNotFound", false, "to be rejected with CardNotFound (-7508)"],
    [-90001, false, "to be rejected with the return code -90001"],
  ] as const)("compares a rejection with %s", async (expected, pass, said) => {
    const rejected = company.centavo.payments.get(NOBODY);
    const message = `Expected the call ${said}. ${reason}`;
    await expectVerdict(toBeRejectedWith(rejected, expected), pass, message);
  });

  test("says that the call succeeded", async () => {
    const said = "Expected the call to be rejected with the status 400. It succeeded.";
    await expectVerdict(toBeRejectedWith(company.centavo.payments.list(), 400), false, said);
  });

  test("does not take another error for a rejection by the service", async () => {
    const failed = Promise.reject(Object.assign(new Error("no connection"), { status: 400 }));
    const said = expect.stringContaining("It was rejected with Error: no connection.");
    await expectVerdict(toBeRejectedWith(failed, 400), false, said);
  });
});

describe("toHaveBalance", () => {
  let shop: TestCompany;
  beforeAll(async () => {
    shop = await createTestCompany(sandbox);
    await shop.centavo.payments.create(cardOrder);
  });
  afterAll(() => shop.close());

  test("adds up the receivables, and ignores what is left out", async () => {
    const balance = "available: 0 (R$ 0,00)\n  receivable: 14970 (R$ 149,70)";
    const said = `Expected the company to have any balance but this:\n  ${balance}`;
    await expectVerdict(toHaveBalance(shop, { available: 0, receivable: 14_970 }), true, said);
    expect(await toHaveBalance(shop, { available: 0 })).toMatchObject({ pass: true });
  });

  test("says which amounts differ", async () => {
    const said =
      "The balance of the company differs:\n  receivable: expected 4990 (R$ 49,90), received 14970 (R$ 149,70)";
    await expectVerdict(toHaveBalance(shop, { available: 0, receivable: 4990 }), false, said);
  });

  test.each([{}, { subaccountId: NOBODY }, { available: undefined }])(
    "is not content with %o, which any balance would match",
    async (expected) => {
      const nothing = expected as ExpectedBalance;
      await expect(toHaveBalance(shop, nothing)).rejects.toThrow("toHaveBalance needs an amount");
    },
  );

  test("takes the balance of a subaccount, which is empty before its first payment", async () => {
    const subaccountId = NOBODY;
    expect(await toHaveBalance(shop, { subaccountId, receivable: 0 })).toMatchObject({
      pass: true,
    });
    const said = `The balance of the subaccount ${NOBODY} differs:\n  available: expected 1 (R$ 0,01), received 0 (R$ 0,00)`;
    await expectVerdict(toHaveBalance(shop, { subaccountId, available: 1 }), false, said);
  });
});
