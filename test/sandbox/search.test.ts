import { expect, onTestFinished, test as plainTest } from "vitest";
import { search } from "../../src/sandbox/services/search.ts";
import { openMemoryStore } from "../../src/sandbox/store/memory/memory-store.ts";
import type { Company, NewEvent, SubaccountRecord } from "../../src/sandbox/store/records.ts";
import { nodeTimers } from "../../src/sandbox-node/node-timers.ts";
import { NOBODY, openShop, type Shop, test } from "./company-fixture.ts";

/** What a search finds, as its types and ids. */
async function found({ control }: Shop, q: string, limit = 10): Promise<string[]> {
  const { data } = await control.search.find({ q, limit });
  return data.map(({ type, id }) => `${type} ${id}`);
}

test("payments, customers, subscriptions and subaccounts are found by an id, a tax id or an amount", async ({
  shop,
}) => {
  const postbackUrl = "https://shop.example/postbacks/pedido-A1001?loja=centro";
  const pix = await shop.pay("pix", { billingData: { amount: 12_345, postbackUrl } });
  const [customer] = (await shop.centavo.customers.list()).data;
  const card = await shop.card({ customerId: customer?.id ?? "" });
  const plan = await shop.subscription({ title: "Plano Família" }, card);
  const subaccount = `subaccount ${await shop.subaccount()}`;
  const [postback] = (await shop.control.postbacks.list()).data;
  const [payment, buyer] = [`payment ${pix.id}`, `customer ${customer?.id}`];
  const subscription = `subscription ${plan.id}`;
  const end = (id = "") => id.slice(-8);
  for (const [q, expected] of [
    ["39053344705", [buyer, payment]],
    [" 390.533.447-05 ", [buyer, payment]],
    ["529.982.247-25", [subaccount]],
    ["123,45", [payment]],
    ["R$ 123,45", [payment]],
    ["12345", [payment]],
    [`${plan.amount}`, [subscription]],
    [`…${end(plan.id)}`, [subscription]],
    [end(pix.id).slice(-4), [payment]],
    [end(pix.id).slice(-3), []],
    [pix.id.toUpperCase(), [payment]],
    [end(customer?.id), [buyer, payment]],
    [end(subaccount), [subaccount]],
    [end(card.id), [`card ${card.id}`]],
    [end(postback?.eventId), [`postback ${postback?.eventId}`]],
    ["maria", []],
    ["maria.souza@example.com", []],
    ["pedido-a1001", []],
    ["%", []],
    ["", []],
  ] as const) {
    const all = await found(shop, q);
    const without = all.filter((each) => !each.startsWith("request "));
    expect([q, ...without.toSorted()]).toEqual([q, ...expected.toSorted()]);
  }
  expect(await found(await openShop(), pix.id)).toEqual([]);
});

plainTest("the ends of ids are found among the latest 1,000, and whole ids among all", async () => {
  const store = openMemoryStore(nodeTimers.nextTurn);
  onTestFinished(() => store.close());
  await store.sharedTransaction(({ companies }) => companies.insert({ id: "ana" } as Company));
  const ids = Array.from({ length: 1001 }, (_, index) => `id-${1000 + index}`);
  await store.transaction("ana", async ({ subaccounts, timeline }) => {
    await subaccounts.insert(...ids.map(subaccount));
    await timeline.append(ids.map(request));
  });
  const ofIds = async (q: string) =>
    (await store.read("ana", (data) => search({ data }, q, 10))).map(({ type, id }) => [type, id]);
  expect(await ofIds("1000")).toEqual([]);
  expect(await ofIds("1001")).toEqual([
    ["subaccount", "id-1001"],
    ["request", "id-1001"],
  ]);
  expect(await ofIds("id-1000")).toEqual([
    ["subaccount", "id-1000"],
    ["request", "id-1000"],
  ]);
});

function subaccount(id: string): SubaccountRecord {
  return { id, taxNumber: "", resource: { id } as SubaccountRecord["resource"] };
}

function request(id: string): NewEvent {
  const [cause, data] = [
    { type: "request", requestId: id },
    { id, path: "/", status: 200 },
  ];
  return { type: "request.completed", at: "", cause, resource: null, data } as unknown as NewEvent;
}

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

test("requests are listed without those that succeeded, or without those to the control API, whose reads are there only if they fail", async ({
  shop,
}) => {
  await shop.centavo.payments.list();
  await shop.centavo.payments.get(NOBODY).catch(() => {});
  await shop.control.clock.get();
  await shop.control.payments.getDetails(NOBODY).catch(() => {});
  await shop.control.clock.advance({ days: 1 });
  const paths = async (query: object) => {
    const { data, meta } = await shop.control.requests.list(query);
    expect(meta.total).toBe(data.length);
    return data.map(({ path }) => path);
  };
  const [unknown, read, advance] = [
    `/payments/${NOBODY}`,
    `/_sandbox/payments/${NOBODY}`,
    "/_sandbox/clock/advance",
  ];
  expect(await paths({ errorsOnly: true })).toEqual([read, unknown]);
  expect(await paths({ withoutControls: true })).toEqual([unknown, "/payments"]);
  expect(await paths({})).toEqual([advance, read, unknown, "/payments"]);
});

test("a card number in a name does not come back", async ({ shop }) => {
  const { id } = await shop.customer({ firstName: "4111 1111 1111 1111", lastName: "Lima" });
  const { data } = await shop.control.search.find({ q: id });
  expect(data[0]?.name).toBe("[redacted] Lima");
});
