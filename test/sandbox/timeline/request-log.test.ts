import { expect, test } from "vitest";
import { NOBODY, openShop, type Shop } from "../company-fixture.ts";
import { shownError } from "../contract-examples.ts";

const list = async ({ control }: Shop) => (await control.requests.list()).data;

test("a request is logged with its status, query and time", async () => {
  const shop = await openShop();
  await shop.control.clock.advance({ seconds: 60 });
  await shop.centavo.payments.list({ status: "PENDING", page: 2 });
  expect((await list(shop))[0]).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    at: "2026-03-02T12:01:00.000Z",
    method: "GET",
    path: "/payments",
    operationId: "payments.list",
    status: 200,
    reasons: [],
    query: { status: "PENDING", page: "2" },
    subaccountId: null,
    body: null,
    response: expect.objectContaining({ data: [] }),
    duration: expect.closeTo(499, -3),
  });
});

test("a request for a subaccount is logged with the subaccount's id", async () => {
  const shop = await openShop();
  const subaccountId = await shop.subaccount();
  await shop.centavo.withdrawals.list({}, { subaccountId: subaccountId.toUpperCase() });
  await shop.centavo.bankAccounts.list({}, { subaccountId: NOBODY }).catch(() => {});
  const shown = [
    { operationId: "bankAccounts.list", status: 404, subaccountId: NOBODY },
    { operationId: "withdrawals.list", status: 200, subaccountId },
  ];
  expect((await list(shop)).slice(0, 2)).toMatchObject(shown);
  const { data } = await shop.control.events.list({ type: "request.completed", limit: 2 });
  expect(data).toMatchObject(shown.map((each) => ({ data: each })));
});

test.each([
  ["/withdrawals", "sandbox_private_0123456789abcdef", 400],
  ["/payments", NOBODY, 200],
])("GET %s for the subaccount %s is logged without one", async (path, id, status) => {
  const shop = await openShop();
  const token = await shop.token();
  await shop.send("GET", path, { token, headers: { "x-subaccount-id": id } });
  const [request] = await list(shop);
  expect(request).toMatchObject({ status, subaccountId: null });
  expect(JSON.stringify(request)).not.toContain(id);
});

test("a rejected request is logged with the reasons, or with the name of the contract's error", async () => {
  const shop = await openShop();
  const { centavo } = shop;
  const headers = { "content-type": "application/json" };
  await shop.pay("card", { billingData: { amount: 0 } }).catch(() => {});
  await shop.pay("card", { cardData: { cardNumber: "4111111111111112" } }).catch(() => {});
  await centavo.payments.get(NOBODY).catch(() => {});
  await shop.send("POST", "/payments", { token: await shop.token(), headers, body: "{secret" });
  const { status: notFound } = shownError("payments.get", "PaymentNotFound");
  expect((await list(shop)).toReversed()).toMatchObject([
    { status: 400, reasons: ["billingData.amount must not be less than 1"] },
    { status: 400, reasons: [expect.stringContaining("cartão")] },
    { status: notFound, path: `/payments/${NOBODY}`, reasons: ["PaymentNotFound"] },
    { status: 400, body: null, reasons: ["the body must be valid JSON"] },
  ]);
});

test("a very long body is logged by its length only, and a long query as an object", async () => {
  const shop = await openShop();
  const [firstName, lastName] = ["x".repeat(10_000), "y".repeat(10_000)];
  await shop.pay("pix", { customerData: { firstName, lastName } });
  await shop.centavo.subscriptions.list({ title: "x".repeat(12_000) });
  const [listed, paid] = await list(shop);
  expect(paid?.body).toMatch(/^2\d{4} characters$/);
  expect(listed?.query).toBeTypeOf("object");
});
