import { describe, expect, test } from "vitest";
import { post, statusesOf } from "../../raw-socket.ts";
import { openShop, type Shop } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";

function lists(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

function objects(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
}

/** JSON that is hard to log, to mask or to serialize. */
const values: Record<string, string> = {
  "a few lists in lists": lists(400),
  "lists as deep as some can copy": lists(1_500),
  "lists deeper than one can copy": lists(2_500),
  "lists deeper than one can write": lists(10_000),
  "lists deeper than a stack": lists(300_000),
  "objects deeper than one can copy": objects(2_500),
  "objects deeper than a stack": objects(100_000),
  "a secret of many digits": `{"securityCode":"${"7".repeat(5_199)}"}`,
  "many secrets": `[${Array.from({ length: 200 }, (_, at) => `{"cardNumber":"${at}-"}`)}]`,
  "a long text": JSON.stringify("x".repeat(900_000)),
  "many digits": JSON.stringify("4".repeat(900_000)),
  "many backslashes": JSON.stringify("\\".repeat(400_000)),
  "a long key": `{"${"k".repeat(900_000)}":1}`,
  "many keys": `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`)}}`,
  "a number of many digits": "9".repeat(900_000),
};

const payment = JSON.stringify(body("payments.create", "pix", { billingData: { amount: 1_234 } }));

/** The body of a payment with such a value in a field. */
const places: Record<string, (json: string) => string> = {
  "an unknown field": (json) => payment.replace("{", () => `{"note":${json},`),
  "a known field": (json) => payment.replace("1234", () => json),
  "a known list": (json) => payment.replace("{", () => `{"splits":${json},`),
};

async function send({ url }: Shop, token: string, json: string): Promise<number[]> {
  return statusesOf(url, post("/payments", json, `authorization: Bearer ${token}`));
}

describe.each(Object.entries(places))("in %s", (place, put) => {
  const isUnknown = place === "an unknown field";

  test.each(Object.entries(values))(
    "%s gets a response that matches the contract",
    async (_, json) => {
      const shop = await openShop();
      const token = await shop.token();
      const status = isUnknown ? 200 : 400;
      expect(await send(shop, token, put(json))).toEqual([status]);
      expect((await shop.centavo.payments.list()).meta.total).toBe(isUnknown ? 1 : 0);
      const { data } = await shop.control.requests.list();
      const operationId = "payments.create";
      expect(data).toContainEqual(expect.objectContaining({ operationId, status }));
    },
  );
});

test("a long query is logged as an object", async () => {
  const shop = await openShop();
  const token = await shop.token();
  await shop.send("GET", `/subscriptions?title=${"x".repeat(12_000)}`, { token });
  const { data } = await shop.control.requests.list();
  expect(data[0]?.query).toBeTypeOf("object");
});
