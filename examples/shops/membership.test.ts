import { expect, test } from "centavo/testing/vitest";
import { maria, mariasCard } from "../people.ts";
import { type Charge, createMembership } from "./membership.ts";

test("a member may enter for the days that are paid, also after the end", async ({
  centavo,
  control,
  clock,
}) => {
  const rows = new Map<string, Charge>();
  const { update, mayEnter } = createMembership(centavo, {
    save: async (charge) => void rows.set(charge.id, charge),
    of: async (id) => [...rows.values()].filter(({ subscriptionId }) => subscriptionId === id),
  });
  const { firstName, lastName, email, document } = maria;
  const person = { firstName, lastName, email, document, phoneNumber: "+5511987654321" };
  const { data: customer } = await control.customers.create({ ...person, birthdate: "1990-05-17" });
  const customerId = customer.id;
  const { data: card } = await centavo.cards.tokenize({ customerId, ...mariasCard });
  const terms = { title: "Plano mensal", amount: 4990, frequency: 30, dueDate: "2026-03-10" };
  const { data: created } = await control.subscriptions.create({
    ...{ customerId, cardId: card.id },
    ...terms,
  });
  const { data: subscription } = await centavo.subscriptions.get(created.id);
  const mayEnterOn = (day: string) => mayEnter(subscription, new Date(`${day}T15:00:00Z`));

  await clock.advance({ to: "2026-03-11T15:00:00Z" });
  expect(await mayEnterOn("2026-03-11")).toBe(false);
  await update(subscription.id);
  expect(await mayEnterOn("2026-03-11")).toBe(true);

  await centavo.subscriptions.cancel(subscription.id);
  await clock.advance({ days: 60 });
  await update(subscription.id);
  expect(await mayEnterOn("2026-04-08")).toBe(true);
  expect(await mayEnterOn("2026-04-10")).toBe(false);
});
