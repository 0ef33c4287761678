import { expect, test } from "vitest";
import { openSandbox, openShop, Shop } from "../company-fixture.ts";
import { body, shownError, shownMessage } from "../contract-examples.ts";

const CONTROL_TOKEN = "let me in";

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
  // Without a control token of the sandbox, that of a request is ignored.
  const { data, message } = await control.companies.create({}, { controlToken: "anything" });
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

test("with a control token, only requests that send it create companies, and no other needs it", async () => {
  const shop = await openSandbox({ controlToken: CONTROL_TOKEN });
  const { companies } = shop.control;
  const rejection = shownError("companies.create", "ControlTokenRefused");
  await expect(companies.create()).rejects.toMatchObject(rejection);
  const wrong = ["let me in!", "let me", `${CONTROL_TOKEN},`, `"${CONTROL_TOKEN}"`, "\xff"];
  const twice = [`x, ${CONTROL_TOKEN}`, `${CONTROL_TOKEN}, x`];
  for (const controlToken of [...wrong, ...twice, CONTROL_TOKEN.toUpperCase()])
    await expect(companies.create({}, { controlToken })).rejects.toMatchObject(rejection);
  const { data } = await companies.create({}, { controlToken: CONTROL_TOKEN });
  expect(data).toHaveProperty("privateKey");
  await shop.control.clock.advance({ days: 1 });
  expect((await shop.pay("pix")).createdAt).toBe("2026-03-03T12:00:00.000Z");
});
