import { describe, expect, test } from "vitest";
import type { Fault } from "../../../generated/sandbox-control-types.ts";
import { createCentavo, NetworkError, ServiceError } from "../../../src/client/index.ts";
import { operations } from "../../../src/contract/operations.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { invalid, openSandbox, openShop, Shop, START } from "../company-fixture.ts";
import { body, service, shownMessage } from "../contract-examples.ts";
import { newFile } from "../database-file.ts";

/**
 * A company whose calls fail in this way. There is no Prism in front of it: where a connection is cut,
 * Prism returns its own response.
 */
async function openFaultyShop(...faults: Fault[]): Promise<Shop> {
  const { url, keys } = await openShop();
  const shop = new Shop(url, keys);
  await shop.control.faults.set({ faults });
  return shop;
}

/** A client of a shop with the usual retries, but short waits between them. */
function patient({ url, keys }: Shop) {
  return createCentavo({ baseUrl: url, ...keys, retry: { baseDelay: 1, maxDelay: 5 } });
}

async function left({ control }: Shop): Promise<Fault[]> {
  return (await control.faults.get()).data.faults;
}

async function countPayments({ centavo }: Shop): Promise<number> {
  return (await centavo.payments.list()).meta.total;
}

/** The outcomes of consecutive calls: the status, or `reset`. */
async function statusesOf(calls: number, call: () => Promise<unknown>): Promise<unknown[]> {
  const statuses: unknown[] = [];
  for (let count = 0; count < calls; count++) {
    statuses.push(
      await call().then(
        () => 200,
        (error) => (error instanceof ServiceError ? error.status : "reset"),
      ),
    );
  }
  return statuses;
}

describe("a fault", () => {
  test.each([400, 404, 408, 409, 418, 422, 429, 451, 500, 502, 503, 504, 529, 599])(
    "may be a response with status %i in the error envelope",
    async (status) => {
      const shop = await openFaultyShop({ status });
      const error = await shop.centavo.payments.list().catch((rejection) => rejection);
      expect(error).toMatchObject({ name: "ServiceError", status });
      const message =
        status < 500
          ? "This fault was injected through the control interface."
          : "Internal server error";
      expect(error.body.data).toMatchObject({ message, statusCode: status });
    },
  );

  test("may be an error that the contract shows for the operation, with its code", async () => {
    const shop = await openFaultyShop({ operationId: "customers.list", status: 503 });
    await expect(shop.centavo.customers.list()).rejects.toMatchObject({
      status: 503,
      body: { data: { message: "Erro ao listar clientes", returnCode: -7404 } },
    });
  });

  test("may be a reset connection, which the request log shows", async () => {
    const shop = await openFaultyShop({ reset: true });
    await expect(shop.centavo.payments.list()).rejects.toBeInstanceOf(NetworkError);
    const token = await shop.token();
    const direct = shop.send("GET", "/payments", { token });
    await expect(direct).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
    const { data } = await shop.control.requests.list();
    expect(data.find(({ operationId }) => operationId === "payments.list")).toMatchObject({
      status: null,
      reasons: ["This fault was injected through the control interface."],
    });
  });

  test("may be a delay before the normal response, or before an error", async () => {
    const shop = await openFaultyShop({ latency: 300, times: 1 }, { latency: 300, status: 503 });
    for (const expected of [200, 503]) {
      const before = performance.now();
      expect(await statusesOf(1, () => shop.centavo.payments.list())).toEqual([expected]);
      expect(performance.now() - before).toBeGreaterThan(290);
    }
  });

  test("is in the request log with its reason", async () => {
    const shop = await openFaultyShop({ status: 503 });
    await shop.centavo.payments.list().catch(() => {});
    const { data } = await shop.control.requests.list({ limit: 100 });
    expect(data.find(({ operationId }) => operationId === "payments.list")).toMatchObject({
      ...{ status: 503, reasons: ["This fault was injected through the control interface."] },
    });
  });
});

