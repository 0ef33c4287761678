import { createServer, type IncomingHttpHeaders, request } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type { ProxiedSandbox } from "../../scripts/docs/sandbox-proxy.ts";
import { serveFolder } from "../../scripts/docs/serve-folder.ts";
import { startSandbox } from "../../src/sandbox-node/index.ts";
import { listen } from "../listen.ts";
import { newFolder } from "../sandbox/database-file.ts";

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer };

/** A docs server in front of a sandbox. Returns what calls it, with headers that `fetch` does not let one set. */
async function docsFor(sandbox: ProxiedSandbox | undefined) {
  const docs = await serveFolder(newFolder(), { sandbox });
  onTestFinished(docs.close);
  return (
    path: string,
    headers: Record<string, string> = {},
    { method = "GET", body = "" } = {},
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      request(docs.url + path, { method, headers }, async (response) => {
        const { statusCode: status, headers } = response;
        resolve({ status, headers, body: await buffer(response) });
      })
        .on("error", reject)
        .end(body);
    });
}

/** A docs server in front of a new sandbox, and what asks for a token through it. */
async function docsForNewSandbox() {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const call = await docsFor(sandbox);
  const headers = { "content-type": "application/json" };
  const tokenFor = (keys: object) =>
    call("/sandbox-api/auth", headers, { method: "POST", body: JSON.stringify(keys) });
  return { sandbox, call, tokenFor };
}

const dataOf = ({ body }: Answer) => JSON.parse(body.toString()).data;

/** A server in place of the sandbox, which remembers what it received. */
async function recorder(type: string, body: string | Uint8Array) {
  const received: object[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: await text(request) });
    response.writeHead(201, { "content-type": type, "set-cookie": "session=1" }).end(body);
  });
  return { received, url: await listen(server) };
}

const keys = { publicKey: "public", privateKey: "private" };

test.each([
  ["Host", { host: "evil.example" }],
  ["Origin", { origin: "http://evil.example" }],
  ["Origin without a name", { origin: "null" }],
  ["Origin with another port", { origin: "http://127.0.0.1:1" }],
  ["Sec-Fetch-Site", { "sec-fetch-site": "cross-site" }],
  ["Sec-Fetch-Site of another port", { "sec-fetch-site": "same-site" }],
])("refuses a foreign %s, also for the keys", async (_, headers) => {
  const { received, url } = await recorder("text/plain", "");
  const call = await docsFor({ url, ...keys });

  for (const path of ["payments", "keys", "_sandbox/clock"]) {
    const answer = await call(`/sandbox-api/${path}`, headers);
    expect(answer.status).toBe(403);
    expect(answer.body.toString()).not.toContain("private");
    expect(dataOf(answer).message).toEqual(expect.any(String));
  }
  expect(received).toEqual([]);
});

test("forwards the method, the query, the body and the headers of the interface, and returns the bytes of a file", async () => {
  const file = Buffer.from("%PDF-1.7\n\u00ff\u00fe\u0000\r\n", "latin1");
  const { received, url } = await recorder("application/pdf", file);
  const call = await docsFor({ url, ...keys });

  const answer = await call(
    "/sandbox-api/payments?page=2&status=PAID%20x",
    {
      ...{ authorization: "Bearer token", "x-subaccount-id": "an-id", "x-operator-key": "secret" },
      ...{ "content-type": "application/json", cookie: "session=1", "x-other": "1" },
      ...{ referer: "http://127.0.0.1/", "sec-fetch-site": "same-origin" },
    },
    { method: "PUT", body: '{"a":1}' },
  );

  expect(received).toMatchObject([
    {
      ...{ method: "PUT", url: "/payments?page=2&status=PAID%20x", body: '{"a":1}' },
      headers: {
        ...{ authorization: "Bearer token", "x-subaccount-id": "an-id" },
        ...{ "content-type": "application/json", "x-operator-key": "secret" },
      },
    },
  ]);
  const [{ headers }] = received as [{ headers: IncomingHttpHeaders }];
  for (const name of ["cookie", "x-other", "referer"]) expect(headers).not.toHaveProperty(name);
  expect(answer.status).toBe(201);
  expect(answer.headers).not.toHaveProperty("set-cookie");
  expect(answer.body).toEqual(file);
  // A browser must not show it as a page of the docs.
  expect(answer.headers).toMatchObject({
    "content-type": "application/pdf",
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  });
});

test("gives the keys of the sandbox, which pay, and says plainly when it is down", async () => {
  const { sandbox, call, tokenFor } = await docsForNewSandbox();
  const answer = await tokenFor(dataOf(await call("/sandbox-api/keys")));
  expect(answer.status).toBe(200);
  expect(dataOf(answer)).toHaveProperty("access_token");

  await sandbox.close();
  const down = await call("/sandbox-api/payments");
  expect(down.status).toBe(502);
  expect(dataOf(down).message).toMatch(/^The sandbox did not answer: it may have ended/);
});
