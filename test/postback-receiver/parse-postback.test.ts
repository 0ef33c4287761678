import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { parsePostback } from "../../src/postback-receiver/read-postback.ts";
import { openShop } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";
import { receive } from "../sandbox/receiver.ts";

const schema = JSON.parse(readFileSync("generated/postback.schema.json", "utf8"));
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
formats.default(ajv);
const fits = ajv.compile(schema);

const ID = "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d";

/** The values that each field is tried with. */
const VALUES = [
  ...[undefined, null, 42, {}, [], "", "payment", "withdrawal", "toString", "2026-03-02"],
  ...["2026-03-02T12:00:00.000Z", "2026-13-02T12:00:00.000Z"],
  ...[ID, `${ID}/..`, `${ID}\n`, ID.toUpperCase(), ID.slice(0, 8)],
];

/** Of a payment and of a withdrawal, as the sandbox sends them. */
async function sentPostbacks() {
  const shop = await openShop();
  const { url: postbackUrl, arrived, deliveries } = await receive();
  const { id } = await shop.pay("pix", { billingData: { postbackUrl } });
  await shop.decide(id, "PAID");
  const order = body("withdrawals.create", "pix", { amount: 100, postbackUrl });
  await shop.control.withdrawals.create(order);
  await arrived(3);
  return deliveries.map((delivery) => delivery.body);
}

const parses = (postback: unknown) => {
  try {
    return Boolean(parsePostback(JSON.stringify(postback)));
  } catch {
    return false;
  }
};

test("each field that is read is checked as the contract's schema does", async () => {
  const accepted = new Set<string>();
  for (const sent of await sentPostbacks()) {
    const { type, eventId, occurredAt } = sent;
    expect(parsePostback(sent)).toEqual({ type, eventId, occurredAt, id: sent.data.id });
    for (const value of VALUES) {
      const changed = {
        eventId: { ...sent, eventId: value },
        occurredAt: { ...sent, occurredAt: value },
        data: { ...sent, data: value },
        id: { ...sent, data: { ...sent.data, id: value } },
      };
      for (const [field, postback] of Object.entries(changed)) {
        expect([field, value, parses(postback)]).toEqual([field, value, fits(postback)]);
        if (fits(postback)) accepted.add(field);
      }
      if (value === "payment" || value === "withdrawal") continue;
      expect([value, parses({ ...sent, type: value })]).toEqual([value, false]);
    }
  }
  expect([...accepted].sort()).toEqual(["eventId", "id", "occurredAt"]);
});
