const { readFileSync } = require("node:fs");
const { createCentavo } = require("centavo");
const contract = require("centavo/openapi.json");

const centavo = createCentavo({
  baseUrl: "http://127.0.0.1:4010",
  publicKey: "pk_test",
  privateKey: "sk_test",
});
const yaml = readFileSync(require.resolve("centavo/openapi.yaml"), "utf8");

centavo.payments.get("c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d").then(({ data: payment }) =>
  console.log(
    JSON.stringify({
      amount: payment.amount,
      brand: payment.cardDetails.brand,
      json: contract.info.title,
      yaml: /title: (.+)/.exec(yaml)[1],
    }),
  ),
);
