import { writeFileSync } from "node:fs";
import ky from "ky";
import createClient from "openapi-fetch";
import type { PaymentCreate, PaymentRead, paths, TokenCreated } from "../generated/types.ts";
import { bundleSize } from "../scripts/bundle-size.ts";
import { createCentavo, createCentavoFetch, createFetch } from "../src/client/index.ts";
import { BARE, type BenchEnvironment } from "./bench-environment.ts";
import { number, type Section, type Table, times } from "./report-section.ts";
import { example } from "./requests.ts";
import { median, medianRatio, race } from "./stats.ts";

const CALLS_PER_ROUND = 200;
const ROUNDS = 40;

const token = example<TokenCreated>("auth.createToken.keys");
const payment = example<PaymentRead>("payments.get.card");
const order = example<PaymentCreate>("payments.create.card.request");

const kinds = { read: "read", write: "write" };
type Kind = keyof typeof kinds;
const allKinds = Object.keys(kinds) as Kind[];

/** A client, with functions that make the same two calls. */
interface Client extends Record<Kind, () => Promise<unknown>> {
  name: string;
  /** A program that imports the client, for measuring its size. */
  program: string;
}

/** Measures the overhead of a call in each client, and the size of each client. */
export async function client(bench: BenchEnvironment): Promise<Section> {
  const recording = bench.file("json");
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ ...payment, data: { ...payment.data, ...token.data } });
  writeFileSync(recording, JSON.stringify({ headers, body }));
  const { port } = await bench.start(BARE, recording);
  const clients = clientsOf(port);
  const durations = {} as Record<Kind, Map<string, number[]>>;
  for (const kind of allKinds) {
    durations[kind] = await race(clients, bench.rounds(ROUNDS), (client) => timeOf(client[kind]));
  }
  return {
    title: "The client",
    text: [
      `The duration of a call in microseconds, and its overhead compared with fetch and response.json(), as a difference and as a ratio. The calls run one after the other against a server that does no work. Each figure is the median of ${ROUNDS} rounds of ${CALLS_PER_ROUND} calls, in which the clients take turns. Differences and ratios are calculated for each round. The size is that of a program that imports the client, bundled, minified and gzipped. The three layers of centavo are bundled from the package.`,
    ],
    tables: [await tableOf(clients, durations)],
    goals: [],
    bars: [
      {
        title: "a read by a client: microseconds, shorter is better",
        bars: clients.map(({ name }) => {
          const value = median(durations.read.get(name) ?? []);
          return { name, value, label: number(value), isOwn: name.startsWith("create") };
        }),
      },
    ],
  };
}

/** The duration of a call in microseconds. */
async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let count = 0; count < CALLS_PER_ROUND; count++) await call();
  return ((performance.now() - start) * 1000) / CALLS_PER_ROUND;
}

async function tableOf(
  clients: Client[],
  durations: Record<Kind, Map<string, number[]>>,
): Promise<Table> {
  const rows = clients.map(async ({ name, program }) => [
    name,
    ...allKinds.flatMap((kind) => {
      const own = durations[kind].get(name) ?? [];
      const [bare = []] = durations[kind].values();
      const overhead = own.map((time, round) => time - (bare[round] ?? Number.NaN));
      return [number(median(own)), number(median(overhead)), times(medianRatio(own, bare))];
    }),
    program ? number(await bundleSize(program, ".")) : "–",
  ]);
  const heads = Object.values(kinds).flatMap((kind) => [`${kind}, µs`, "over fetch", "÷ fetch"]);
  return { head: ["", ...heads, "bytes, min+gzip"], rows: await Promise.all(rows) };
}

/** A program that imports a layer from the built package. */
function programOf(layer: string): string {
  return `export { ${layer} } from "./dist/package/src/client/index.js";`;
}

function clientsOf(port: number): Client[] {
  const baseUrl = `http://127.0.0.1:${port}`;
  const { id } = payment.data;
  const headers = { authorization: `Bearer ${token.data.access_token}` };
  const openapiFetch = createClient<paths>({ baseUrl, headers });
  const kyClient = ky.create({ prefix: baseUrl, headers });
  const keys = { publicKey: "pk_bench", privateKey: "sk_bench" };
  const centavo = createCentavo({ baseUrl, ...keys });
  const centavoFetch = createCentavoFetch({ baseUrl, ...keys });
  const firstLayer = createFetch({ baseUrl, ...keys });
  return [
    {
      name: "fetch",
      program: "",
      read: async () => (await fetch(`${baseUrl}/payments/${id}`, { headers })).json(),
      write: async () => {
        const response = await fetch(`${baseUrl}/payments`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(order),
        });
        return response.json();
      },
    },
    {
      name: "createFetch",
      program: programOf("createFetch"),
      read: async () => (await firstLayer(`${baseUrl}/payments/${id}`)).json(),
      write: async () => {
        const response = await firstLayer(`${baseUrl}/payments`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(order),
        });
        return response.json();
      },
    },
    {
      name: "createCentavoFetch",
      program: programOf("createCentavoFetch"),
      read: () =>
        centavoFetch.GET("/payments/{paymentId}", { params: { path: { paymentId: id } } }),
      write: () => centavoFetch.POST("/payments", { body: order }),
    },
    {
      name: "createCentavo",
      program: programOf("createCentavo"),
      read: () => centavo.payments.get(id),
      write: () => centavo.payments.create(order),
    },
    {
      name: "openapi-fetch",
      program: 'export { default } from "openapi-fetch";',
      read: () =>
        openapiFetch.GET("/payments/{paymentId}", { params: { path: { paymentId: id } } }),
      write: () => openapiFetch.POST("/payments", { body: order }),
    },
    {
      name: "ky",
      program: 'export { default } from "ky";',
      read: () => kyClient.get(`payments/${id}`).json(),
      write: () => kyClient.post("payments", { json: order }).json(),
    },
  ];
}
