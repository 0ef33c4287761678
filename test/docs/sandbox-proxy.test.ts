import { writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ProxiedSandbox } from "../../scripts/docs/sandbox-proxy.ts";
import { serveFolder } from "../../scripts/docs/serve-folder.ts";
import { type ReceivedRequest, serve } from "../../src/http-server/http-server.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { newFolder } from "../sandbox/database-file.ts";

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** A docs server in front of a sandbox. Returns what calls it, with headers that `fetch` does not let one set. */
async function docsFor(sandbox: ProxiedSandbox | undefined) {
  const folder = newFolder();
  writeFileSync(join(folder, "index.html"), "The docs");
  const docs = await serveFolder(folder, { sandbox });
  onTestFinished(docs.close);
  return (
    path: string,
    headers: Record<string, string> = {},
    { method = "GET", body = "" } = {},
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      request(docs.url + path, { method, headers }, async (response) => {
        const pieces: Buffer[] = await response.toArray();
        const { statusCode: status = 0 } = response;
        resolve({ status, headers: response.headers, body: Buffer.concat(pieces) });
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
  const received: ReceivedRequest[] = [];
  const server = await serve(
    { port: 0, host: "127.0.0.1" },
    {
      errorResponse: (status, message) => ({ status, headers: {}, body: message }),
      async handle(each) {
        received.push(each);
        const headers = { "content-type": type, "set-cookie": "session=1" };
        return { status: 201, headers, body };
      },
    },
  );
  onTestFinished(() => server.close());
  return { received, url: server.url };
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

  for (const path of [
    "/sandbox-api/payments",
    "/sandbox-api/keys",
    "/sandbox-api/_sandbox/clock",
  ]) {
    const answer = await call(path, headers);
    expect(answer.status).toBe(403);
    expect(answer.body.toString()).not.toContain("private");
    expect(dataOf(answer).message).toEqual(expect.any(String));
  }
  expect(received).toEqual([]);
});

test("forwards the method, the query, the body and the headers of the interface, and nothing else", async () => {
  const { received, url } = await recorder("application/json", "{}");
  const call = await docsFor({ url, ...keys });

  const answer = await call(
    "/sandbox-api/payments?page=2&status=PAID%20x",
    {
      ...{ authorization: "Bearer token", "x-subaccount-id": "an-id", "x-control-token": "secret" },
      ...{ "content-type": "application/json", cookie: "session=1", "x-other": "1" },
      ...{ referer: "http://127.0.0.1/", "sec-fetch-site": "same-origin" },
    },
    { method: "PUT", body: '{"a":1}' },
  );

  const [{ method, target, headers, body } = {} as ReceivedRequest] = received;
  expect(received).toHaveLength(1);
  expect([method, target, body.toString()]).toEqual([
    "PUT",
    "/payments?page=2&status=PAID%20x",
    '{"a":1}',
  ]);
  expect(headers).toMatchObject({
    ...{ authorization: "Bearer token", "x-subaccount-id": "an-id" },
    ...{ "content-type": "application/json", "x-control-token": "secret" },
  });
  for (const name of ["cookie", "x-other", "referer"]) expect(headers).not.toHaveProperty(name);
  expect(answer.status).toBe(201);
  expect(answer.headers).not.toHaveProperty("set-cookie");
});

test("leaves the bytes of a file as they are", async () => {
  const body = Buffer.from("%PDF-1.7\n\u00ff\u00fe\u0000\r\n", "latin1");
  const { url } = await recorder("application/pdf", body);
  const call = await docsFor({ url, ...keys });

  const answer = await call("/sandbox-api/file");

  expect(answer.body).toEqual(body);
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

test("answers a request for a stream of events with the list of them, which ends", async () => {
  const { sandbox, call, tokenFor } = await docsForNewSandbox();
  const { publicKey, privateKey } = sandbox;
  const { access_token } = dataOf(await tokenFor({ publicKey, privateKey }));

  const answer = await call("/sandbox-api/_sandbox/events", {
    authorization: `Bearer ${access_token}`,
    accept: "text/event-stream",
  });

  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toContain("application/json");
});

test("is absent from docs without a sandbox", async () => {
  const call = await docsFor(undefined);
  expect((await call("/sandbox-api/keys")).status).toBe(404);
});
