// A year of a subscription: its card is declined for a few days, and it is suspended for two months.
import { type Centavo, createCentavo, type Payment } from "centavo";
import { startSandbox } from "centavo/sandbox";
import { changeCard } from "./change-card.ts";
import { craftsperson, maria, mariasCard } from "./people.ts";
import { reais } from "./reais.ts";

// This part would stay in an integration.

async function storeCard(centavo: Centavo, customerId: string, cardNumber: string) {
  const { data: card } = await centavo.cards.tokenize({ customerId, ...mariasCard, cardNumber });
  return card.id;
}

/** Returns all charges, the earliest first. */
async function history(centavo: Centavo, subscriptionId: string): Promise<Payment[]> {
  const payments: Payment[] = [];
  for await (const payment of centavo.payments.list({ subscriptionId })) payments.push(payment);
  return payments.reverse();
}

// This part belongs to the sandbox: it creates the customer and the subscription, and advances the clock.

const sandbox = await startSandbox({ clock: "2026-03-02T12:00:00Z", seed: "subscription" });
const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });
const { control } = sandbox;

/** Advances the clock to noon in São Paulo. */
const until = (day: string) => control.clock.advance({ to: `${day}T15:00:00Z` });

const { firstName, lastName, email, document } = maria;
const { data: customer } = await control.customers.create({
  firstName,
  lastName,
  email,
  document,
  phoneNumber: "+5511987654321",
  birthdate: "1990-05-17",
});
const { data: coach } = await centavo.subaccounts.createPf(
  craftsperson("Ana", "Lima", "52998224725"),
);
await control.subaccounts.setStatus(coach.id, { status: "APPROVED" });

const goodCard = await storeCard(centavo, customer.id, "4111111111111111");
const declinedCard = await storeCard(centavo, customer.id, "4000000000000028");

const { data: subscription } = await control.subscriptions.create({
  customerId: customer.id,
  cardId: goodCard,
  title: "Plano mensal",
  amount: 4990,
  setupAmount: 1000,
  frequency: 30,
  duration: 10,
  dueDate: "2026-03-10",
  tolerancePeriod: 5,
});
const { id } = subscription;
await centavo.subscriptions.addSplit({
  subscriptionId: id,
  splitType: "percentage",
  subaccountId: coach.id,
  splitPercentage: 20,
});
console.log(`${reais(subscription.amount)} every ${subscription.frequency} days, 10 times`);

await until("2026-05-01");
await changeCard(centavo, id, declinedCard);
console.log("2026-05-01  changed to a card that will be declined");
await until("2026-05-11");
await changeCard(centavo, id, goodCard);
console.log("2026-05-11  changed back to the first card");
await until("2026-07-01");
await centavo.subscriptions.suspend(id);
console.log("2026-07-01  suspended");
await until("2026-09-01");
await centavo.subscriptions.reactivate(id);
console.log("2026-09-01  reactivated");
await until("2027-03-02");
const { data: ended } = await centavo.subscriptions.get(id);
console.log(`2027-03-02  ${ended.status}`);

console.log("Charges:");
for (const { createdAt, amount, status, splits } of await history(centavo, id)) {
  const [{ liquidAmount = 0 } = {}] = splits;
  const share = status === "SUCCEEDED" ? `, ${reais(liquidAmount)} for the coach` : "";
  console.log(`  ${createdAt.slice(0, 10)}  ${reais(amount)} ${status}${share}`);
}

await sandbox.close();
