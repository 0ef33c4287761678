import { expect, test } from "vitest";
import { readAssumptionChecks } from "../../src/contract/read-bundled-contract.ts";
import { planRequests } from "../../src/verify/plan/plan-requests.ts";
import { Verification } from "../../src/verify/verdicts.ts";
import { service } from "../sandbox/contract-examples.ts";

const checks = readAssumptionChecks();
const planned = planRequests({ contract: service, checks, write: true });
const PIX = "PixPaymentCreate";
const TOKEN = "TokenizedCardPaymentCreate";

/** The verdicts after the service has accepted the examples of payments, but for one, which it refuses with a message. */
function verdicts(refused: string, status: number, message: string, others = 200) {
  const verification = new Verification(service, checks);
  const payments = planned.filter(({ as }) => as?.startsWith("payments.create."));
  for (const { operation, example, as, ...probe } of payments) {
    const isRefused = as === `payments.create.${refused}`;
    const isCard = as === "payments.create.card";
    const exchange = { operation, path: {}, query: {}, requestBody: example, probe };
    verification.observe(
      isRefused || (!isCard && others !== 200)
        ? { ...exchange, status, body: { data: { message, statusCode: status } } }
        : { ...exchange, status: 200, body: {} },
    );
  }
  const result = verification.result(() => "").verdicts;
  return new Map(
    result.map(({ assumption, verdict }) => [assumption.pointer.split("/").at(-1), verdict]),
  );
}

test.each([
  ["pix", 422, "amount exceeds what paymentType pix allows", PIX],
  ["pix", 422, "billingData.amount must be at least 5000", PIX],
  ["pix", 400, "paymentType pix is not enabled", PIX],
  ["pix", 400, "paymentType not available for your account", PIX],
  ["pix", 400, "Pix is not enabled", PIX],
  ["card", 400, "cardData.cardNumber is no test card", "CardPaymentCreate"],
  ["tokenizedCard", 422, "amount must be at least 5000", TOKEN],
  ["tokenizedCard", 422, "tokenizedCardId: stored cards are not enabled", TOKEN],
])(
  "an example of %s that is refused with %i for a value or an account decides nothing: %s",
  (...row) => {
    const [refused, status, message, form] = row;
    const found = verdicts(refused, status, message);
    expect([found.get(form), found.get("PaymentCreate")]).toEqual(["not reached", "held"]);
  },
);

test.each([
  ["pix", "paymentType must be one of: card, billet", PIX, "contradicted"],
  ["tokenizedCard", "tokenizedCardId should not exist, cardToken should", TOKEN, "held"],
])("an example of %s that is refused for its form contradicts that: %s", (...row) => {
  const [refused, message, form, ofAll] = row;
  const found = verdicts(refused, 400, message);
  expect([found.get(form), found.get("PaymentCreate")]).toEqual(["contradicted", ofAll]);
});

test("a payment by card, which is stated, shows neither the other values nor what is required", () => {
  const found = verdicts("pix", 403, "not allowed", 403);
  expect(found.get("PaymentCreate")).toBe("not reached");
  expect(found.get("CardPaymentCreate")).toBe("not reached");
});
