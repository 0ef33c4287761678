import { expect } from "vitest";
import { broken, expectError, test } from "../company-fixture.ts";
import { body, shownError, shownMessage } from "../contract-examples.ts";

test("a card is stored without its full number and its security code", async ({ shop }) => {
  const { id: customerId } = await shop.customer();
  const asked = body("cards.tokenize", "card", { customerId });
  const { data, message } = await shop.centavo.cards.tokenize(asked);
  const { cardNumber, securityCode, ...shown } = asked;
  expect(data).toEqual({
    ...shown,
    id: expect.any(String),
    ...{ first4Digits: cardNumber.slice(0, 4), last4Digits: cardNumber.slice(-4) },
    ...{ cardBrand: "VISA", isActive: true, isVerified: true },
    ...{ postalCodeCheck: true, securityCodeCheck: true, addressCheck: true },
  });
  expect(message).toBe(shownMessage("cards.tokenize"));
  expect(JSON.stringify(data)).not.toContain(`"${securityCode}"`);
});

test("reading a card shows when it was stored, and creating it does not", async ({ shop }) => {
  const stored = await shop.card();
  const { now } = (await shop.control.clock.get()).data;
  await shop.control.clock.advance({ days: 1 });
  expect((await shop.centavo.cards.get(stored.id)).data).toEqual({ ...stored, createdAt: now });
  expect(stored).not.toHaveProperty("createdAt");
});

test("the shortest card number shows four digits at each end too", async ({ shop }) => {
  expect(await shop.card({ cardNumber: "4222222222222" })).toMatchObject({
    ...{ first4Digits: "4222", last4Digits: "2222" },
  });
});

test("a deleted card is gone for good, and leaves the customer's others", async ({ shop }) => {
  const kept = await shop.card();
  const { id } = await shop.card({ customerId: kept.customerId });
  const { data, message } = await shop.centavo.cards.delete(id);
  expect(data.message).toBe(message);
  for (const name of ["get", "delete"] as const) {
    await expectError(shop.centavo.cards[name](id), shownError(`cards.${name}`, "CardNotFound"));
  }
  // The case of an id does not matter.
  expect((await shop.centavo.cards.get(kept.id.toUpperCase())).data).toMatchObject(kept);
});

test("a card needs its check digit, and ends with its month in São Paulo", async ({ shop }) => {
  const { id: customerId } = await shop.customer();
  const wrong = { customerId, cardNumber: "4111111111111112" };
  await expectError(shop.card(wrong), broken("CardNumberInvalid"));
  const march = { customerId, expirationMonth: "03", expirationYear: "2026" };
  await shop.control.clock.advance({ to: "2026-03-31T23:59:59-03:00" });
  await shop.card(march);
  await shop.control.clock.advance({ seconds: 1 });
  await expectError(shop.card(march), broken("CardExpired"));
});
