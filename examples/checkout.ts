// A shop: the buyer pays by card, by stored card, by PIX and by billet (boleto), and asks for refunds.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Centavo, createCentavo, ServiceError } from "centavo";
import { createPostbackReceiver, type PostbackReceiver } from "centavo/postbacks";
import { startSandbox } from "centavo/sandbox";
import { maria, mariasCard } from "./people.ts";
import { reais } from "./reais.ts";

// This part would stay in an integration.

/** The first payment makes the buyer a customer, and customers can store cards. */
async function storeCard(centavo: Centavo): Promise<string> {
  for await (const { id: customerId, document } of centavo.customers.list()) {
    if (document !== maria.document) continue;
    return (await centavo.cards.tokenize({ customerId, ...mariasCard })).data.id;
  }
  throw new Error("No customer has this document yet: create a payment first.");
}

/** Returns the payment's new status, or the reason for the rejection. */
async function refund(centavo: Centavo, transactionId: string): Promise<string> {
  try {
    return (await centavo.payments.refund({ transactionId })).data.status;
  } catch (error) {
    if (error instanceof ServiceError) return `rejected, ${error.messages.join(", ")}`;
    throw error;
  }
}

/** Reports each change of a payment, once. The receiver has read the payment again. */
function receivePostbacks(centavo: Centavo, url: string): PostbackReceiver {
  return createPostbackReceiver({
    centavo,
    url,
    secret: "a long random text from your settings",
    onPayment({ paymentMethod, status }, { reference }) {
      console.log(`  postback: the ${paymentMethod} for order ${reference} is ${status}`);
    },
  });
}

// This part belongs to the sandbox, which stands in for the service and for the buyer's bank.

const sandbox = await startSandbox({ clock: "2026-03-02T12:00:00Z", seed: "checkout" });
const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });
const server = createServer().listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
const postbacks = receivePostbacks(centavo, `http://127.0.0.1:${port}/postbacks`);
server.on("request", postbacks.node);

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
console.log(`${reais(byStoredCard.amount)} by stored card: ${byStoredCard.status}`);

for (const [number, paymentType] of [
  ["1042", "pix"],
  ["1043", "billet"],
] as const) {
  const billingData = { amount: 8900, postbackUrl: await postbacks.urlFor(number) };
  const order = { paymentType, billingData, customerData: maria };
  const { data: payment } = await centavo.payments.create(order);
  console.log(`${reais(payment.amount)} by ${paymentType}: ${payment.status}`);
  // Postbacks arrive asynchronously. This waits for them.
  await sandbox.settled();
  await sandbox.control.payments.setStatus(payment.id, { status: "PAID" });
  await sandbox.settled();
  console.log(`  refund of the ${paymentType}: ${await refund(centavo, payment.id)}`);
}
console.log(`Refund of ${reais(byCard.amount)}: ${await refund(centavo, byCard.id)}`);
console.log(`Second refund: ${await refund(centavo, byCard.id)}`);

server.close();
await sandbox.close();
