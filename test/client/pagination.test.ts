import { describe, expect, test } from "vitest";
import type { PaymentStatus } from "../../src/client/index.ts";
import { call, operationCalls } from "./example-calls.ts";
import { type Arrived, errorReply, type Reply, serve } from "./fake-server.ts";

type MakeMeta = (place: { total: number; page: number; limit: number }) => object;

const withTotalPages: MakeMeta = ({ total, page, limit }) => ({
  total,
  page,
  limit,
  totalPages: Math.ceil(total / limit),
});

/** Replies like a list of `total` items, in pages of at most `longest`. */
function list(total: number, meta = withTotalPages, longest = 100): Reply {
  return ({ query }) => {
    const page = Number(query.page ?? 1);
    const limit = Math.min(longest, Number(query.limit ?? 10));
    const ids = range(1, total).slice((page - 1) * limit, page * limit);
    const data = ids.map((id) => ({ id }));
    return { body: { data, meta: meta({ total, page, limit }), message: null } };
  };
}

/** The ids of the items over which a loop goes. */
async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  return (await Array.fromAsync(items)).map((item) => (item as { id: unknown }).id);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

/** It cannot be compared with a number. */
const notANumber = { toString: 1, valueOf: 1 };

const pagesOf = (requests: Arrived[]) => requests.map(({ query }) => query.page);

describe.each<[string, MakeMeta]>([
  ["totalPages", withTotalPages],
  ["total only", ({ total }) => ({ total })],
  ["totalPages that are null", ({ total }) => ({ total, totalPages: null })],
  ["totalPages that are no number", ({ total }) => ({ total, totalPages: notANumber })],
])("a loop over a list that reports %s", (_, meta) => {
  const filled = (total: number) => list(total, meta);

  test.each([
    [0, {}, [], [undefined]],
    [1, {}, range(1, 1), [undefined]],
    [10, {}, range(1, 10), [undefined]],
    [11, {}, range(1, 11), [undefined, "2"]],
    [35, {}, range(1, 35), [undefined, "2", "3", "4"]],
    [35, { page: 3 }, range(21, 35), ["3", "4"]],
    [35, { page: 4 }, range(31, 35), ["4"]],
    [35, { page: 9 }, [], ["9"]],
    [35, { limit: 20 }, range(1, 35), [undefined, "2"]],
    [40, { page: 2, limit: 20 }, range(21, 40), ["2"]],
  ])("of %i gives all items from %j on", async (total, query, ids, pages) => {
    const { centavo, requests } = await serve(filled(total));
    expect(await collect(centavo.withdrawals.list(query))).toEqual(ids);
    expect(pagesOf(requests)).toEqual(pages);
  });

  const empty: Reply = { body: { data: [], meta: { total: 1000, totalPages: 100 } } };
  test.each<[string, number, Reply[]]>([
    ["ends early when the list has shrunk", 20, [filled(35), filled(35), filled(5)]],
    ["ends at an empty page, regardless of the total", 10, [filled(35), empty]],
    ["continues if the list has grown", 25, [filled(20), filled(25), filled(25)]],
  ])("%s", async (_, last, replies) => {
    const { centavo, requests } = await serve(replies);
    expect(await collect(centavo.customers.list())).toEqual(range(1, last));
    expect(requests).toHaveLength(replies.length);
  });
});

test("no item is lost when the pages are shorter than requested", async () => {
  const { centavo } = await serve(list(10, ({ total }) => ({ total }), 4));
  expect(await collect(centavo.withdrawals.list({ limit: 500 }))).toEqual(range(1, 10));
});

test("every page has the filters, the subaccount and the headers", async () => {
  const { centavo, requests } = await serve(list(25));
  const headers = { "x-a": "b" };
  await collect(centavo.subaccounts.list({ limit: 10, companyType: "PJ" }, { headers }));
  await collect(centavo.bankAccounts.list({ limit: 10 }, { subaccountId: "sub" }));
  const page = { query: { limit: "10", companyType: "PJ" }, headers };
  const own = { headers: { "x-subaccount-id": "sub" } };
  expect(requests).toMatchObject([page, page, page, own, own, own]);
});

