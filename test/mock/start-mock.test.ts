import { once } from "node:events";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { describe, expect, onTestFinished, test } from "vitest";
import { createCentavo, isReturnCode } from "../../src/client/index.ts";
import { readContract } from "../../src/contract/read-bundled-contract.ts";
import { type Mock, type MockOptions, startMock } from "../../src/mock/index.ts";
import { body } from "../sandbox/contract-examples.ts";
import { exchange } from "./send-request.ts";

const id = "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d";
const authorization = "Bearer any";

async function start(options?: MockOptions): Promise<Mock> {
  const mock = await startMock(options);
  onTestFinished(mock.close);
  return mock;
}

// biome-ignore lint/suspicious/noExplicitAny: each test changes it somewhere else.
function contractWith(change: (components: any) => void): object {
  const document = structuredClone(readContract());
  change(document.components);
  return document;
}

function read({ url }: Mock, prefer = "") {
  return exchange(`${url}/payments/${id}`, { headers: { authorization, prefer } });
}

test("the client works with a mock, errors included", async () => {
  const { url: baseUrl } = await start();
  const centavo = createCentavo({ baseUrl, publicKey: "any", privateKey: "any" });

  const { data: payments } = await centavo.payments.list();
  const missing = centavo.payments.get(id, { headers: { Prefer: "code=404" } });

  expect(payments).not.toEqual([]);
  await expect(missing).rejects.toSatisfy((error) => isReturnCode(error, "PaymentNotFound"));
});

test("many run at the same time, on loopback, and closing one closes no other", async () => {
  const all = await Promise.all([1, 2, 3, 4, 5].map(() => start()));
  const [first, ...others] = all as [Mock, ...Mock[]];

  await first.close();
  // A second time too.
  await first.close();

  await expect(read(first)).rejects.toThrow("fetch failed");
  for (const other of others) {
    expect(other.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(await read(other)).toMatchObject({ status: 200 });
  }
  expect(new Set(others.map(({ url }) => url)).size).toBe(4);
});

const addresses = Object.values(networkInterfaces()).flat();
const hasIpv6 = addresses.some((one) => one?.address === "::1");

test.runIf(hasIpv6)("an IPv6 host results in a valid address", async () => {
  const mock = await start({ host: "::1" });
  expect(mock.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect(await read(mock)).toMatchObject({ status: 200 });
});

test("another document is used, and not changed", async () => {
  const document = contractWith(({ examples }) => {
    examples["payments.get.card"].value.data.amount = 1;
  });
  const before = structuredClone(document);
  expect(await read(await start({ document }))).toMatchObject({ body: { data: { amount: 1 } } });
  expect(document).toEqual(before);
  expect(await read(await start())).toMatchObject({ body: { data: { amount: 14970 } } });
});

describe("with another document", () => {
  test("whole steps are checked", async () => {
    const document = contractWith(({ schemas }) => {
      schemas.ChargedAmount.multipleOf = 5;
    });
    const message = ["Request body property billingData.amount must be multiple of 5"];
    expect(await pay(document, 4991)).toMatchObject({ status: 400, body: { data: { message } } });
  });

  test("a branch of a union may have no single value that decides for it", async () => {
    const document = contractWith(({ schemas }) => {
      schemas.PixPaymentCreate.properties.paymentType = { enum: ["pix", "spi"] };
    });
    expect(await pay(document, 4990, "spi")).toMatchObject({ status: 200 });
    expect(await pay(document, 0, "spi")).toMatchObject({ status: 400 });
  });

  async function pay(document: object, amount: number, paymentType = "pix") {
    const { url } = await start({ document });
    const sent = { ...body("payments.create", "pix"), paymentType, billingData: { amount } };
    return exchange(`${url}/payments`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(sent),
    });
  }
});

test.each([
  {
    what: "a response that cannot be made up",
    document: contractWith(({ schemas: { Timestamp } }) => {
      delete Timestamp.examples;
      // The result is not a date from its first character on.
      Timestamp.pattern = "Z$";
    }),
    prefer: "dynamic=true",
    line: /^GET \/payments\/\S+ 500 .*TypeError/,
  },
  {
    what: "a parameter that cannot be read",
    document: contractWith(({ parameters }) => {
      parameters.PaymentId.style = "label";
    }),
    prefer: "code=200",
    line: /^GET \/payments\/\S+ 500 .*Label/,
  },
])("a failure of Prism returns 500, and is logged: $what", async ({ document, prefer, line }) => {
  const log: string[] = [];
  const mock = await start({ document, log: (text) => log.push(text) });

  const { status, body } = await read(mock, prefer);

  const data = { message: "Internal server error", statusCode: 500 };
  expect({ status, body }).toMatchObject({ status: 500, body: { data } });
  expect(log.join()).toMatch(line);
  // A terminal would do something, and a line would end.
  expect(log.join()).not.toMatch(/\p{C}/u);
});

test("a port in use, an invalid one and another machine's host are rejected", async () => {
  const port = Number(new URL((await start()).url).port);
  await expect(startMock({ port })).rejects.toThrow(`port ${port} of 127.0.0.1 is in use`);
  await expect(startMock({ port: 70_000 })).rejects.toThrow("70000");
  for (const host of ["192.0.2.1", "nowhere.invalid"]) {
    const problem = `${host} is not an address of this machine`;
    await expect(startMock({ host })).rejects.toThrow(problem);
  }
});

const unfinished = "POST /payments HTTP/1.1\r\nHost: mock\r\nContent-Length: 9\r\n\r\n{";

/** Opens a connection, and resolves when the text has arrived. */
async function open(mock: Mock, text: string) {
  const { hostname, port } = new URL(mock.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  await read(mock);
  return { socket, closed: once(socket, "close") };
}

test.each([
  ["an idle connection", ""],
  ["half a head", "GET /payments HTTP/1.1\r\n"],
  ["half a body", unfinished],
])("it closes promptly with %s open", async (_, text) => {
  const mock = await start();
  const { closed } = await open(mock, text);

  const before = performance.now();
  await mock.close();

  expect(performance.now() - before).toBeLessThan(5_000);
  await closed;
  await expect(read(mock)).rejects.toThrow("fetch failed");
});

test("an aborted request does no harm", async () => {
  const log: string[] = [];
  const mock = await start({ log: (line) => log.push(line) });
  const { socket, closed } = await open(mock, unfinished);

  socket.destroy();
  await closed;
  await read(mock);

  expect(log).toEqual(Array(2).fill(`GET /payments/${id} 200`));
});
