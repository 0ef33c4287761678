import { describe, expect, test } from "vitest";
import type { Fault } from "../../../generated/sandbox-control-types.ts";
import { NetworkError, ServiceError } from "../../../src/client/index.ts";
import { openSession } from "../companies/inspector-session.ts";
import { fetch, invalid, openSandbox, openShop, Shop } from "../company-fixture.ts";
import { body, shownMessage } from "../contract-examples.ts";

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

async function left({ control }: Shop): Promise<Fault[]> {
  return (await control.faults.get()).data.faults;
}

async function paymentsOf({ centavo }: Shop): Promise<string[]> {
  return (await centavo.payments.list()).data.map(({ status }) => status);
}

const listPayments =
  ({ centavo }: Shop) =>
  () =>
    centavo.payments.list();

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

const INJECTED = "This fault was injected through the control API.";

describe("a fault", () => {
  test.each([
    [451, INJECTED],
    [503, "Internal server error"],
  ])("may be a response with status %i in the error envelope", async (status, message) => {
    const { centavo } = await openFaultyShop({ status });
    const body = { data: { message, statusCode: status } };
    const error = { name: "ServiceError", status, body };
    await expect(centavo.payments.list()).rejects.toMatchObject(error);
  });

  test("may be an error that the contract shows for the operation, with its code", async () => {
    const shop = await openFaultyShop({ operationId: "customers.list", status: 503 });
    await expect(shop.centavo.customers.list()).rejects.toMatchObject({
      status: 503,
      body: { data: { message: "Erro ao listar clientes", returnCode: -7404 } },
    });
  });

  test("may be a reset connection, which the request log gives the reason for", async () => {
    const shop = await openFaultyShop({ reset: true });
    await expect(shop.centavo.payments.list()).rejects.toBeInstanceOf(NetworkError);
    const [request] = (await shop.control.requests.list()).data;
    expect(request).toMatchObject({ status: null, reasons: [INJECTED] });
    const direct = shop.send("GET", "/payments", { token: await shop.token() });
    await expect(direct).rejects.toThrow(TypeError);
  });

  test("may be a delay before the normal response, or before an error", async () => {
    const shop = await openFaultyShop({ latency: 300, times: 1 }, { latency: 300, status: 503 });
    for (const expected of [200, 503]) {
      const before = performance.now();
      expect(await statusesOf(1, listPayments(shop))).toEqual([expected]);
      expect(performance.now() - before).toBeGreaterThan(290);
    }
  });
});

describe("a fault hits", () => {
  test("all operations with a token if it names none, but neither the control API nor another company", async () => {
    const [shop, other] = [await openFaultyShop({ status: 503 }), await openShop()];
    expect(await statusesOf(1, listPayments(shop))).toEqual([503]);
    expect(await statusesOf(1, () => shop.centavo.subaccounts.list())).toEqual([503]);
    expect(await statusesOf(1, () => shop.pay("card"))).toEqual([503]);
    await shop.token();
    await shop.customer();
    await shop.control.clock.advance({ days: 1 });
    expect(await statusesOf(1, listPayments(other))).toEqual([200]);
    expect([await left(other), await left(shop)]).toEqual([[], [{ status: 503 }]]);
  });

  test("no more of many concurrent calls than its `times`", async () => {
    const shop = await openFaultyShop({ status: 503, times: 3 });
    const calls = Array.from({ length: 12 }, () => statusesOf(1, () => shop.pay("pix")));
    const statuses = (await Promise.all(calls)).flat();
    expect(statuses.filter((status) => status === 503)).toHaveLength(3);
    expect(await paymentsOf(shop)).toHaveLength(9);
  });
});

describe("an operation that is hit", () => {
  test.each<[Fault, string[]]>([
    [{ status: 503 }, []],
    [{ reset: true }, []],
    [{ status: 503, when: "after" }, ["SUCCEEDED"]],
    [{ reset: true, when: "after" }, ["SUCCEEDED"]],
  ])("by %j leaves the payments %j", async (fault, payments) => {
    const shop = await openFaultyShop({ ...fault, times: 1 });
    expect(await statusesOf(1, () => shop.pay("card"))).not.toEqual([200]);
    expect(await paymentsOf(shop)).toEqual(payments);
    const [first] = (await shop.centavo.payments.list()).data;
    const events = (await shop.control.events.list({ type: "request.completed" })).data;
    const lost = events.find(
      ({ data }) => "operationId" in data && data.operationId === "payments.create",
    );
    expect(lost?.resource).toEqual(first ? { type: "payment", id: first.id } : null);
    expect((await shop.centavo.customers.list()).meta.total).toBe(payments.length);
  });

  test("by a delay afterwards still returns its own response", async () => {
    const shop = await openFaultyShop({ latency: 50, when: "after" });
    expect(await statusesOf(1, () => shop.pay("card"))).toEqual([200]);
    expect(await paymentsOf(shop)).toEqual(["SUCCEEDED"]);
  });
});

