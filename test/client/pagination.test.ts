import { describe, expect, test } from "vitest";
import type { PaymentStatus } from "../../src/client/index.ts";
import { call, operationCalls } from "./example-calls.ts";
import { type Arrived, errorReply, type Reply, serve } from "./fake-server.ts";

/** Replies like a list of `total` items, in pages of at most `longest`. */
function list(total: number, reportsPages = true, longest = 100): Reply {
  return ({ query }) => {
    const page = Number(query.page ?? 1);
    const limit = Math.min(longest, Number(query.limit ?? 10));
    const ids = range(1, total).slice((page - 1) * limit, page * limit);
    const pages = { page, limit, totalPages: Math.ceil(total / limit) };
    const meta = { total, ...(reportsPages && pages) };
    return { body: { data: ids.map((id) => ({ id })), meta, message: null } };
  };
}

/** The ids of the items over which a loop goes. */
async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  return (await Array.fromAsync(items)).map((item) => (item as { id: unknown }).id);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_item, place) => first + place);
}

const pagesOf = (requests: Arrived[]) => requests.map(({ query }) => query.page);

describe.each([
  ["totalPages", true],
  ["total only", false],
])("a loop over a list that reports %s", (_title, reportsPages) => {
  const filled = (total: number) => list(total, reportsPages);

  test.each([
    [0, {}, [], [undefined]],
    [10, {}, range(1, 10), [undefined]],
    [11, {}, range(1, 11), [undefined, "2"]],
    [35, { page: 3 }, range(21, 35), ["3", "4"]],
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
  ])("%s", async (_title, last, replies) => {
    const { centavo, requests } = await serve(replies);
    expect(await collect(centavo.customers.list())).toEqual(range(1, last));
    expect(requests).toHaveLength(replies.length);
  });
});

test("no item is lost when the pages are shorter than requested", async () => {
  const { centavo } = await serve(list(10, false, 4));
  expect(await collect(centavo.withdrawals.list({ limit: 500 }))).toEqual(range(1, 10));
});

test("every page has the filters, headers and subaccount that the call began with", async () => {
  const { centavo, requests } = await serve(list(25));
  const headers = { "x-a": "b" };
  const query: { status: PaymentStatus; limit: number } = { status: "PAID", limit: 10 };
  for await (const _item of centavo.payments.list(query, { headers })) query.status = "FAILED";
  await collect(centavo.bankAccounts.list({ limit: 10 }, { subaccountId: "sub" }));
  const page = { query: { limit: "10", status: "PAID" }, headers };
  const own = { headers: { "x-subaccount-id": "sub" } };
  expect(requests).toMatchObject([page, page, page, own, own, own]);
});

test("a page is fetched when the loop reaches it, and none after the loop is left", async () => {
  const { centavo, requests } = await serve(list(35));
  const seen: number[] = [];
  for await (const _item of centavo.customers.list()) {
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
