import { request } from "node:http";
import { expect, test } from "vitest";
import { openSandbox, openShop } from "./company-fixture.ts";

/** The status of a call with headers that `fetch` does not let one set. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

const CONTROL = "/_sandbox/health";

test.each(["localhost", "localhost:1", "127.0.0.1", "127.1.2.3:9", "[::1]:80", "LOCALHOST"])(
  "the control interface accepts %s as Host and Origin",
  async (host) => {
    const { url } = await openShop();
    expect(await statusOf(url + CONTROL, { host })).toBe(200);
    expect(await statusOf(url + CONTROL, { host, origin: `http://${host}` })).toBe(200);
  },
);

test.each(["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "a b"])(
  "the control interface rejects %s as Host and Origin, against DNS rebinding",
  async (host) => {
    const { url } = await openShop();
    expect(await statusOf(url + CONTROL, { host })).toBe(403);
    expect(await statusOf(url + CONTROL, { host, origin: `http://${host}` })).toBe(403);
  },
);

test.each(["http://evil.example", "https://localhost.evil.example", "null", "", "file://"])(
  "the control interface rejects the Origin %s",
  async (origin) => {
    const { url } = await openShop();
    expect(await statusOf(url + CONTROL, { origin })).toBe(403);
  },
);

test("a percent-encoded path does not bypass it", async () => {
  const { url } = await openShop();
  const status = await statusOf(`${url}/%5Fsandbox%2Fhealth`, { host: "evil.example" });
  expect(status).toBe(403);
});

test("the service rejects a foreign host name too, since everyone knows the keys on loopback", async () => {
  const shop = await openShop();
  const authorization = `Bearer ${await shop.token()}`;
  const headers = { host: "api.example", authorization };
  expect(await statusOf(`${shop.url}/payments`, headers)).toBe(403);
});

test("the control interface accepts the host of the public address as Host and Origin", async () => {
  const publicUrl = "https://pay.example/sandbox";
  const { url } = await openSandbox({ publicUrl, controlToken: "control" });
  const page = { host: "pay.example", origin: "https://pay.example" };
  expect(await statusOf(url + CONTROL, page)).toBe(200);
  // A proxy may call the sandbox by the name that it has on this machine.
  expect(await statusOf(url + CONTROL, { ...page, host: "localhost" })).toBe(200);
  expect(await statusOf(url + CONTROL, { host: "evil.example" })).toBe(403);
  expect(await statusOf(url + CONTROL, { ...page, origin: "https://evil.example" })).toBe(403);
});

test("a sandbox that listens everywhere accepts any Host, but only its own Origin", async () => {
  const { url } = await openSandbox({ host: "0.0.0.0", controlToken: "control" });
  expect(await statusOf(url + CONTROL, { host: "sandbox:4020" })).toBe(200);
  const page = { host: "sandbox:4020", origin: "http://sandbox" };
  expect(await statusOf(url + CONTROL, page)).toBe(200);
  expect(await statusOf(url + CONTROL, { ...page, origin: "http://evil.example" })).toBe(403);
});