describe("a fault hits", () => {
  test("the operation that it names", async () => {
    const shop = await openFaultyShop({ operationId: "payments.list", status: 503 });
    expect(await statusesOf(2, () => shop.centavo.payments.list())).toEqual([503, 503]);
    expect(await statusesOf(2, () => shop.centavo.customers.list())).toEqual([200, 200]);
    await shop.pay("card");
  });

  test("all operations with a token if it names none, and never the control interface", async () => {
    const shop = await openFaultyShop({ status: 503 });
    expect(await statusesOf(1, () => shop.centavo.payments.list())).toEqual([503]);
    expect(await statusesOf(1, () => shop.centavo.subaccounts.list())).toEqual([503]);
    expect(await statusesOf(1, () => shop.pay("card"))).toEqual([503]);
    await shop.token();
    await shop.customer();
    await shop.control.clock.advance({ days: 1 });
    await shop.balance();
  });

  test("as many calls as its `times`", async () => {
    const shop = await openFaultyShop({ status: 503, times: 3 });
    expect(await statusesOf(5, () => shop.centavo.payments.list())).toEqual([
      ...[503, 503, 503, 200, 200],
    ]);
  });

  test("no more of many concurrent calls than its `times`", async () => {
    const shop = await openFaultyShop({ status: 503, times: 3 });
    const calls = Array.from({ length: 12 }, () => statusesOf(1, () => shop.pay("pix")));
    const statuses = (await Promise.all(calls)).flat();
    expect(statuses.filter((status) => status === 503)).toHaveLength(3);
    expect(await countPayments(shop)).toBe(9);
  });

  test("before later faults, which follow when it is used up", async () => {
    const shop = await openFaultyShop(
      { operationId: "payments.list", status: 502, times: 1 },
      { status: 503, times: 2 },
      { operationId: "payments.list", status: 504, times: 1 },
    );
    expect(await statusesOf(1, () => shop.centavo.customers.list())).toEqual([503]);
    expect(await statusesOf(4, () => shop.centavo.payments.list())).toEqual([502, 503, 504, 200]);
  });

  test("calls with its probability, the same ones with the same seed", async () => {
    const runs = [];
    for (const seed of ["loja", "loja", "outra"]) {
      const shop = await openSandbox({ seed });
      await shop.control.faults.set({ faults: [{ status: 503, probability: 0.5 }] });
      runs.push(await statusesOf(40, () => shop.centavo.payments.list()));
    }
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]).not.toEqual(runs[2]);
    const hits = runs[0]?.filter((status) => status === 503).length;
    expect(hits).toBeGreaterThan(8);
    expect(hits).toBeLessThan(32);
  });

  test("each call with probability 1, and loses no `times` if it does not hit", async () => {
    const shop = await openFaultyShop(
      { status: 502, probability: 1e-9, times: 1 },
      { status: 503, probability: 1 },
    );
    expect(await statusesOf(3, () => shop.centavo.payments.list())).toEqual([503, 503, 503]);
    expect(await left(shop)).toHaveLength(2);
  });

  test("no other company", async () => {
    const shop = await openFaultyShop({ status: 503 });
    const other = await openShop();
    expect(await statusesOf(1, () => other.centavo.payments.list())).toEqual([200]);
    expect(await left(other)).toEqual([]);
    expect(await left(shop)).toHaveLength(1);
  });
});

describe("an operation that is hit", () => {
  test.each([{ status: 503 }, { reset: true as const }, { status: 503, when: "before" as const }])(
    "by %j beforehand does nothing",
    async (fault) => {
      const shop = await openFaultyShop({ ...fault, times: 1 });
      expect(await statusesOf(1, () => shop.pay("card"))).not.toEqual([200]);
      expect(await countPayments(shop)).toBe(0);
      expect((await shop.centavo.customers.list()).meta.total).toBe(0);
    },
  );

  test.each([{ status: 503 }, { reset: true as const }, { status: 400 }])(
    "by %j after it is done loses only its response",
    async (fault) => {
      const shop = await openFaultyShop({ ...fault, when: "after", times: 1 });
      expect(await statusesOf(1, () => shop.pay("card"))).not.toEqual([200]);
      expect((await shop.centavo.payments.list()).data).toMatchObject([{ status: "SUCCEEDED" }]);
    },
  );

  test("after it is done loses a rejection like any other response", async () => {
    const shop = await openFaultyShop({ status: 503, when: "after", times: 2 });
    const refundUnknown = () =>
      shop.centavo.payments.refund({ transactionId: crypto.randomUUID() });
    expect(await statusesOf(3, refundUnknown)).toEqual([503, 503, 404]);
  });

  test("by a delay afterwards still returns its own response", async () => {
    const shop = await openFaultyShop({ latency: 50, when: "after" });
    expect(await statusesOf(1, () => shop.pay("card"))).toEqual([200]);
    const refundUnknown = () =>
      shop.centavo.payments.refund({ transactionId: crypto.randomUUID() });
    expect(await statusesOf(1, refundUnknown)).toEqual([404]);
    expect(await countPayments(shop)).toBe(1);
  });
});

