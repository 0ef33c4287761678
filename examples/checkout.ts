// A shop: its buyer pays by card, by stored card, PIX and billet, and wants her money back.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type Centavo, createCentavo, ServiceError } from "centavo";
import { type PostbackBody, startSandbox } from "centavo/sandbox";
import { maria, mariasCard } from "./people.ts";
import { reais } from "./reais.ts";

// What an integration keeps.

/** Whoever has paid once is a customer, who can have stored cards. */
async function storeCard(centavo: Centavo): Promise<string> {
  for await (const { id: customerId, document } of centavo.customers.list()) {
    if (document !== maria.document) continue;
    return (await centavo.cards.tokenize({ customerId, ...mariasCard })).data.id;
  }
  throw new Error("She has not bought anything yet.");
}

/** What became of it: the new status, or why it is refused. */
async function refund(centavo: Centavo, transactionId: string): Promise<string> {
  try {
    return (await centavo.payments.refund({ transactionId })).data.status;
  } catch (error) {
    if (error instanceof ServiceError) return `refused, ${error.messages.join(", ")}`;
    throw error;
  }
}

/** A postback is only a hint: the payment is read again, and one that came before is passed over. */
function receivePostbacks(centavo: Centavo): Server {
  const known = new Set<string>();
  return createServer(async (request, response) => {
    const { eventId, data } = (await json(request)) as PostbackBody;
    if (!known.has(eventId)) {
      const { data: payment } = await centavo.payments.get(data.id);
      console.log(`  postback: the ${payment.paymentMethod} is ${payment.status}`);
      known.add(eventId);
    }
    response.writeHead(204).end();
  });
}

// What belongs to the sandbox: it is the service here, and its controls are the buyer's bank.

const sandbox = await startSandbox({ clock: "2026-03-02T12:00:00Z", seed: "checkout" });
const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });
const receiver = receivePostbacks(centavo).listen(0, "127.0.0.1");
await once(receiver, "listening");
const postbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/postbacks`;

const { data: byCard } = await centavo.payments.create({
  paymentType: "card",
  billingData: { amount: 14970, installments: 3 },
  customerData: maria,
  cardData: mariasCard,
});
console.log(`${reais(byCard.amount)} by card, in 3 instalments: ${byCard.status}`);

const { data: byStoredCard } = await centavo.payments.create({
  paymentType: "tokenizedCard",
  billingData: { amount: 4990, installments: 1 },
  customerData: maria,
  tokenizedCardId: await storeCard(centavo),
});
console.log(`${reais(byStoredCard.amount)} by the same card, stored: ${byStoredCard.status}`);

for (const paymentType of ["pix", "billet"] as const) {
  const billingData = { amount: 8900, postbackUrl };
  const order = { paymentType, billingData, customerData: maria };
  const { data: payment } = await centavo.payments.create(order);
  console.log(`${reais(payment.amount)} by ${paymentType}: ${payment.status}`);
  // Postbacks come when they come; this waits until they have.
  await sandbox.settled();
  await sandbox.control.payments.setStatus(payment.id, { status: "PAID" });
  await sandbox.settled();
  console.log(`  a refund of the ${paymentType}: ${await refund(centavo, payment.id)}`);
}
console.log(`A refund of ${reais(byCard.amount)}: ${await refund(centavo, byCard.id)}`);
console.log(`Once more: ${await refund(centavo, byCard.id)}`);

receiver.close();
await sandbox.close();
