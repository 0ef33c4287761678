import { describe, expect } from "vitest";
import { httpMethodOf, requestExamples } from "../../../src/contract/operations.ts";
import { routes } from "../../../src/sandbox/contract-facts/index.ts";
import { openShop, type Shop, test } from "../company-fixture.ts";
import { body, changed, type OperationName, operationsById } from "../contract-examples.ts";

const WRONG = { CPF: "39053344706", CNPJ: "12ABC34501DE53" };

/** The fields of tax ids. The contract's examples have correct ones. */
const fields = [...routes.service, ...routes.control].flatMap(({ id, body }) =>
  (body?.taxIds ?? []).map(({ path, expected }) => ({ id, name: path.join("."), path, expected })),
);

/** Sends the first body of an operation that the contract shows, with some fields changed. */
async function send(shop: Shop, id: string, change: object) {
  const operation = operationsById.get(id as OperationName);
  if (!operation) throw new Error(`No contract has ${id}.`);
  const { data: known } = await shop.centavo.customers.list();
  const customer = known[0] ?? (await shop.customer({ document: "52998224725" }));
  const path = operation.pathItem.key.replace("{customerId}", customer.id);
  const json = changed(requestExamples(operation)[0]?.at("value").value, change);
  const token = await shop.token();
  return shop.send(httpMethodOf(operation).toUpperCase(), path, { token, json });
}

describe("a company that checks tax ids", () => {
  test.for(fields)("refuses wrong check digits in $name of $id", async (field, { shop }) => {
    const { id, name, path, expected } = field;
    const kinds = expected.split(" or ") as (keyof typeof WRONG)[];
    const change = (value: string) =>
      path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;
    const strict = await openShop({ checkTaxIds: true });
    for (const kind of kinds) {
      const message = [`${name} is no ${expected} with correct check digits`];
      expect(await send(strict, id, change(WRONG[kind]))).toMatchObject({
        ...{ status: 400, body: { data: { message } } },
      });
    }
    expect((await send(strict, id, {})).status).toBe(200);
    expect((await send(shop, id, change(WRONG[kinds[0] ?? "CPF"]))).status).toBe(200);
  });

  test("stores nothing, repeats no value, and sends no warning that it was accepted", async () => {
    const shop = await openShop({ checkTaxIds: true });
    const json = body("payments.create", "pix", { customerData: { document: WRONG.CPF } });
    const refused = await shop.send("POST", "/payments", { token: await shop.token(), json });
    expect(refused.status).toBe(400);
    expect(refused.headers.has("x-sandbox-warning")).toBe(false);
    expect(JSON.stringify(refused.body)).not.toContain(WRONG.CPF);
    expect((await shop.centavo.payments.list()).meta.total).toBe(0);
    expect((await shop.centavo.customers.list()).meta.total).toBe(0);
  });
});
