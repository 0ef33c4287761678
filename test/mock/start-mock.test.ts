import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { readContract } from "../../src/contract/read-bundled-contract.ts";
import { type Mock, type MockOptions, startMock } from "../../src/mock/index.ts";
import { exchange } from "./send-request.ts";

const id = "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d";

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

function read({ url }: Mock) {
  return exchange(`${url}/payments/${id}`, { headers: { authorization: "Bearer any" } });
}

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

test("a failure of Prism returns 500, and is logged", async () => {
  const log: string[] = [];
  const document = contractWith(({ parameters }) => {
    parameters.PaymentId.style = "label";
  });
  const mock = await start({ document, log: (text) => log.push(text) });

  const { status, body } = await read(mock);

  const data = { message: "Internal server error", statusCode: 500 };
  expect({ status, body }).toMatchObject({ status: 500, body: { data } });
  expect(log).toEqual([expect.stringMatching(/^GET \/payments\/\S+ 500 .*Label/)]);
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
