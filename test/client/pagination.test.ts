import { describe, expect, test } from "vitest";
import type { PaymentStatus } from "../../src/client/index.ts";
import { call, operationCalls } from "./example-calls.ts";
import { type Arrived, errorReply, type Reply, serve } from "./fake-server.ts";

/** Replies like a list of `total` items. The given function makes its `meta`. */
function list(total: number, meta: (place: Place) => object = withTotalPages): Reply {
  return ({ query }) => {
    const page = Number(query.page ?? 1);
    const limit = Number(query.limit ?? 10);
    const ids = Array.from({ length: total }, (_, place) => place + 1);
    const data = ids.slice((page - 1) * limit, page * limit).map((id) => ({ id }));
    return { body: { data, meta: meta({ total, page, limit }), message: null } };
  };
}

interface Place {
  total: number;
  page: number;
  limit: number;
}

const withTotalPages = (place: Place) => ({
  ...place,
  totalPages: Math.ceil(place.total / place.limit),
});
const withTotal = ({ total }: Place) => ({ total });
const withObjects = ({ total }: Place) => ({ total, totalPages: { toString: 1, valueOf: 1 } });
const withNulls = ({ total }: Place) => ({ total, totalPages: null });

async function collect(items: AsyncIterable<unknown>): Promise<number[]> {
  const ids: number[] = [];
  for await (const item of items) ids.push((item as { id: number }).id);
  return ids;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

function pagesOf(requests: Arrived[]): (string | undefined)[] {
  return requests.map(({ query }) => query.page);
}

describe.each([
  ["totalPages", withTotalPages],
  ["total only", withTotal],
  ["totalPages that are null", withNulls],
  ["totalPages that are not a number", withObjects],
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

  test("ends early when the list has shrunk meanwhile", async () => {
    const { centavo, requests } = await serve([filled(35), filled(35), filled(5)]);
    expect(await collect(centavo.customers.list())).toEqual(range(1, 20));
    expect(requests).toHaveLength(3);
  });

  test("ends at an empty page, regardless of the total", async () => {
    const empty = { body: { data: [], meta: { total: 1000, totalPages: 100 } } };
    const { centavo, requests } = await serve([filled(35), empty]);
    expect(await collect(centavo.customers.list())).toEqual(range(1, 10));
    expect(requests).toHaveLength(2);
  });

  test("continues if the list has grown meanwhile", async () => {
    const { centavo } = await serve([filled(20), filled(25), filled(25)]);
    expect(await collect(centavo.customers.list())).toEqual(range(1, 25));
  });
});

test("no item is lost when the pages are shorter than requested", async () => {
  const capped: Reply = ({ query }) => {
    const start = (Number(query.page ?? 1) - 1) * 4;
    const data = range(1, 10)
      .slice(start, start + 4)
      .map((id) => ({ id }));
    return { body: { data, meta: { total: 10 } } };
  };
  const { centavo } = await serve(capped);
  expect(await collect(centavo.withdrawals.list({ limit: 500 }))).toEqual(range(1, 10));
});

test("every page has the filters, the subaccount, the headers and the signal", async () => {
  const { centavo, requests } = await serve(list(25));
  const { signal } = new AbortController();
  const query: { limit: number; companyType: "PJ" } = { limit: 10, companyType: "PJ" };
  await collect(centavo.subaccounts.list(query, { headers: { "x-a": "b" }, signal }));
  await collect(centavo.bankAccounts.list({ limit: 10 }, { subaccountId: "sub" }));
  expect(requests).toHaveLength(6);
  for (const { query, headers } of requests.slice(0, 3)) {
    expect(query).toMatchObject({ limit: "10", companyType: "PJ" });
    expect(headers["x-a"]).toBe("b");
  }
  for (const { headers } of requests.slice(3)) expect(headers["x-subaccount-id"]).toBe("sub");
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
  for await (const customer of centavo.customers.list()) {
    seen.push(requests.length);
    if (seen.length === 11) break;
    expect(customer.id).toBe(seen.length);
  }
  expect(seen).toEqual([...Array(10).fill(1), 2]);
  expect(requests).toHaveLength(2);
});

test("awaited, a list gives its first page", async () => {
  const { centavo, requests } = await serve(list(35));
  const { data, meta } = await centavo.customers.list({ page: 2 });
  expect(data.map(({ id }) => id)).toEqual(range(11, 20));
  expect(meta).toEqual({ total: 35, page: 2, limit: 10, totalPages: 4 });
  expect(requests).toHaveLength(1);
});

test("awaited and looped over, twice even, a list sends its first page once", async () => {
  const { centavo, requests } = await serve(list(15));
  const call = centavo.customers.list();
  const { meta } = await call;
  const { response } = await call.withResponse();
  expect(meta.total).toBe(15);
  expect(response.status).toBe(200);
  expect(await collect(call)).toEqual(range(1, 15));
  expect(await collect(call)).toEqual(range(1, 15));
  expect(pagesOf(requests)).toEqual([undefined, "2", "2"]);
});

test("an error on a later page comes out of the loop after the items before it", async () => {
  const { centavo } = await serve([
    list(35),
    errorReply(403, { returnCode: -1001, message: "no" }),
  ]);
  const ids: string[] = [];
  const loop = async () => {
    for await (const { id } of centavo.customers.list()) ids.push(id);
  };
  await expect(loop()).rejects.toMatchObject({
    code: "NotAuthorized",
    operationId: "customers.list",
  });
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
    for await (const _ of centavo.customers.list({}, { signal: controller.signal })) {
      controller.abort(reason);
    }
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
  const { centavo } = await serve({
    body: { data: [{ id: 1 }], meta: { total: { toString: 1, valueOf: 1 } } },
  });
  expect(await collect(centavo.customers.list())).toEqual([1]);
});
