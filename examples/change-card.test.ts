import { expect, test } from "centavo/testing/vitest";
import { changeCard } from "./change-card.ts";
import { maria, mariasCard } from "./people.ts";

test("a changed card pays the rest of the subscription, which ends as before", async ({
  centavo,
  control,
  clock,
}) => {
  const { firstName, lastName, email, document } = maria;
  const { data: customer } = await control.customers.create({
    firstName,
    lastName,
    email,
    document,
    phoneNumber: "+5511987654321",
    birthdate: "1990-05-17",
  });
  const customerId = customer.id;
  const declined = { ...mariasCard, cardNumber: "4000000000000028" };
  const { data: oldCard } = await centavo.cards.tokenize({ customerId, ...declined });
  const { data: newCard } = await centavo.cards.tokenize({ customerId, ...mariasCard });
  const { data: subscription } = await control.subscriptions.create({
    customerId,
    cardId: oldCard.id,
    title: "Plano mensal",
    amount: 4990,
    frequency: 30,
    duration: 2,
    dueDate: "2026-03-10",
  });

  await changeCard(centavo, subscription.id, newCard.id);
  await clock.advance({ days: 90 });

  await expect(centavo.subscriptions.get(subscription.id)).toHaveStatus("EXPIRED");
  const { data: charges } = await centavo.payments.list({ subscriptionId: subscription.id });
  expect(charges.map(({ status }) => status)).toEqual(["SUCCEEDED", "SUCCEEDED"]);
});
