import createClient from "openapi-fetch";
import type { PaymentCreate, PaymentRead, paths, TokenCreated } from "../generated/types.ts";
import { bundleSize } from "../scripts/bundle-size.ts";
import { createCentavo, createCentavoFetch, createFetch } from "../src/client/index.ts";
import { number, type Section } from "./report.ts";
import { example } from "./requests.ts";
import { bare, startServer } from "./server-process.ts";
import { median, medianRatio, race } from "./stats.ts";

const CALLS_PER_ROUND = 200;

const { data: token } = example<TokenCreated>("auth.createToken.keys");
const payment = example<PaymentRead>("payments.get.card");
const order = example<PaymentCreate>("payments.create.card.request");

/** A client, with functions that make the same two calls. */
interface Client {
  read(): Promise<unknown>;
  create(): Promise<unknown>;
  /** The module that a program imports to use it, for measuring its size. */
  module?: string;
}

/** Measures the duration of a call in each client, and the size of each client. */
export async function clients({ isQuick }: { isQuick: boolean }): Promise<Section> {
  const rounds = isQuick ? 1 : 40;
  // To any request it answers with a payment and a token.
  await using server = await startServer(bare({ ...payment, data: { ...payment.data, ...token } }));
  const all = clientsAt(`http://127.0.0.1:${server.port}`);
  const names = Object.keys(all);
  const reads = await race(Object.values(all), rounds, ({ read }) => durationOf(read));
  const creations = await race(Object.values(all), rounds, ({ create }) => durationOf(create));
  const rows = names.map(async (name, index) => [
    name,
    ...[reads, creations].flatMap((times) => figuresOf(times[index] ?? [], times[0] ?? [])),
    await sizeOf(name, all[name]?.module),
  ]);
  return {
    title: "The client",
    method: `Microseconds for a call, and as a multiple of \`fetch\` with \`response.json()\` in the same round. The calls run one after the other against a server that does no work; each figure is the median of ${rounds} rounds of ${CALLS_PER_ROUND} calls, in which the clients take turns. The size is that of a program that imports the client, bundled, minified and gzipped.`,
    head: ["", "read", "÷ fetch", "create", "÷ fetch", "bytes, gzip"],
    rows: await Promise.all(rows),
    charts: [
      {
        title: "a read by a client: microseconds",
        bars: names.map((name, index) => [name, median(reads[index] ?? [])]),
      },
    ],
  };
}

/** The duration of a call in microseconds. */
async function durationOf(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let count = 0; count < CALLS_PER_ROUND; count++) await call();
  return ((performance.now() - start) * 1000) / CALLS_PER_ROUND;
}

function figuresOf(durations: number[], ofFetch: number[]): string[] {
  return [number(median(durations)), `${number(medianRatio(durations, ofFetch), 2)}×`];
}

async function sizeOf(name: string, module: string | undefined): Promise<string> {
  if (module === undefined) return "–";
  const exported = module.startsWith(".") ? name : "default";
  return number(await bundleSize(`export { ${exported} } from "${module}";`, "."));
}

/** The first one is what the others are compared with. */
function clientsAt(baseUrl: string): Record<string, Client> {
  const headers = { authorization: `Bearer ${token.access_token}` };
  const keys = { publicKey: "pk_bench", privateKey: "sk_bench" };
  const module = "./dist/package/src/client/index.js";
  const openapiFetch = createClient<paths>({ baseUrl, headers });
  const centavoFetch = createCentavoFetch({ baseUrl, ...keys });
  const centavo = createCentavo({ baseUrl, ...keys });
  const params = { path: { paymentId: payment.data.id } };
  return {
    fetch: byFetch(fetch, baseUrl, headers),
    createFetch: { module, ...byFetch(createFetch({ baseUrl, ...keys }), baseUrl) },
    createCentavoFetch: {
      module,
      read: () => centavoFetch.GET("/payments/{paymentId}", { params }),
      create: () => centavoFetch.POST("/payments", { body: order }),
    },
    createCentavo: {
      module,
      read: () => centavo.payments.get(payment.data.id),
      create: () => centavo.payments.create(order),
    },
    "openapi-fetch": {
      module: "openapi-fetch",
      read: () => openapiFetch.GET("/payments/{paymentId}", { params }),
      create: () => openapiFetch.POST("/payments", { body: order }),
    },
  };
}

/** Calls by a function like `fetch`. */
function byFetch(send: typeof fetch, baseUrl: string, headers = {}): Client {
  const json = { ...headers, "content-type": "application/json" };
  return {
    read: async () => (await send(`${baseUrl}/payments/${payment.data.id}`, { headers })).json(),
    create: async () => {
      const body = JSON.stringify(order);
      return (await send(`${baseUrl}/payments`, { method: "POST", headers: json, body })).json();
    },
  };
}