describe("faults.set", () => {
  test("replaces the faults, returns them, and faults.get the remaining ones", async () => {
    const shop = await openFaultyShop({ status: 502 }, { reset: true });
    const [lost, failing]: Fault[] = [
      { operationId: "payments.create", reset: true, when: "after" },
      { status: 503, times: 2, probability: 1 },
    ];
    const faults = [lost, failing] as Fault[];
    expect(await shop.control.faults.set({ faults })).toEqual({
      data: { faults },
      message: shownMessage("faults.set"),
    });
    expect(await statusesOf(1, listPayments(shop))).toEqual([503]);
    expect(await left(shop)).toEqual([lost, { ...failing, times: 1 }]);
    expect(await statusesOf(2, listPayments(shop))).toEqual([503, 200]);
    expect(await left(shop)).toEqual([lost]);
    await shop.control.faults.set({ faults: [] });
    expect(await left(shop)).toEqual([]);
  });

  test.each(["payments.make", "clock.advance", "auth.createToken", "__proto__"])(
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
});

describe("during a delay, before the operation runs", () => {
  const operatorKey = "the operator's key of a company";
  const rotated = {
    status: 401,
    message: expect.stringContaining("keys of this company were rotated"),
  };
  const ended = { status: 401, message: expect.stringContaining("session has ended") };
  const deleted = { status: 401, message: expect.stringContaining("company does not exist") };

  /** A company whose next payment is delayed, with a token and a session, and what may happen meanwhile. */
  async function openDelayed() {
    const { url, control } = await openSandbox({ shared: true, operatorKey });
    const { companyId, ...keys } = (await control.companies.create({}, { operatorKey })).data;
    const shop = new Shop(url, keys);
    const { cookie } = await openSession(url, keys);
    const session = { cookie, "x-sandbox-company": companyId };
    const callers = { token: { authorization: `Bearer ${await shop.token()}` }, session };
    await shop.control.faults.set({ faults: [{ latency: 500 }] });
    const meanwhile = {
      rotate: () => shop.control.company.rotateKeys(),
      delete: () => control.companies.delete(companyId, { operatorKey }),
      signOut: () =>
        fetch(`${url}/_sandbox/inspector/session`, { method: "DELETE", headers: session }),
    };
    const inPlace = { operatorKey, sandboxCompany: companyId };
    return { url, shop, control, callers, meanwhile, inPlace };
  }

  test.each([
    ["token", "rotate", rotated],
    ["token", "delete", deleted],
    ["session", "rotate", rotated],
    ["session", "delete", deleted],
    ["session", "signOut", ended],
  ] as const)("a %s loses its right by %s", async (caller, happening, refusal) => {
    const { url, shop, callers, meanwhile } = await openDelayed();
    const paying = fetch(`${url}/payments`, {
      method: "POST",
      headers: { "content-type": "application/json", ...callers[caller] },
      body: JSON.stringify(body("payments.create", "card")),
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await left(shop)).toHaveLength(1);
    await meanwhile[happening]();
    expect((await (await paying).json()).data).toMatchObject({
      message: refusal.message,
      statusCode: refusal.status,
    });
    if (happening === "signOut") expect(await paymentsOf(shop)).toEqual([]);
  });

  test("the operator in the place of a company only uses controls, which nothing delays", async () => {
    const { url, shop, control, inPlace } = await openDelayed();
    await control.company.update({ name: "Loja" }, inPlace);
    expect(await left(shop)).toHaveLength(1);
    const headers = { "x-operator-key": operatorKey, "x-sandbox-company": inPlace.sandboxCompany };
    const paying = await fetch(`${url}/payments`, { method: "POST", headers, body: "{}" });
    expect(paying.status).toBe(401);
  });
});