describe("the client", () => {
  test("completes a read at the third attempt", async () => {
    const shop = await openFaultyShop({ status: 503, times: 2 });
    expect((await patient(shop).payments.list()).data).toEqual([]);
    const { data } = await shop.control.requests.list({ limit: 100 });
    const reads = data.filter(({ operationId }) => operationId === "payments.list");
    expect(reads.map(({ status }) => status)).toEqual([200, 503, 503]);
  });

  test("completes a read after a cut connection", async () => {
    const shop = await openFaultyShop({ reset: true, times: 2 });
    expect((await patient(shop).payments.list()).data).toEqual([]);
    expect(await left(shop)).toEqual([]);
  });

  test.each([{ reset: true as const }, { status: 503 }])(
    "does not repeat a write whose response is lost by %j: the payment exists once",
    async (fault) => {
      const shop = await openFaultyShop({
        ...fault,
        when: "after",
        operationId: "payments.create",
      });
      const order = body("payments.create", "card");
      await expect(patient(shop).payments.create(order)).rejects.toThrow();
      expect(await countPayments(shop)).toBe(1);
    },
  );
});

describe("faults.set", () => {
  test("returns the faults that were set, and faults.get the remaining ones", async () => {
    const shop = await openShop();
    const faults: Fault[] = [
      { operationId: "payments.create", reset: true, when: "after" },
      { status: 503, times: 2, probability: 1 },
    ];
    expect(await shop.control.faults.set({ faults })).toEqual({
      data: { faults },
      message: shownMessage("faults.set"),
    });
    await shop.centavo.payments.list().catch(() => {});
    expect(await shop.control.faults.get()).toEqual({
      data: { faults: [faults[0], { ...faults[1], times: 1 }] },
      message: null,
    });
    await shop.centavo.payments.list().catch(() => {});
    expect(await left(shop)).toEqual([faults[0]]);
  });

  test("replaces the faults, and an empty list removes them", async () => {
    const shop = await openFaultyShop({ status: 503 }, { reset: true });
    await shop.control.faults.set({ faults: [{ status: 502 }] });
    expect(await left(shop)).toEqual([{ status: 502 }]);
    await shop.control.faults.set({ faults: [] });
    expect(await left(shop)).toEqual([]);
    expect(await statusesOf(2, () => shop.centavo.payments.list())).toEqual([200, 200]);
  });

  test("accepts every operation with a token", async () => {
    const names = operations(service)
      .map(({ id }) => id)
      .filter((id) => id !== "auth.createToken");
    const shop = await openShop();
    for (let index = 0; index < names.length; index += 20) {
      const faults = names
        .slice(index, index + 20)
        .map((operationId) => ({ operationId, status: 503 }));
      await shop.control.faults.set({ faults });
    }
    expect(names.length).toBeGreaterThan(20);
  });

  test.each(["payments.make", "clock.advance", "faults.set", "auth.createToken", "", "__proto__"])(
    "rejects the operation %j, and changes nothing",
    async (operationId) => {
      const shop = await openFaultyShop({ status: 502 });
      const faults = [{ status: 503 }, { operationId, status: 503 }];
      await expect(shop.control.faults.set({ faults })).rejects.toMatchObject(
        invalid(expect.stringContaining("faults.1.operationId")),
      );
      expect(await left(shop)).toEqual([{ status: 502 }]);
    },
  );

  test.each([
    {},
    { times: 1 },
    { status: 200 },
    { status: 600 },
    { status: 503, reset: true },
    { reset: false },
    { latency: 0 },
    { latency: 60_001 },
    { status: 503, times: 0 },
    { status: 503, probability: 0 },
    { status: 503, probability: 1.01 },
    { status: 503, when: "during" },
  ])("rejects the fault %j", async (fault) => {
    const shop = await openShop();
    const set = shop.control.faults.set({ faults: [fault as Fault] });
    await expect(set).rejects.toMatchObject({ status: 400 });
    expect(await left(shop)).toEqual([]);
  });
});

test("resetting the company removes its faults", async () => {
  const shop = await openFaultyShop({ status: 503 });
  await shop.control.company.reset();
  expect(await left(shop)).toEqual([]);
});

test("faults survive a restart with a database file, and their used `times` stay used", async () => {
  const db = newFile();
  const first = await startSandbox({ db, clock: START });
  const before = new Shop(first.url, first);
  await before.control.faults.set({ faults: [{ status: 503, times: 3 }] });
  await before.centavo.payments.list().catch(() => {});
  await first.close();

  const after = await openSandbox({ db });
  expect(await left(after)).toEqual([{ status: 503, times: 2 }]);
  expect(await statusesOf(3, () => after.centavo.payments.list())).toEqual([503, 503, 200]);
});

test("a delayed call does not delay closing the sandbox, and is done", async () => {
  const sandbox = await startSandbox({ clock: START });
  const shop = new Shop(sandbox.url, sandbox);
  await shop.token();
  await shop.control.faults.set({ faults: [{ latency: 60_000 }] });
  const paying = shop.pay("card");
  await expect.poll(async () => (await left(shop)).length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const before = performance.now();
  await sandbox.close();
  expect(performance.now() - before).toBeLessThan(30_000);
  expect(await paying).toMatchObject({ status: "SUCCEEDED" });
});
