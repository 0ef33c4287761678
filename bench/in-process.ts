import type { PaymentRead } from "../generated/types.ts";
import { createCentavo } from "../src/client/index.ts";
import { number, type Section } from "./report.ts";
import { cardOrder } from "./requests.ts";
import { median, medianRatio, race } from "./stats.ts";

const CALLS_PER_ROUND = 200;
const BUILT = "../dist/package/src/sandbox-node/index.js";

type SandboxModule = typeof import("../src/sandbox-node/index.ts");

/** The same two calls, by whatever sends them. */
interface Caller {
  read(): Promise<unknown>;
  create(): Promise<unknown>;
}

/** Measures calls to a sandbox in the caller's own process. */
export async function inProcess({ isQuick }: { isQuick: boolean }): Promise<Section> {
  const rounds = isQuick ? 1 : 20;
  const { createSandbox, startSandbox }: SandboxModule = await import(BUILT);
  const [served, sandbox] = await Promise.all([startSandbox(), createSandbox()]);
  const callers = [
    await byClient({ ...served, baseUrl: served.url }),
    await byClient({ ...sandbox, baseUrl: sandbox.url }),
    await byFetch(sandbox),
  ];
  const names = ["the client, over HTTP", "the client, in one process", "sandbox.fetch"];
  const reads = await race(callers, rounds, ({ read }) => durationOf(read, CALLS_PER_ROUND));
  const creations = await race(callers, rounds, ({ create }) =>
    durationOf(create, CALLS_PER_ROUND),
  );
  await Promise.all([served.close(), sandbox.close()]);
  const lifetime = await durationOf(() => oneSandbox(createSandbox), isQuick ? 1 : 1_000);
  return {
    title: "In one process",
    method: `Microseconds for a call, one after the other, and how many times faster it is than by the client over HTTP to a sandbox in the same process. Each figure is the median of ${rounds} rounds of ${CALLS_PER_ROUND} calls. \`sandbox.fetch\` takes an address and options, and its response is read. The last row is the mean of 1,000 sandboxes, each of which is created, takes one payment by \`fetch\`, and is closed.`,
    head: ["", "read one payment", "faster", "create a card payment", "faster"],
    rows: [
      ...names.map((name, index) => [
        name,
        ...[reads, creations].flatMap((all) => figuresOf(all[index] ?? [], all[0] ?? [])),
      ]),
      ["a sandbox of its own for one payment", "–", "–", number(lifetime), "–"],
    ],
    charts: [
      {
        title: "a read in one process: microseconds",
        bars: names.map((name, index) => [name, median(reads[index] ?? [])]),
      },
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

type FunctionSandbox = Awaited<ReturnType<SandboxModule["createSandbox"]>>;

async function byFetch({ fetch, url, publicKey, privateKey }: FunctionSandbox): Promise<Caller> {
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

function figuresOf(durations: number[], overHttp: number[]): string[] {
  return [number(median(durations)), `${number(medianRatio(overHttp, durations), 1)}×`];
}
