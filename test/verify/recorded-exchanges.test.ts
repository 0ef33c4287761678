import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Cursor } from "../../src/contract/cursor.ts";
import { readContract } from "../../src/contract/read-bundled-contract.ts";
import { TrafficError } from "../../src/verify/traffic/recording.ts";
import { readExchanges } from "../../src/verify/traffic/verify-traffic.ts";

const contract = Cursor.root(readContract());
const folder = mkdtempSync(join(tmpdir(), "centavo-traffic-"));
const file = join(folder, "traffic");
afterAll(() => rmSync(folder, { recursive: true }));

const id = "7c5e0b94-3d21-4f68-a9b7-1e8d6f04c352";
const secret = "sandbox_private_4e1f";
const list = { data: [{ note: 'á€😀 "]}\\' }] };

interface Parts {
  method?: string;
  url?: string;
  status?: number;
  sent?: object;
  received?: object;
  more?: object;
}

function entry({ method = "GET", url = "/payments", status = 200, ...parts }: Parts = {}) {
  const address = url.startsWith("/") ? `https://api.example/v1${url}` : url;
  const content = { size: 9999, mimeType: "application/json", text: JSON.stringify(list) };
  return {
    request: { method, url: address, headers: [], bodySize: 0, ...parts.sent },
    response: { status, content: { ...content, ...parts.received } },
  };
}

function har(...entries: unknown[]): string {
  const pages = [{ title: '{"log":{"entries":[{}]}}', entries: [{}] }];
  return JSON.stringify({ log: { version: "entries", pages, entries, entriesOf: [{}] } });
}

function event(data: object, type = "request.completed"): string {
  const request = { method: "GET", path: "/payments", status: 200, query: {}, response: list };
  return JSON.stringify({
    id: 1,
    type,
    data: { ...request, body: null, subaccountId: null, ...data },
  });
}

/** What is read, in short: the skipped entries by their reason. */
async function read(content: string | Uint8Array, address = "https://api.example/v1") {
  writeFileSync(file, content);
  return (await readExchanges(file, contract, address)).map((each) => {
    if ("skipped" in each) return each.skipped;
    const { operation, ...exchange } = each;
    return { id: operation.id, ...exchange };
  });
}

async function failure(content: string | Uint8Array): Promise<string> {
  const error = await read(content).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TrafficError);
  return (error as TrafficError).message;
}

const listed = { id: "payments.list", path: {}, query: {}, status: 200, body: list };

describe("a HAR", () => {
  test("becomes exchanges, with the base path of the service left out", async () => {
    const refund = entry({
      method: "POST",
      url: "/payments/refund?a=b+c",
      status: 400,
      sent: {
        headers: [{ name: "X-Subaccount-Id", value: id }],
        postData: { text: btoa('{"amount":1}'), encoding: "base64" },
      },
      received: { text: btoa("<p>"), encoding: "base64", size: 3 },
    });
    const get = entry({ url: "/payments/a%2Fb%20c" });
    const remove = entry({ method: "DELETE", url: "/subscriptions/%zz/remove_split/2" });
    expect(await read(har(entry(), refund, get, remove))).toEqual([
      listed,
      {
        id: "payments.refund",
        path: {},
        query: { a: "b c" },
        requestBody: { amount: 1 },
        status: 400,
        body: undefined,
      },
      { ...listed, id: "payments.get", path: { paymentId: "a/b c" } },
      {
        ...listed,
        id: "subscriptions.removeSplit",
        path: { subscriptionId: "%zz", splitId: "2" },
      },
    ]);
  });

  test.each<[why: string, parts: Parts]>([
    ["another address", { url: "https://cdn.example/x.js" }],
    ["another address", { url: "data:text/plain,x" }],
    ["another address", { url: "https://[" }],
    ["another address", { url: "chrome-extension://abc/payments" }],
    ["another address", { url: "https://api.example/v2/payments" }],
    ["another address", { url: "https://api.example/v11/payments" }],
    ["another address", { url: "https://api.example:8443/v1/payments" }],
    ["no operation of the contract", { method: "OPTIONS" }],
    ["no operation of the contract", { url: "/payments/a/b/c" }],
    ["no response", { status: 0 }],
    ["a body that was not recorded", { received: { text: undefined } }],
    ["a body that was not recorded", { received: { text: undefined, size: 0 } }],
    ["a body that was not recorded", { received: { text: undefined, size: -1, mimeType: "" } }],
    ["a body that was not recorded", { received: { text: '{"data":[', size: 700 } }],
    ["a body that was not recorded", { sent: { bodySize: 8 } }],
    ["a redacted value", { sent: { postData: { text: '{"publicKey":"[redacted]"}' } } }],
    ["a redacted value", { received: { text: '{"publicKey":"REDACTED"}' } }],
    ["a redacted value", { url: "/payments/[redacted]" }],
    ["a repeated query parameter", { url: "/payments?page=1&page=2" }],
    ["a request body that is not JSON", { sent: { postData: { text: "a=b" } } }],
  ])("leaves out %s: %j", async (why, parts) => {
    expect(await read(har(entry(), entry(), entry(parts)))).toEqual([listed, listed, why]);
  });

  test("leaves out a body of more than 10 MB", async () => {
    const long = entry({ received: { text: `"${"a".repeat(1e7)}"` } });
    expect(await read(har(entry(), long))).toEqual([listed, "a body of more than 10 MB"]);
  });

  test("may begin with a byte order mark, and be printed in lines", async () => {
    const printed = JSON.stringify(JSON.parse(har(entry())), null, 2);
    expect(await read(`\uFEFF${printed}\n`)).toEqual([listed]);
  });
});

