import { request } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../../src/sandbox-node/index.ts";
import { EXPOSED, OPERATOR_KEY, openSandbox, openShop } from "../company-fixture.ts";

/** The status of a call with headers that `fetch` does not let one set. */
function statusOf(
  url: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<number | undefined> {
  // Node would send its own for an empty one.
  const options = { method, headers, setHost: headers.host === undefined };
  return new Promise((resolve, reject) => {
    request(url, options, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

const CONTROL = "/_sandbox/health";

test("the control API accepts this machine as Host and Origin", async () => {
  const { url } = await openShop();
  const hosts = ["localhost", "localhost:1", "127.0.0.1", "127.1.2.3:9", "[::1]:80", "LOCALHOST"];
  for (const host of hosts) {
    expect(await statusOf(url + CONTROL, { host }), host).toBe(200);
    expect(await statusOf(url + CONTROL, { host, origin: `http://${host}` }), host).toBe(200);
  }
  // A proxy may end TLS.
  const page = { host: "localhost", origin: "https://localhost" };
  expect(await statusOf(url + CONTROL, page)).toBe(200);
});

const OTHER_HOSTS = [
  ...["evil.example:4020", "localhost.evil.example", "127.0.0.1.evil.example", "xlocalhost", ""],
  ...["127.0.0.1@evil.example", "evil.example/127.0.0.1", "127.0.0.1, evil.example", "localhostx"],
  ...["10.0.0.1", "169.254.169.254", "128.0.0.1", "0.0.0.0", "[::2]", "[::ffff:10.0.0.1]"],
];

const OTHER_ORIGINS = [
  ...["http://evil.example", "http://localhost.evil.example", "http://127.0.0.1@evil.example"],
  ...["null", "", "file://", "localhost", "http://localhost, http://evil.example", "http://[::2]"],
  ...["http://10.0.0.1", "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"],
];

test("nothing responds to another host or origin, against DNS rebinding", async () => {
  const { url } = await openShop();
  for (const headers of [
    ...OTHER_HOSTS.flatMap((host) => [{ host }, { host, origin: `http://${host}` }]),
    ...OTHER_ORIGINS.map((origin) => ({ host: "127.0.0.1", origin })),
  ])
    for (const path of [CONTROL, "/_sandbox/nothing", "/payments"])
      expect(await statusOf(url + path, headers), JSON.stringify(headers)).toBe(403);
});

test("the control API accepts the host of the public address as Host and Origin", async () => {
  const publicUrl = "https://pay.example/sandbox";
  const { url } = await openSandbox({ publicUrl, operatorKey: OPERATOR_KEY });
  const page = { host: "pay.example", origin: "https://pay.example" };
  expect(await statusOf(url + CONTROL, page)).toBe(200);
  // A proxy may call the sandbox by the name that it has on this machine.
  expect(await statusOf(url + CONTROL, { ...page, host: "localhost" })).toBe(200);
  expect(await statusOf(url + CONTROL, { host: "evil.example" })).toBe(403);
  expect(await statusOf(url + CONTROL, { ...page, origin: "https://evil.example" })).toBe(403);
});

test("a sandbox that listens everywhere accepts any Host, but only its own Origin", async () => {
  const { url } = await openSandbox(EXPOSED);
  expect(await statusOf(url + CONTROL, { host: "sandbox:4020" })).toBe(200);
  const page = { host: "sandbox:4020", origin: "http://sandbox:4020" };
  expect(await statusOf(url + CONTROL, page)).toBe(200);
  for (const origin of ["http://evil.example", "http://sandbox", "http://localhost:4020"])
    expect(await statusOf(url + CONTROL, { ...page, origin })).toBe(403);
});

test.for(["::1", "::ffff:127.0.0.1"])(
  "a sandbox that listens on %s responds",
  async (host, { skip }) => {
    const sandbox = await startSandbox({ ...EXPOSED, host }).catch(() => undefined);
    if (!sandbox) return skip("This machine has no such address.");
    onTestFinished(sandbox.close);
    expect(await statusOf(sandbox.url + CONTROL)).toBe(200);
  },
);

describe("a page on another port of this machine", () => {
  // What a browser sends with `fetch(url, { method: "POST", mode: "no-cors" })`, or with a form.
  test.each([
    { origin: "http://127.0.0.1:1" },
    { origin: "http://localhost:1" },
    { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" },
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
    { "sec-fetch-site": "anything" },
  ])("creates no company, with %j", async (headers) => {
    const { url } = await openShop();
    expect(await statusOf(`${url}/_sandbox/companies`, headers, "POST")).toBe(403);
  });

  const paths = ["/", "/payments", "/_sandbox/receiver/x", "/_sandbox/inspector/session", CONTROL];
  test.each(paths)("gets nothing from %s", async (path) => {
    const { url } = await openShop();
    const page = { accept: "text/html", "sec-fetch-site": "same-site" };
    for (const dest of ["empty", "iframe", "script", "image"]) {
      const headers = { ...page, "sec-fetch-dest": dest };
      expect(await statusOf(url + path, headers), dest).toBe(403);
    }
  });

  test("may link to the inspector, and show a QR code as it may with that of the service", async () => {
    const shop = await openShop();
    const payment = await shop.pay("pix");
    const file = payment.paymentMethod === "pix" ? payment.pixDetails.qrCodeUrl : "";
    for (const site of ["same-site", "cross-site"]) {
      const page = { accept: "text/html", "sec-fetch-site": site };
      const link = { ...page, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
      const image = { ...page, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
      expect(await statusOf(`${shop.url}/`, link)).toBe(200);
      expect(await statusOf(shop.url + new URL(file).pathname, image)).toBe(200);
    }
  });

  test("is not the sandbox's own page, which may do everything", async () => {
    const { url } = await openSandbox();
    const own = { origin: url, "sec-fetch-site": "same-origin" };
    expect(await statusOf(`${url}/_sandbox/companies`, own, "POST")).toBe(200);
    // As from the address bar.
    expect(await statusOf(url + CONTROL, { "sec-fetch-site": "none" })).toBe(200);
  });
});
