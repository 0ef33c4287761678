import { createCentavo, isReturnCode, type Payment, ServiceError } from "centavo";
import contract from "centavo/openapi.json" with { type: "json" };
import { createPostbackReceiver } from "centavo/postbacks";
import type { operations } from "centavo/types";

const centavo = createCentavo({
  baseUrl: "http://127.0.0.1:4010",
  publicKey: "pk_test",
  privateKey: "sk_test",
});

type PaymentId = operations["payments.get"]["parameters"]["path"]["paymentId"];
const paymentId: PaymentId = "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d";

async function read(): Promise<Payment | undefined> {
  try {
    return (await centavo.payments.get(paymentId)).data;
  } catch (error) {
    if (isReturnCode(error, "PaymentNotFound")) return undefined;
    throw error instanceof ServiceError ? error.messages : error;
  }
}

function describe(payment: Payment): string {
  switch (payment.paymentMethod) {
    case "card":
      return payment.cardDetails.brand;
    case "pix":
      return payment.pixDetails.brCode;
    case "billet":
      return payment.billetDetails.digitableLine;
  }
}

const payment = await read();
if (payment === undefined) throw new Error("the payment is not there");

// The receiver signs, verifies, reads a body and answers on this platform too.
const received: string[] = [];
const postbacks = createPostbackReceiver({
  centavo,
  url: "https://shop.example/postbacks",
  secret: "0123456789abcdef0123456789abcdef",
  onPayment: ({ status }, { reference }) => received.push(`${reference} ${status}`),
  onError() {},
});
async function post(postbackUrl: string, body: object): Promise<number> {
  const request = new Request(postbackUrl, { method: "POST", body: JSON.stringify(body) });
  return (await postbacks.fetch(request)).status;
}
const signed = await postbacks.urlFor("1042");
const postback = {
  eventId: paymentId,
  occurredAt: payment.updatedAt,
  type: "payment",
  data: { id: paymentId },
};
const statuses = [
  await post(signed.replace("1042", "1043"), postback),
  await post(signed, {}),
  // The payment has another URL.
  await post(signed, postback),
];
if (statuses.join() !== "401,400,403") throw new Error(`the receiver answers ${statuses}`);

// Were the types lost on the way, all of these would compile.
// @ts-expect-error: an amount is a number
export const amount: string = payment.amount;
// @ts-expect-error: there is no such operation
export type Unknown = operations["payments.delete"];
// @ts-expect-error: a title is a string
export const title: number = contract.info.title;
// @ts-expect-error: the secret is missing
export const unsigned = () => createPostbackReceiver({ centavo, url: "", onPayment() {} });
// @ts-expect-error: the keys are missing
export const keyless = () => createCentavo({ baseUrl: "http://127.0.0.1:4010" });

console.log(
  JSON.stringify({
    amount: payment.amount,
    brand: describe(payment),
    json: contract.info.title,
  }),
);
