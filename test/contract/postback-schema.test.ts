import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { Cursor, isObject } from "../../src/contract/cursor.ts";
import { openShop } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";
import { receive } from "../sandbox/receiver.ts";

const file = createRequire(import.meta.url).resolve("centavo/postback.schema.json");
const schema = JSON.parse(readFileSync(file, "utf8"));

/** Compiled from the schema alone, in strict mode and without OpenAPI keywords. */
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
formats.default(ajv);
const fits = ajv.compile(schema);

/** The postbacks of a sandbox for each kind of payment and for a withdrawal. */
async function deliver(): Promise<object[]> {
  const shop = await openShop();
  const receiver = await receive();
  const billingData = { postbackUrl: receiver.url };
  for (const example of ["card", "cardDeclined", "pix", "billet"]) {
    await shop.pay(example, { billingData });
  }
  const { id } = await shop.pay("pix");
  await shop.decide(id, "PAID");
  const { available: amount } = await shop.balance();
  await shop.control.withdrawals.create(
    body("withdrawals.create", "pix", { amount, postbackUrl: receiver.url }),
  );
  await receiver.arrived(5);
  return receiver.deliveries.map((delivery) => delivery.body);
}

test("the schema is self-contained, with its marks: every reference leads to its own $defs", () => {
  const places = [...Cursor.root(schema).descendants()];
  const references = places.filter(({ key }) => key === "$ref").map(({ value }) => String(value));
  expect(references.length).toBeGreaterThan(10);
  const defined = Object.keys(schema.$defs).map((name) => `#/$defs/${name}`);
  expect(references.filter((reference) => !defined.includes(reference))).toEqual([]);
  expect(schema).toMatchObject({
    $schema: expect.stringContaining("2020-12"),
    $id: "urn:centavo:postback",
    $comment: expect.stringMatching(/^Assumed: /),
  });
});

test("the postbacks of a sandbox fit, but not without a field or with a value of another type", async () => {
  const delivered = await deliver();
  const types = delivered.map((each) => "type" in each && each.type);
  expect(types.sort()).toEqual([...Array(4).fill("payment"), "withdrawal"]);
  for (const each of delivered) {
    expect([fits(each), fits.errors]).toEqual([true, null]);
    for (const field of ["eventId", "occurredAt", "type", "data"]) {
      expect(fits({ ...each, [field]: undefined }), field).toBe(false);
    }
    const [, ...places] = Cursor.root(each as never).descendants();
    const accepted = places.filter((place) => fits(replaced(each, place)));
    expect(accepted.map(({ path }) => path.join("/"))).toEqual([]);
  }
});

/** A copy of a value with something of another type at a place. */
function replaced(value: object, { path, value: old }: Cursor): object {
  const copy = structuredClone(value);
  const owner = path.slice(0, -1).reduce<never>((inner, key) => inner[key], copy as never);
  (owner as Record<string, unknown>)[String(path.at(-1))] =
    isObject(old) || Array.isArray(old) ? "text" : {};
  return copy;
}
