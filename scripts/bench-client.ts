import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import ky from "ky";
import createClient from "openapi-fetch";
import type { PaymentCreate, PaymentRead, paths, TokenCreated } from "../generated/types.ts";
import { createCentavo } from "../src/client/index.ts";
import { bundleSize } from "./bundle-size.ts";

const CALLS_A_ROUND = 200;
const WARM_UP_ROUNDS = 5;
const ROUNDS = 40;

/** No round is begun after this time, so that a slow machine ends as well. */
const TIME_LIMIT = 50_000;

const contract = JSON.parse(readFileSync("generated/openapi.json", "utf8"));
const token = example<TokenCreated>("auth.createToken.keys");
const payment = example<PaymentRead>("payments.get.card");
const order = example<PaymentCreate>("payments.create.card.request");

/** One way to make the same two calls. */
interface Contender {
  name: string;
  /** A program that imports what a caller needs, for its weight. */
  program: string;
  read(): Promise<unknown>;
  write(): Promise<unknown>;
}

function contenders(baseUrl: string): Contender[] {
  const { id } = payment.data;
  const headers = { authorization: `Bearer ${token.data.access_token}` };
  const openapiFetch = createClient<paths>({ baseUrl, headers });
  const kyClient = ky.create({ prefix: baseUrl, headers });
  const centavo = createCentavo({ baseUrl, publicKey: "pk_bench", privateKey: "sk_bench" });
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
    {
      name: "centavo",
      program: 'export { createCentavo } from "./src/client/index.ts";',
      read: () => centavo.payments.get(id),
      write: () => centavo.payments.create(order),
    },
  ];
}

type Call = () => Promise<unknown>;

/** Microseconds a call, one after another. */
async function time(call: Call): Promise<number> {
  const start = performance.now();
  for (let made = 0; made < CALLS_A_ROUND; made++) await call();
  return ((performance.now() - start) * 1000) / CALLS_A_ROUND;
}

/**
 * The times of each call, round by round. All take part in every round, and each round begins with
 * another, so that whatever slows the machine for a while slows them all.
 */
async function race(calls: Call[]): Promise<number[][]> {
  const times = calls.map((): number[] => []);
  const end = performance.now() + TIME_LIMIT / 2;
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS && performance.now() < end; round++) {
    for (let turn = 0; turn < calls.length; turn++) {
      const next = (turn + round + WARM_UP_ROUNDS) % calls.length;
      const taken = await time(calls[next] as Call);
      if (round >= 0) times[next]?.push(taken);
    }
  }
  return times;
}

async function compare(baseUrl: string): Promise<void> {
  const all = contenders(baseUrl);
  const reads = await race(all.map(({ read }) => read));
  const writes = await race(all.map(({ write }) => write));
  const sizes = await Promise.all(all.map(({ program }) => bundleSize(program, ".")));
  const rows = all.map(({ name, program }, place) => [
    name,
    {
      "read, µs": Math.round(median(reads[place])),
      "read ÷ fetch": round(median(ratios(reads, place))),
      "write, µs": Math.round(median(writes[place])),
      "write ÷ fetch": round(median(ratios(writes, place))),
      "min+gzip, bytes": program ? sizes[place] : 0,
    },
  ]);
  console.table(Object.fromEntries(rows));
}

/** Taken in each round by itself, so that a slow round does not count against one of the two. */
function ratios(times: number[][], place: number): number[] {
  const [bare = []] = times;
  return (times[place] ?? []).map((taken, round) => taken / (bare[round] ?? Number.NaN));
}

function median(values: number[] = []): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function round(ratio: number): number {
  return Math.round(ratio * 100) / 100;
}

function example<Value>(name: string): Value {
  return contract.components.examples[name].value;
}

/** Answers every call at once, in a process of its own, and ends with its parent. */
async function serve(): Promise<void> {
  const [tokenText, paymentText] = [JSON.stringify(token), JSON.stringify(payment)];
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(request.url === "/auth" ? tokenText : paymentText);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  process.on("disconnect", () => process.exit());
}

if (process.argv[2] === "--serve") {
  await serve();
} else {
  const server = fork(import.meta.filename, ["--serve"]);
  const [baseUrl] = (await once(server, "message")) as [string];
  await compare(baseUrl);
  server.disconnect();
}
