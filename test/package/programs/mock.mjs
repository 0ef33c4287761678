import { createCentavo } from "centavo";
import { startMock } from "centavo/mock";

const mock = await startMock();
const centavo = createCentavo({ baseUrl: mock.url, publicKey: "any", privateKey: "any" });
const { data: payment } = await centavo.payments.get("c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d");
await mock.close();

console.log(payment.amount);
