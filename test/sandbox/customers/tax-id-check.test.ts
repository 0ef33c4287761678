import { describe, expect, test } from "vitest";
import { routes } from "../../../src/sandbox/openapi/index.ts";
import { expectError, openShop, type Shop } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";

const WRONG = { CPF: "39053344706", CNPJ: "12ABC34501DE53" };

/** The fields of tax ids, with a request that sets them. The contract's example has a correct one. */
const requests: Record<string, (shop: Shop, change: object) => Promise<unknown>> = {
  "payments.create": (shop, change) => shop.centavo.payments.create(pix(change)),
  "customers.create": (shop, change) =>
    shop.control.customers.create(body("customers.create", "customer", change)),
  "customers.update": async (shop, change) => {
    const { data: known } = await shop.centavo.customers.list();
    const { id } = known[0] ?? (await shop.customer());
    return shop.centavo.customers.update(id, { document: "52998224725", ...change });
  },
  "subaccounts.createPf": (shop, change) =>
    shop.centavo.subaccounts.createPf(body("subaccounts.createPf", "pf", change)),
  "subaccounts.createPj": (shop, change) =>
    shop.centavo.subaccounts.createPj(body("subaccounts.createPj", "pj", change)),
  "bankAccounts.create": (shop, change) =>
    shop.centavo.bankAccounts.create(body("bankAccounts.create", "checking", change)),
};

function pix(change: object) {
  return body("payments.create", "pix", change);
}

const fields = [...routes.service, ...routes.control].flatMap(({ id, body }) =>
  (body?.taxIds ?? []).map(({ path, kinds }) => ({ id, name: path.join("."), path, kinds })),
);

describe("a company that checks tax ids", () => {
  test.each(fields)(
    "refuses wrong check digits in $name of $id",
    async ({ id, name, path, kinds }) => {
      const shop = await openShop({ checkTaxIds: true });
      const send = requests[id] ?? (() => Promise.reject(new Error(`No request calls ${id}.`)));
      const change = (value: string) =>
        path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;
      for (const kind of kinds)
        await expectError(send(shop, change(WRONG[kind])), {
          status: 400,
          messages: [`${name} must be a ${kinds.join(" or ")} with correct check digits`],
        });
      await expect(send(shop, {})).resolves.toBeDefined();
      const other = await openShop();
      await expect(send(other, change(WRONG[kinds[0] ?? "CPF"]))).resolves.toBeDefined();
    },
  );

  test("stores nothing, repeats no value, and sends no warning that it was accepted", async () => {
    const shop = await openShop({ checkTaxIds: true });
    const token = await shop.token();
    const json = pix({ customerData: { document: WRONG.CPF } });
    const refused = await shop.send("POST", "/payments", { token, json });
    expect(refused.status).toBe(400);
    expect(refused.headers.has("x-sandbox-warning")).toBe(false);
    expect(JSON.stringify(refused.body)).not.toContain(WRONG.CPF);
    expect((await shop.centavo.payments.list()).meta.total).toBe(0);
    expect((await shop.centavo.customers.list()).meta.total).toBe(0);
  });

  test("still checks them after a reset", async () => {
    const shop = await openShop({ checkTaxIds: true });
    await shop.control.company.reset();
    const paid = shop.pay("pix", { customerData: { document: WRONG.CPF } });
    await expectError(paid, { status: 400 });
  });
});
