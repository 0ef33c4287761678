import { expect } from "vitest";
import { expectError, type Shop, START, test } from "../company-fixture.ts";
import { body, shownError, shownMessage } from "../contract-examples.ts";

const pf = body("subaccounts.createPf", "pf");
const pj = body("subaccounts.createPj", "pj");
const kinds = [
  { companyType: "PF", asked: pf, create: ({ centavo }: Shop) => centavo.subaccounts.createPf(pf) },
  { companyType: "PJ", asked: pj, create: ({ centavo }: Shop) => centavo.subaccounts.createPj(pj) },
] as const;

test.for(kinds)(
  "a $companyType is shown by creation, a read and a list",
  async (kind, { shop }) => {
    const { companyType, asked, create } = kind;
    const { data: created, message } = await create(shop);
    const { id } = created;
    expect(created).toEqual({ ...asked, id: expect.any(String), status: "PENDING" });
    expect(message).toBe(shownMessage("subaccounts.createPf"));

    // Only the creation shows the bank account, and not the type.
    const { accountBank: _, ...details } = asked;
    const createdAt = new Date(START).toISOString();
    const shown = { ...details, status: "PENDING", createdAt, companyType };
    expect(await shop.centavo.subaccounts.get(id)).toEqual({
      data: { ...shown, id },
      message: shownMessage("subaccounts.get"),
    });
    expect(await shop.centavo.subaccounts.list()).toEqual({
      data: [shown],
      meta: { total: 1, page: 1, limit: 10, totalPages: 1 },
      message: shownMessage("subaccounts.list"),
    });
  },
);

const cpf = pf.juridicDataPartner.cpf;
const cnpj = pj.juridicLegalData.cnpj;

test("a list is narrowed by type and document, with any punctuation", async ({ shop }) => {
  for (const { create } of kinds) await create(shop);
  for (const [query, found] of [
    [{}, ["PJ", "PF"]],
    [{ document: cpf.replace(/(...)(...)(...)(..)/, "$1.$2.$3-$4") }, ["PF"]],
    [{ document: cnpj.replace(/(..)(...)(...)(....)(..)/, "$1.$2.$3/$4-$5") }, ["PJ"]],
    [{ document: cnpj.toLowerCase() }, ["PJ"]],
    [{ companyType: "PJ", document: cnpj }, ["PJ"]],
    [{ companyType: "PF", document: cnpj }, []],
  ] as const) {
    const { data } = await shop.centavo.subaccounts.list(query);
    expect(
      data.map(({ companyType }) => companyType),
      JSON.stringify(query),
    ).toEqual(found);
  }
});

test("deleting a subaccount returns its id, and removes it once", async ({ shop }) => {
  const id = await shop.subaccount();
  const { data, message } = await shop.centavo.subaccounts.delete(id.toUpperCase());
  expect(data).toEqual({ sellerUnicId: id });
  expect(message).toBe(shownMessage("subaccounts.delete"));
  await expectError(shop.centavo.subaccounts.get(id), { status: 404 });
  expect((await shop.centavo.subaccounts.list()).meta.total).toBe(0);
  const expected = shownError("subaccounts.delete", "SubaccountNotFoundOnDelete");
  expect(expected).toMatchObject({ status: 400, body: { data: { returnCode: -2800 } } });
  await expectError(shop.centavo.subaccounts.delete(id), expected);
});
