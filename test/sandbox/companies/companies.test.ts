import { expect, test } from "vitest";
import { openSandbox, openShop, Shop } from "../company-fixture.ts";
import { body, shownError, shownMessage } from "../contract-examples.ts";

const OPERATOR_KEY = "let me in";

test("the health check needs no token, and shows the version", async () => {
  const shop = await openShop();
  const { status, body } = await shop.send("GET", "/_sandbox/health");
  expect(status).toBe(200);
  expect(body).toEqual({
    data: { status: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    message: null,
  });
});

test("each new company has a key pair that gets a token, and pays no fee by default", async () => {
  const { url, control } = await openShop();
  const { data: other } = await control.companies.create(body("companies.create", "withFees"));
  // Without an operator's key of the sandbox, that of a request is ignored.
  const { data, message } = await control.companies.create({}, { operatorKey: "anything" });
  expect(message).toBe(shownMessage("companies.create"));
  expect(Object.keys(data).toSorted()).toEqual(["companyId", "privateKey", "publicKey"]);
  for (const key of ["companyId", "publicKey", "privateKey"] as const)
    expect(data[key]).not.toBe(other[key]);
  const shop = new Shop(url, data);
  expect((await shop.centavo.payments.list()).meta.total).toBe(0);
  const { id } = await shop.pay("pix", { billingData: { amount: 10_000 } });
  await shop.decide(id, "PAID");
  expect((await shop.balance()).available).toBe(10_000);
});

test("the fee is a percentage and a fixed part of each successful payment, and of no other", async () => {
  const shop = await openShop(body("companies.create", "withFees"));
  const billingData = { amount: 10_000, installments: 1 };
  await shop.pay("card", { billingData });
  await shop.pay("cardDeclined", { billingData });
  await shop.pay("pix", { billingData });
  expect((await shop.balance()).receivable).toMatchObject([{ amount: 10_000 - 350 - 40 }]);
});

test("with an operator's key, only requests that send it create companies, and no other needs it", async () => {
  const shop = await openSandbox({ operatorKey: OPERATOR_KEY });
  const { companies } = shop.control;
  const rejection = shownError("companies.create", "OperatorKeyRefused");
  await expect(companies.create()).rejects.toMatchObject(rejection);
  const wrong = ["let me in!", "let me", `${OPERATOR_KEY},`, `"${OPERATOR_KEY}"`, "\xff"];
  const twice = [`x, ${OPERATOR_KEY}`, `${OPERATOR_KEY}, x`];
  for (const operatorKey of [...wrong, ...twice, OPERATOR_KEY.toUpperCase()])
    await expect(companies.create({}, { operatorKey })).rejects.toMatchObject(rejection);
  const { data } = await companies.create({}, { operatorKey: OPERATOR_KEY });
  expect(data).toHaveProperty("privateKey");
  await shop.control.clock.advance({ days: 1 });
  expect((await shop.pay("pix")).createdAt).toBe("2026-03-03T12:00:00.000Z");
});