describe("events of a sandbox", () => {
  test("become exchanges if they are requests", async () => {
    const data = {
      path: `/payments/${id}`,
      query: { page: "2" },
      body: { a: 1 },
    };
    const lines = [
      event(data),
      "",
      event({ path: null }, "payment.updated"),
      event({ response: null }),
    ];
    expect(await read(`\uFEFF${lines.join("\r\n")}\n`, "api.example")).toEqual([
      {
        ...listed,
        id: "payments.get",
        path: { paymentId: id },
        query: { page: "2" },
        requestBody: { a: 1 },
      },
      { ...listed, body: undefined },
    ]);
  });

  test.each<[why: string, data: object]>([
    ["no operation of the contract", { path: "/_sandbox/clock" }],
    ["no response", { status: null, response: null }],
    ["a redacted value", { body: { cardData: { cardNumber: "[redacted]" } } }],
    ["a redacted value", { response: { "[redacted]": 1 } }],
    ["a body that was not recorded", { response: "30211 characters" }],
    ["a body that was not recorded", { body: "nested too deep" }],
  ])("are left out with %s: %j", async (why, data) => {
    expect(await read(`${event({})}\n${event(data)}`)).toEqual([listed, why]);
  });
});

test("a service may be at the root of its host, and an address may end in a slash", async () => {
  const content = har(entry({ url: "https://api.example/payments" }));
  expect(await read(content, "https://api.example")).toEqual([listed]);
  expect(await read(content, "https://API.example/")).toEqual([listed]);
});

describe("bad input fails with one line that says what, where and what to do:", () => {
  const whole = har({ ...entry(), [secret]: 1 }, entry());
  const missing = (from: string, to: string) => whole.replace(from, to);

  test.each<[message: string, content: string | Uint8Array]>([
    ["the file is empty: save the traffic again", ""],
    ["line 1 is not valid JSON: save the traffic again", `<html>${secret}`],
    ["line 1 is no event of a sandbox: save what centavo events --json prints", "\uFEFF[]"],
    ["the file is not valid JSON: save the traffic again", whole.slice(0, -20)],
    [
      "the file is not valid JSON: save the traffic again",
      missing('{"request":', `{"request"${secret}:`),
    ],
    ["the HAR has no log.entries: export the HAR again", '{"log":{"x":[{"entries":1}]}}'],
    ["the HAR has no log.entries: export the HAR again", '{"log":null}'],
    ["line 3 is not valid JSON: save the traffic again", `${event({})}\n\n{"${secret}`],
    ["line 1 is not valid JSON: save the traffic again", '{"lo'],
    [
      "line 1 is not valid JSON: save the traffic again",
      event({}).replace('"body":null', `"body":${"[".repeat(2e5)}${"]".repeat(2e5)}`),
    ],
    [
      "line 1 is no event of a sandbox: save what centavo events --json prints",
      `{"id":"${secret}"}`,
    ],
  ])("%s", async (message, content) => {
    expect(await failure(content)).toBe(message);
  });

  test("the file is larger than 256 MB: save fewer requests", async () => {
    truncateSync(file, 256e6 + 1);
    const message = "the file is larger than 256 MB: save fewer requests";
    await expect(readExchanges(file, contract)).rejects.toThrow(new TrafficError(message));
  });

  test.each([
    [
      "the file cannot be read (ENOENT): check its path and its permissions",
      join(folder, "missing"),
    ],
    ["the file cannot be read (EISDIR): check its path and its permissions", folder],
    ["the file is empty: save the traffic again", "/dev/null"],
  ])("%s", async (message, path) => {
    await expect(readExchanges(path, contract)).rejects.toThrow(new TrafficError(message));
  });
});
