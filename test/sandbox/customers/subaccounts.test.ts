import { expect } from "vitest";
import {
  documents,
  expectError,
  NOBODY,
  openShop,
  type Shop,
  START,
  test,
} from "../company-fixture.ts";
import { body, shownError, shownMessage } from "../contract-examples.ts";

const pf = body("subaccounts.createPf", "pf");
const pj = body("subaccounts.createPj", "pj");
const kinds = [
  { companyType: "PF", asked: pf, create: ({ centavo }: Shop) => centavo.subaccounts.createPf(pf) },
  { companyType: "PJ", asked: pj, create: ({ centavo }: Shop) => centavo.subaccounts.createPj(pj) },
] as const;

test.each(kinds)(
  "creating a $companyType shows its bank account, and not its type",
  async ({ asked, create }) => {
    const { data, message } = await create(await openShop());
    expect(data).toEqual({ ...asked, id: expect.any(String), status: "PENDING" });
    expect(message).toBe(shownMessage("subaccounts.createPf"));
  },
);

test.for(kinds)(
  "reading a $companyType shows its type and time, and not its bank account",
  async ({ companyType, asked, create }, { shop }) => {
    const { id } = (await create(shop)).data;
    const { accountBank: _, ...details } = asked;
    const { data, message } = await shop.centavo.subaccounts.get(id);
    const createdAt = new Date(START).toISOString();
    expect(data).toEqual({ ...details, id, status: "PENDING", createdAt, companyType });
    expect(message).toBe(shownMessage("subaccounts.get"));
  },
);

test.for(kinds)(
  "a list shows a $companyType as a read does, without its id",
  async ({ create }, { shop }) => {
    const { id } = (await create(shop)).data;
    const { id: _, ...read } = (await shop.centavo.subaccounts.get(id)).data;
    expect(await shop.centavo.subaccounts.list()).toEqual({
      data: [read],
      meta: { total: 1, page: 1, limit: 10, totalPages: 1 },
      message: shownMessage("subaccounts.list"),
    });
  },
);

const cpf = pf.juridicDataPartner.cpf;
const cnpj = pj.juridicLegalData.cnpj;
const filters = [
  { query: {}, found: ["PJ", "PF"] },
  { query: { companyType: "PF" }, found: ["PF"] },
  { query: { companyType: "PJ" }, found: ["PJ"] },
  { query: { document: cpf }, found: ["PF"] },
  { query: { document: cpf.replace(/(...)(...)(...)(..)/, "$1.$2.$3-$4") }, found: ["PF"] },
  { query: { document: cnpj }, found: ["PJ"] },
  {
    query: { document: cnpj.replace(/(..)(...)(...)(....)(..)/, "$1.$2.$3/$4-$5") },
    found: ["PJ"],
  },
  { query: { document: cnpj.toLowerCase() }, found: ["PJ"] },
  { query: { document: documents.cnpj }, found: [] },
  { query: { companyType: "PJ", document: cnpj }, found: ["PJ"] },
  { query: { companyType: "PF", document: cnpj }, found: [] },
] as const;

test.for(filters)("a list by $query has $found", async ({ query, found }, { shop }) => {
  for (const { create } of kinds) await create(shop);
  const { data, meta } = await shop.centavo.subaccounts.list(query);
  expect(data.map(({ companyType }) => companyType)).toEqual(found);
  expect(meta.total).toBe(found.length);
});

test("a list comes a page at a time", async ({ shop }) => {
  for (const { create } of kinds) await create(shop);
  const { data, meta } = await shop.centavo.subaccounts.list({ page: 2, limit: 1 });
  expect(data.map(({ companyType }) => companyType)).toEqual(["PF"]);
  expect(meta).toEqual({ total: 2, page: 2, limit: 1, totalPages: 2 });
});

test("an unknown subaccount is not found", async ({ shop: { centavo } }) => {
  await expectError(
    centavo.subaccounts.get(NOBODY),
    shownError("subaccounts.get", "SubaccountNotFound"),
  );
});

test("deleting a subaccount returns its id, and removes it", async ({ shop }) => {
  const id = await shop.subaccount();
  const { data, message } = await shop.centavo.subaccounts.delete(id.toUpperCase());
  expect(data).toEqual({ sellerUnicId: id });
  expect(message).toBe(shownMessage("subaccounts.delete"));
  await expectError(shop.centavo.subaccounts.get(id), { status: 404 });
  expect((await shop.centavo.subaccounts.list()).meta.total).toBe(0);
});

test("deleting an unknown subaccount is rejected with status 400 and -2800", async ({ shop }) => {
  const expected = shownError("subaccounts.delete", "SubaccountNotFoundOnDelete");
  expect(expected).toMatchObject({ status: 400, body: { data: { returnCode: -2800 } } });
  await expectError(shop.centavo.subaccounts.delete(NOBODY), expected);
  const id = await shop.subaccount();
  await shop.centavo.subaccounts.delete(id);
  await expectError(shop.centavo.subaccounts.delete(id), expected);
});
