import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { PaymentStatus } from "../../src/client/index.ts";
import { readAssumptionChecks } from "../../src/contract/read-bundled-contract.ts";
import { verifyTraffic } from "../../src/verify/traffic/verify-traffic.ts";
import { type Shop, test } from "../sandbox/company-fixture.ts";
import { service } from "../sandbox/contract-examples.ts";

const WAITING_CARD = { cardData: { cardNumber: "4000000000000036" } };

/** How a payment comes to its first status, and what happens to it then. */
const HISTORIES: { example: string; change?: object; statuses: PaymentStatus[] }[] = [
  { example: "pix", statuses: ["PAID"] },
  { example: "billet", statuses: ["CANCELED"] },
  { example: "card", change: WAITING_CARD, statuses: ["SUCCEEDED"] },
  { example: "card", change: WAITING_CARD, statuses: ["FAILED"] },
  { example: "card", statuses: ["DISPUTED", "SUCCEEDED"] },
  { example: "card", statuses: ["DISPUTED", "CHARGEBACK"] },
];

/** What `centavo events --json` prints after an application has read each status of some payments. */
async function recordHistories(shop: Shop): Promise<string> {
  for (const { example, change, statuses } of HISTORIES) {
    const { id } = await shop.pay(example, change);
    await shop.payment(id);
    for (const status of statuses) {
      await shop.decide(id, status);
      await shop.payment(id);
    }
  }
  const events = await shop.events({ type: "request.completed" });
  return events.map((event) => `${JSON.stringify(event)}\n`).join("");
}

async function verify(traffic: string) {
  const folder = mkdtempSync(join(tmpdir(), "centavo-verify-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "events.ndjson");
  writeFileSync(file, traffic);
  return verifyTraffic(file, service, readAssumptionChecks(), "https://pay.example");
}

/** The places of the payment statuses' transitions with one of these verdicts. */
function transitions({ verdicts }: Awaited<ReturnType<typeof verify>>, verdict: string) {
  return verdicts
    .filter(
      (each) => each.verdict === verdict && /PaymentStatus\/x-t/.test(each.assumption.pointer),
    )
    .map(({ assumption }) => assumption.where.replace("PaymentStatus: ", ""));
}

test("recorded traffic shows what becomes of a payment", async ({ shop }) => {
  const result = await verify(await recordHistories(shop));
  expect(result.verdicts.filter(({ verdict }) => verdict === "contradicted")).toEqual([]);
  expect(transitions(result, "held").sort()).toEqual(
    [
      "creation to PENDING (pix)",
      "PENDING to SUCCEEDED (card)",
      "PENDING to FAILED (card)",
      "PENDING to PAID (billet, pix)",
      "PENDING to CANCELED (billet, pix)",
      "SUCCEEDED to DISPUTED (card)",
      "DISPUTED to SUCCEEDED (card)",
      "DISPUTED to CHARGEBACK (card)",
    ].sort(),
  );
});

test.for([
  ["PAID", "SUCCEEDED", "PENDING → SUCCEEDED", ["PENDING to PAID (billet, pix)"]],
  ["CHARGEBACK", "REVERSED", "DISPUTED → REVERSED", ["DISPUTED to CHARGEBACK (card)"]],
] as const)(
  "%s, if a service calls it %s, is a new change and contradicts nothing",
  async ([is, called, change, missing], { shop }) => {
    const traffic = await recordHistories(shop);
    const result = await verify(traffic.replaceAll(`"status":"${is}"`, `"status":"${called}"`));
    expect(transitions(result, "contradicted")).toEqual([]);
    expect(transitions(result, "not reached")).toEqual(expect.arrayContaining([...missing]));
    expect(result.novelties).toContainEqual(
      expect.objectContaining({ kind: "change", value: change }),
    );
  },
);

test("a recording without a request to the service says so", async () => {
  const log = { entries: [{ request: { method: "GET", url: "https://cdn.example/x.js" } }] };
  await expect(verify(JSON.stringify({ log }))).rejects.toThrow(
    "nothing in it can be checked: another address (1)",
  );
  await expect(verify('{"type":"clock.advanced"}')).rejects.toThrow(
    "nothing in it can be checked: it has no request",
  );
});
