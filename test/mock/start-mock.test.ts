import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, test } from "vitest";
import { createCentavo, isReturnCode } from "../../src/client/index.ts";
import { type Mock, type MockOptions, startMock } from "../../src/mock/index.ts";
import { exchange } from "./send-request.ts";

const id = "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d";
const running: Mock[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((mock) => mock.close()));
});

async function start(options?: MockOptions): Promise<Mock> {
  const mock = await startMock(options);
  running.push(mock);
  return mock;
}

function readContract() {
  return JSON.parse(readFileSync("generated/openapi.json", "utf8"));
}

async function open(mock: Mock, text: string): Promise<Socket> {
  const { hostname, port } = new URL(mock.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

/** Resolves when all that was written before has arrived. */
async function settle(mock: Mock): Promise<void> {
  await exchange(`${mock.url}/payments`);
}

test("the client works with a mock, errors included", async () => {
  const mock = await start();
  const centavo = createCentavo({ baseUrl: mock.url, publicKey: "any", privateKey: "any" });

  const { data: payments } = await centavo.payments.list();
  const error = await centavo.payments
    .get(id, { headers: { Prefer: "code=404" } })
    .catch((reason) => reason);

  expect(payments).not.toEqual([]);
  expect(isReturnCode(error, "PaymentNotFound")).toBe(true);
});

test("by default it listens on loopback only, at any free port", async () => {
  const mock = await start();
  expect(mock.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
});

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === "::1");

test.runIf(hasIpv6)("an IPv6 host results in a valid address", async () => {
  const mock = await start({ host: "::1" });
  expect(mock.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect(await exchange(`${mock.url}/auth`)).toMatchObject({ status: 405 });
});

test("many run at the same time, and closing one closes no other", async () => {
  const [first, ...others] = await Promise.all([1, 2, 3, 4, 5].map(() => start()));

  await first?.close();

  await expect(exchange(`${first?.url}/payments`)).rejects.toThrow("fetch failed");
  for (const { url } of others) {
    expect(await exchange(`${url}/payments`)).toMatchObject({ status: 401 });
  }
  expect(new Set(others.map(({ url }) => url)).size).toBe(4);
});

test("it uses another document, and does not change it", async () => {
  const document = readContract();
  document.components.examples["payments.get.card"].value.data.amount = 1;
  const before = structuredClone(document);
  const other = await start({ document });
  const usual = await start();
  const headers = { authorization: "Bearer any" };

  const { body } = await exchange(`${other.url}/payments/${id}`, { headers });

  expect(body).toMatchObject({ data: { amount: 1 } });
  expect(document).toEqual(before);
  expect(await exchange(`${usual.url}/payments/${id}`, { headers })).toMatchObject({
    body: { data: { amount: 14970 } },
  });
});

describe("with another document", () => {
  test("whole steps are checked", async () => {
    const document = readContract();
    document.components.schemas.ChargedAmount.multipleOf = 5;
    const { status, body } = await pay(document, { paymentType: "pix", amount: 4991 });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        data: { message: ["Request body property billingData.amount must be multiple of 5"] },
      },
    });
  });

  test("a branch of a union may have no single value that decides for it", async () => {
    const document = readContract();
    document.components.schemas.PixPaymentCreate.properties.paymentType = { enum: ["pix", "spi"] };
    expect(await pay(document, { paymentType: "spi", amount: 4990 })).toMatchObject({
      status: 200,
    });
    expect(await pay(document, { paymentType: "spi", amount: 0 })).toMatchObject({ status: 400 });
  });

  async function pay(document: object, { paymentType = "", amount = 0 }) {
    const { url } = await start({ document });
    const { value } = readContract().components.examples["payments.create.pix.request"];
    return exchange(`${url}/payments`, {
      method: "POST",
      headers: { authorization: "Bearer any", "content-type": "application/json" },
      body: JSON.stringify({ ...value, paymentType, billingData: { amount } }),
    });
  }
});

describe("a failure of Prism returns 500 in the envelope, and logged with its reason:", () => {
  const failing: [what: string, change: (components: never) => void, prefer: string, RegExp][] = [
    [
      "a response that cannot be made up",
      ({ schemas }: { schemas: { Timestamp: { examples?: unknown; pattern: string } } }) => {
        delete schemas.Timestamp.examples;
        // The result is not a date from its first character on.
        schemas.Timestamp.pattern = "Z$";
      },
      "dynamic=true",
      /^GET \/payments\/\S+ 500 .*TypeError/,
    ],
    [
      "a parameter that cannot be read",
      ({ parameters }: { parameters: { PaymentId: { style?: string } } }) => {
        parameters.PaymentId.style = "label";
      },
      "code=200",
      /^GET \/payments\/\S+ 500 .*Label/,
    ],
  ];

  test.each(failing)("%s", async (_, change, prefer, line) => {
    const document = readContract();
    change(document.components as never);
    const log: string[] = [];
    const mock = await start({ document, log: (text) => log.push(text) });
    const headers = { authorization: "Bearer any", prefer };

    const { status, body } = await exchange(`${mock.url}/payments/${id}`, { headers });

    const data = { message: "Internal server error", statusCode: 500 };
    expect({ status, body }).toMatchObject({ status: 500, body: { data } });
    expect(log.join()).toMatch(line);
    // A terminal would do something, and a line would end.
    expect(log.join()).not.toMatch(/\p{C}/u);
  });
});

describe("it rejects", () => {
  test("a port that is in use, by name", async () => {
    const { port } = new URL((await start()).url);
    await expect(startMock({ port: Number(port) })).rejects.toThrow(
      `port ${port} of 127.0.0.1 is in use`,
    );
  });

  test.each(["192.0.2.1", "nowhere.invalid"])("%s, which is another machine's", async (host) => {
    await expect(startMock({ host })).rejects.toThrow(`${host} is not an address of this machine`);
  });

  test("an invalid port", async () => {
    await expect(startMock({ port: 70_000 })).rejects.toThrow("70000");
  });
});

const unfinished = "POST /payments HTTP/1.1\r\nHost: mock\r\nContent-Length: 9\r\n\r\n{";

describe("it closes promptly", () => {
  test.each([
    ["an idle connection", ""],
    ["half a head", "GET /payments HTTP/1.1\r\n"],
    ["half a body", unfinished],
  ])("with %s open", async (_, text) => {
    const mock = await start();
    const socket = await open(mock, text);
    await settle(mock);
    const closed = once(socket, "close");

    const before = performance.now();
    await mock.close();

    expect(performance.now() - before).toBeLessThan(5_000);
    await closed;
    await expect(exchange(`${mock.url}/payments`)).rejects.toThrow("fetch failed");
  });

  test("a second time too", async () => {
    const mock = await start();
    await mock.close();
    await mock.close();
  });
});

test("an aborted request does no harm", async () => {
  const log: string[] = [];
  const mock = await start({ log: (line) => log.push(line) });
  const socket = await open(mock, unfinished);
  await settle(mock);

  socket.destroy();
  await once(socket, "close");
  await settle(mock);

  expect(log).toEqual(["GET /payments 401", "GET /payments 401"]);
});
