import { readFileSync } from "node:fs";
import { createCentavo } from "centavo";
import contract from "centavo/openapi.json" with { type: "json" };

const centavo = createCentavo({
  baseUrl: "http://127.0.0.1:4010",
  publicKey: "pk_test",
  privateKey: "sk_test",
});
const { data: payment } = await centavo.payments.get("c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d");
const yaml = readFileSync(new URL(import.meta.resolve("centavo/openapi.yaml")), "utf8");

console.log(
  JSON.stringify({
    amount: payment.amount,
    brand: payment.cardDetails.brand,
    json: contract.info.title,
    yaml: /title: (.+)/.exec(yaml)[1],
  }),
);
