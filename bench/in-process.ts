import type { PaymentRead } from "../generated/types.ts";
import { createCentavo } from "../src/client/index.ts";
import { number, type Section } from "./report.ts";
import { cardOrder } from "./requests.ts";
import { median, race } from "./stats.ts";

const CALLS_PER_ROUND = 200;
const BUILT = "../dist/package/src/sandbox-node/index.js";

type SandboxModule = typeof import("../src/sandbox-node/index.ts");

/** The same two calls, by whatever sends them. */
export interface Caller {
  read(): Promise<unknown>;
  create(): Promise<unknown>;
}

/** Measures calls to a sandbox in the caller's own process. */
export async function inProcess({ isQuick }: { isQuick: boolean }): Promise<Section> {
  const rounds = isQuick ? 1 : 20;
  const { createSandbox, startSandbox }: SandboxModule = await import(BUILT);
  const [served, sandbox] = await Promise.all([startSandbox(), createSandbox()]);
  const callers = {
    "fetch, over HTTP": await byFetch({ ...served, fetch }),
    "the client, over HTTP": await byClient({ ...served, baseUrl: served.url }),
    "the client, in one process": await byClient({ ...sandbox, baseUrl: sandbox.url }),
    "sandbox.fetch": await byFetch(sandbox),
  };
  const measure = (call: "read" | "create") =>
    race(Object.values(callers), rounds, (caller) => durationOf(caller[call], CALLS_PER_ROUND));
  const reads = (await measure("read")).map(median);
  const creations = (await measure("create")).map(median);
  await Promise.all([served.close(), sandbox.close()]);
  const lifetime = await durationOf(() => oneSandbox(createSandbox), isQuick ? 1 : 1_000);
  const [read = Number.NaN, create = Number.NaN] = [reads.at(-1), creations.at(-1)];
  return {
    title: "In one process",
    method: `Microseconds for a call, one after the other, to a sandbox in the same process; the median of ${rounds} rounds of ${CALLS_PER_ROUND} calls. \`sandbox.fetch\` takes an address and options, and its response is read. The last row is the mean of 1,000 sandboxes, each of which is created, takes one payment by \`fetch\`, and is closed.`,
    head: ["", "read one payment", "create a card payment"],
    rows: [
      ...Object.keys(callers).map((name, index) => [
        name,
        ...[reads, creations].map((figures) => number(figures[index] ?? Number.NaN)),
      ]),
      ["a sandbox of its own for one payment", "–", number(lifetime)],
    ],
    demands: [
      { what: "sandbox.fetch: read one payment", figure: read, must: 28, goal: 18, unit: "µs" },
      { what: "sandbox.fetch: create a payment", figure: create, must: 95, goal: 70, unit: "µs" },
    ],
  };
}

async function byClient(options: Parameters<typeof createCentavo>[0]): Promise<Caller> {
  const centavo = createCentavo(options);
  const { data: payment } = await centavo.payments.create(cardOrder);
  return {
    read: () => centavo.payments.get(payment.id),
    create: () => centavo.payments.create(cardOrder),
  };
}

type FunctionSandbox = Pick<
  Awaited<ReturnType<SandboxModule["createSandbox"]>>,
  "fetch" | "url" | "publicKey" | "privateKey"
>;

export async function byFetch({
  fetch,
  url,
  publicKey,
  privateKey,
}: FunctionSandbox): Promise<Caller> {
  const json = { "content-type": "application/json" };
  const post = async (path: string, body: object, headers: Record<string, string> = json) => {
    const response = await fetch(url + path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const { data: token } = await post("/auth", { publicKey, privateKey });
  const headers = { authorization: `Bearer ${token.access_token}` };
  const create = () => post("/payments", cardOrder, { ...json, ...headers });
  const { data: payment }: PaymentRead = await create();
  return {
    read: async () => (await fetch(`${url}/payments/${payment.id}`, { headers })).json(),
    create,
  };
}

async function oneSandbox(createSandbox: SandboxModule["createSandbox"]): Promise<void> {
  const sandbox = await createSandbox();
  await byFetch(sandbox);
  await sandbox.close();
}

/** The mean duration of a call in microseconds. */
async function durationOf(call: () => Promise<unknown>, calls: number): Promise<number> {
  const start = performance.now();
  for (let count = 0; count < calls; count++) await call();
  return ((performance.now() - start) * 1000) / calls;
}
