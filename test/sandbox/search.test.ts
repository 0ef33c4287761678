import { DatabaseSync } from "node:sqlite";
import { expect, test as plainTest } from "vitest";
import { openStore } from "../../src/sandbox/store/open-store.ts";
import { FIND } from "../../src/sandbox/store/sql/search-index.ts";
import { inSqlite } from "../../src/sandbox/store/sqlite/sqlite-session.ts";
import { NOBODY, openShop, type Shop, test } from "./company-fixture.ts";
import { newFile } from "./database-file.ts";

/** What a search finds, as its types and ids. */
async function found({ control }: Shop, q: string, limit = 10): Promise<string[]> {
  const { data } = await control.search.find({ q, limit });
  return data.map(({ type, id }) => `${type} ${id}`);
}

test("payments, customers, subscriptions and subaccounts are found by what one knows of them", async ({
  shop,
}) => {
  const postbackUrl = "https://shop.example/postbacks/pedido-A1001?loja=centro";
  const pix = await shop.pay("pix", { billingData: { amount: 12_345, postbackUrl } });
  const [customer] = (await shop.centavo.customers.list()).data;
  const card = await shop.card({ customerId: customer?.id ?? "" });
  const plan = await shop.subscription({ title: "Plano Família" }, card);
  const subaccount = `subaccount ${await shop.subaccount()}`;
  const [payment, buyer] = [`payment ${pix.id}`, `customer ${customer?.id}`];
  const subscription = `subscription ${plan.id}`;
  const hers = [payment, buyer, subscription];
  const end = (id = "") => id.slice(-8);
  for (const [q, expected] of [
    ["Mária", hers],
    ["mari", hers],
    ["SOUZA", hers],
    ["maria souza", hers],
    ["souza maria", []],
    ["ria", []],
    [" maria.souza@EXAMPLE.com ", hers],
    ["maria.souza@example.co", []],
    ["39053344705", hers],
    ["390.533.447-05", hers],
    ["123,45", [payment]],
    ["R$ 123,45", [payment]],
    ["12345", [payment]],
    ["pedido-a1001", [payment]],
    ["A1001", [payment]],
    ["centro", [payment]],
    ["postbacks", []],
    ["familia", [subscription]],
    ["joao", [subaccount]],
    [`…${end(plan.id)}`, [subscription]],
    [end(pix.id).slice(-4), [payment]],
    [pix.id.toUpperCase(), [payment]],
    [end(customer?.id), [buyer, payment, subscription].toSorted()],
    ["%", []],
    ["", []],
  ] as const) {
    const all = await found(shop, q);
    const without = all.filter((each) => !each.startsWith("request "));
    expect([q, ...without.toSorted()]).toEqual([q, ...expected.toSorted()]);
  }
  expect(await found(await openShop(), "maria")).toEqual([]);
});

test("a buyer with another name than the customer with the same document is found by both", async ({
  shop,
}) => {
  const { id } = await shop.pay("pix");
  const other = await shop.pay("pix", { customerData: { firstName: "Zélia" } });
  expect(await found(shop, "zelia")).toEqual([`payment ${other.id}`]);
  expect((await found(shop, "maria", 1))[0]).toBe(`payment ${other.id}`);
  expect(await found(shop, "maria")).toContain(`payment ${id}`);
});

test("the newest come first, and of more than the limit they stay, also while the clock stands", async ({
  shop,
}) => {
  const billingData = { amount: 77_701 };
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1)
    ids.unshift(`payment ${(await shop.pay("pix", { billingData })).id}`);
  expect(await found(shop, "777,01")).toEqual(ids);
  expect(await found(shop, "777,01", 2)).toEqual(ids.slice(0, 2));
});

test("requests are found by the end of their id or of their resource's, and no search is among them", async ({
  shop,
}) => {
  const { id } = await shop.pay("pix");
  await shop.centavo.payments.get(NOBODY).catch(() => {});
  const [failed] = (await shop.control.requests.list({ status: 404 })).data;
  expect(await found(shop, `…${failed?.id.slice(-8)}`)).toEqual([`request ${failed?.id}`]);
  const { data } = await shop.control.search.find({ q: id });
  expect(data.map(({ type, name, status }) => [type, name, status])).toEqual([
    ["payment", "Maria Souza", "PENDING"],
    ["request", "payments.create", "200"],
  ]);
  const { data: requests } = await shop.control.requests.list();
  expect(requests.map(({ operationId }) => operationId)).not.toContain("search.find");
});

test("requests are listed without those that succeeded, or without those to the control API", async ({
  shop,
}) => {
  await shop.centavo.payments.list();
  await shop.centavo.payments.get(NOBODY).catch(() => {});
  await shop.control.clock.get();
  const paths = async (query: object) => {
    const { data, meta } = await shop.control.requests.list(query);
    expect(meta.total).toBe(data.length);
    return data.map(({ path }) => path);
  };
  expect(await paths({ errorsOnly: true })).toEqual([`/payments/${NOBODY}`]);
  const service = await paths({ withoutControls: true });
  expect(service).toEqual(expect.arrayContaining(["/payments", `/payments/${NOBODY}`]));
  expect(service).not.toContain("/_sandbox/clock");
  expect(await paths({ withoutControls: false })).toContain("/_sandbox/clock");
});

test("a card number in a name does not come back", async ({ shop }) => {
  await shop.customer({ firstName: "4111 1111 1111 1111", lastName: "Lima" });
  const { data } = await shop.control.search.find({ q: "lima" });
  expect(data.map(({ name }) => name)).toEqual(["[redacted] Lima"]);
});

plainTest("SQLite finds entries by its index, in their order", async () => {
  const file = newFile();
  await (await openStore(file)).close();
  const sqlite = new DatabaseSync(file);
  const plan = sqlite.prepare(`EXPLAIN QUERY PLAN ${inSqlite(FIND)}`).all("", 0, "", "", 1);
  sqlite.close();
  expect(plan.map(({ detail }) => detail)).toEqual([
    "SEARCH search_entries USING PRIMARY KEY (company=? AND dataset=? AND entry>? AND entry<?)",
  ]);
});
