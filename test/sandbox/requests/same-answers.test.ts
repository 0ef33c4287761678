import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox, startSandbox } from "../../../src/sandbox-node/index.ts";
import { calls } from "../../client/example-calls.ts";
import { START } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";

/** The connection's own, and those that a server of Node adds. */
const OF_CONNECTION = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];
/** Each request has another id, and a function has no inspector. */
const OF_REQUEST = ["x-sandbox-request-id", "x-sandbox-request-url"];

/** How to send requests to a sandbox. */
interface Subject {
  send(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

const options = { clock: START, seed: "same", examples: true };

let server: Subject;
let func: Subject;
beforeAll(async () => {
  const started = await startSandbox(options);
  server = { ...started, send: (path, init) => fetch(started.url + path, init) };
  const created = await createSandbox(options);
  // It ignores the origin, but for the addresses in its answers.
  func = { ...created, send: (path, init) => created.fetch(started.url + path, init) };
});
afterAll(() => Promise.all([server.close(), func.close()]));

/** Without how long a request took, and why a postback did not arrive, which goes to no socket here. */
function comparable(text: string): string {
  return text
    .replace(/("duration":)[\d.]+/g, "$1")
    .replace(/("(?:problem|sha256)":)"[^"]*"/g, "$1");
}

async function answered(subject: Subject, path: string, init: RequestInit = {}) {
  const response = await subject.send(path, { redirect: "manual", ...init });
  const left = [...OF_CONNECTION, ...OF_REQUEST];
  const kept = [...response.headers].filter(([name]) => !left.includes(name));
  const bytes = Buffer.from(await response.arrayBuffer()).toString("latin1");
  const text = comparable(bytes);
  return { status: response.status, headers: kept, text };
}

/** Sends a request to both, one after the other, and expects the same. */
async function expectSame(path: string, init: RequestInit = {}) {
  const ofServer = await answered(server, path, init);
  const ofFunction = await answered(func, path, init);
  expect(ofFunction, `${init.method ?? "GET"} ${path}`).toEqual(ofServer);
  return ofFunction;
}

const keys = body("auth.createToken", "keys");

async function access(): Promise<Record<string, string>> {
  const headers = { "content-type": "application/json" };
  const sent = { method: "POST", headers, body: JSON.stringify(keys) };
  const { text } = await expectSame("/auth", sent);
  return { ...headers, authorization: `Bearer ${JSON.parse(text).data.access_token}` };
}

test("a function and a server give every example of the contract the same answer", async () => {
  const headers = await access();
  const statuses = new Set<number>();
  for (const { method, path, query, body } of calls) {
    const sent = query.map(({ name, value }) => [name, `${value}`]);
    const target = sent.length === 0 ? path : `${path}?${new URLSearchParams(sent)}`;
    const content = body === undefined ? {} : { body: JSON.stringify(body.value) };
    statuses.add((await expectSame(target, { method, headers, ...content })).status);
  }
  expect([...statuses]).toContain(200);
});

const large = "x".repeat(1_048_577);

test.each<[status: number, path: string, init: RequestInit]>([
  [400, "/payments", { method: "POST", body: "{" }],
  [400, "/payments?page=x", {}],
  [400, "/payments", { method: "POST", body: JSON.stringify(body("payments.refund", "card")) }],
  [401, "/payments", { headers: { authorization: "Bearer none" } }],
  [404, "/nowhere", {}],
  [405, "/payments", { method: "DELETE" }],
  [405, "/payments", { method: "HEAD" }],
  [405, "/payments", { method: "OPTIONS" }],
  [413, "/payments", { method: "POST", body: large }],
  [415, "/payments", { method: "POST", headers: { "content-type": "text/plain" }, body: "{}" }],
])("the same error %i: %s %o", async (status, path, init) => {
  const headers = { ...(await access()), ...init.headers };
  expect((await expectSame(path, { ...init, headers })).status).toBe(status);
});

test("the same injected error, files, pages, pictures, metrics and state file", async () => {
  const headers = await access();
  const faults = JSON.stringify({ faults: [{ status: 503, times: 1 }] });
  await expectSame("/_sandbox/faults", { method: "PUT", headers, body: faults });
  expect((await expectSame("/payments", { headers })).status).toBe(503);
  const made = [];
  for (const example of ["pix", "billet"]) {
    const sent = {
      method: "POST",
      headers,
      body: JSON.stringify(body("payments.create", example)),
    };
    const { text } = await expectSame("/payments", sent);
    const { id, pixDetails, billetDetails } = JSON.parse(text).data;
    const details = await expectSame(`/_sandbox/payments/${id}`, { headers });
    const { buyerPageUrl, buyerPageQrCodeUrl } = JSON.parse(details.text).data;
    made.push(pixDetails?.qrCodeUrl ?? billetDetails.pdfUrl, buyerPageUrl, buyerPageQrCodeUrl);
  }
  for (const address of made) {
    const { status, text } = await expectSame(new URL(address).pathname);
    expect([status, text.length > 1_000]).toEqual([200, true]);
  }
  await expectSame("/", { headers: { accept: "text/html" } });
  await expectSame("/_sandbox/health");
  const file = await expectSame("/_sandbox/state", { headers });
  expect(file.text).toContain('{"type":"trailer"');
  for (const subject of [server, func]) {
    const exported = await (await subject.send("/_sandbox/state", { headers })).text();
    const put = { method: "PUT", headers, body: exported };
    expect((await answered(subject, "/_sandbox/state?replace=true", put)).status).toBe(200);
  }
});