test("a later change to the query does not change the pages to come", async () => {
  const { centavo, requests } = await serve(list(25));
  const query: { status: PaymentStatus; limit: number } = { status: "PAID", limit: 10 };
  for await (const _ of centavo.payments.list(query)) query.status = "FAILED";
  expect(requests.map(({ query }) => query.status)).toEqual(["PAID", "PAID", "PAID"]);
});

test("a page is fetched when the loop reaches it, and none after the loop is left", async () => {
  const { centavo, requests } = await serve(list(35));
  const seen: number[] = [];
  for await (const _ of centavo.customers.list()) {
    seen.push(requests.length);
    if (seen.length === 11) break;
  }
  expect(seen).toEqual([...Array(10).fill(1), 2]);
  expect(requests).toHaveLength(2);
});

test("awaited and looped over, twice even, a list sends its first page once", async () => {
  const { centavo, requests } = await serve(list(35));
  const call = centavo.customers.list({ page: 3 });
  const { data, meta } = await call;
  expect(data.map(({ id }) => id)).toEqual(range(21, 30));
  expect(meta).toEqual({ total: 35, page: 3, limit: 10, totalPages: 4 });
  expect((await call.withResponse()).response.status).toBe(200);
  expect(pagesOf(requests)).toEqual(["3"]);
  for (let time = 0; time < 2; time++) expect(await collect(call)).toEqual(range(21, 35));
  expect(pagesOf(requests)).toEqual(["3", "4", "4"]);
});

test("an error on a later page comes out of the loop after the items before it", async () => {
  const rejection = errorReply(403, { returnCode: -1001, message: "no" });
  const { centavo } = await serve([list(35), rejection]);
  const ids: string[] = [];
  const loop = async () => {
    for await (const { id } of centavo.customers.list()) ids.push(id);
  };
  const error = { code: "NotAuthorized", operationId: "customers.list" };
  await expect(loop()).rejects.toMatchObject(error);
  expect(ids).toHaveLength(10);
});

test("an error on the first page rejects the loop, and nothing else", async () => {
  const { centavo } = await serve(errorReply(403));
  await expect(collect(centavo.customers.list())).rejects.toMatchObject({ status: 403 });
});

test("a later page is retried like the first", async () => {
  const { centavo, requests } = await serve([list(15), errorReply(503), list(15)]);
  expect(await collect(centavo.customers.list())).toEqual(range(1, 15));
  expect(pagesOf(requests)).toEqual([undefined, "2", "2"]);
});

test("an abort between two pages ends the loop with its reason", async () => {
  const { centavo, requests } = await serve(list(35));
  const controller = new AbortController();
  const reason = new Error("enough");
  const loop = async () => {
    const { signal } = controller;
    for await (const _ of centavo.customers.list({}, { signal })) controller.abort(reason);
  };
  await expect(loop()).rejects.toBe(reason);
  expect(requests).toHaveLength(1);
});

// An array without `meta` has no further pages, so the contract gives its operation no loop.
test.each(operationCalls.filter(({ response }) => "meta" in Object(response)))(
  "$id can be looped over",
  async (shown) => {
    const { centavo } = await serve(list(15));
    const ids = shown.args.slice(0, shown.template.split("{").length - 1);
    const items = call(centavo, { ...shown, args: ids }) as unknown as AsyncIterable<unknown>;
    expect(await collect(items)).toEqual(range(1, 15));
  },
);

test("a list whose total is not a number is one page", async () => {
  const { centavo } = await serve({ body: { data: [{ id: 1 }], meta: { total: notANumber } } });
  expect(await collect(centavo.customers.list())).toEqual([1]);
});
