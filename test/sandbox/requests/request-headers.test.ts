import { expect, onTestFinished, test } from "vitest";
import { createCentavo, ServiceError } from "../../../src/client/index.ts";
import {
  createSandbox,
  type SandboxOptions,
  startSandbox,
} from "../../../src/sandbox-node/index.ts";
import { body } from "../contract-examples.ts";

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

async function serve(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ port: 0, ...options });
  onTestFinished(sandbox.close);
  return { ...sandbox, centavo: createCentavo({ baseUrl: sandbox.url, ...sandbox }) };
}

/** Where a refusal says that its request is. */
async function addressOfRefusal({ centavo }: Pick<Awaited<ReturnType<typeof serve>>, "centavo">) {
  const error = await centavo.payments.get(UNKNOWN).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ServiceError);
  return (error as ServiceError).headers.get("x-sandbox-request-url");
}

test("each response has another id, also of what no operation answers", async () => {
  const { url } = await serve();
  const calls: [path: string, init?: RequestInit][] = [
    ["/nothing"],
    ["/payments"],
    ["/payments", { method: "DELETE" }],
    ["/", { headers: { accept: "text/html" } }],
    ["/_sandbox/health"],
  ];
  const ids = [];
  for (const [path, init] of calls) {
    const { headers } = await fetch(url + path, init);
    expect(headers.get("x-sandbox-request-url"), path).toBeNull();
    ids.push(headers.get("x-sandbox-request-id"));
  }
  expect(new Set(ids).size).toBe(calls.length);
  for (const id of ids) expect(id).toMatch(ID);
});

test("a request on the timeline is at its address in the inspector, which has no key and no code", async () => {
  const sandbox = await serve();
  const { response } = await sandbox.centavo.payments
    .create(body("payments.create", "pix"))
    .withResponse();
  const { data: requests } = await sandbox.control.requests.list({ limit: 1 });
  const id = response.headers.get("x-sandbox-request-id");
  expect(requests[0]).toMatchObject({ id, operationId: "payments.create" });
  const { data: current } = await sandbox.control.companies.list();
  expect(response.headers.get("x-sandbox-request-url")).toBe(
    `${sandbox.url}/#/${current[0]?.companyId}/requests/${id}`,
  );
  expect(await addressOfRefusal(sandbox)).toMatch(/\/requests\/[\da-f-]{36}$/);
});

test("the address begins with the public URL, or with the one by which a client came", async () => {
  const shared = await serve({
    publicUrl: "https://shop.test/centavo/",
    operatorKey: "o".repeat(32),
  });
  expect(await addressOfRefusal(shared)).toMatch(/^https:\/\/shop\.test\/centavo\/#\//);
  const plain = await serve();
  const baseUrl = plain.url.replace("127.0.0.1", "localhost");
  const address = await addressOfRefusal({ centavo: createCentavo({ baseUrl, ...plain }) });
  expect(address?.startsWith(`${baseUrl}/#/`)).toBe(true);
});

test("a sandbox that is a function names the page that it was given, or none", async () => {
  const url = "https://docs.test/inspector.html";
  for (const [options, start] of [
    [{}, undefined],
    [{ inspectorUrl: url }, `${url}#/`],
  ] as const) {
    const sandbox = await createSandbox(options);
    const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });
    const address = await addressOfRefusal({ centavo });
    expect(address?.slice(0, start?.length)).toBe(start);
    await sandbox.close();
  }
});
