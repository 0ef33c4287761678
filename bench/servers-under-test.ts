import { writeFileSync } from "node:fs";
import type { PaymentRead } from "../generated/types.ts";
import { BARE, type BenchEnvironment, PRISM } from "./bench-environment.ts";
import { Company, cardOrder } from "./company-fixture.ts";
import { filledFiles } from "./insert-payments.ts";
import type { ServerProcess } from "./process-usage.ts";
import { type Call, example, send } from "./requests.ts";

/** The number of payments in each sandbox. */
export const PAYMENTS = 100_000;

/** The kinds of requests to measure. */
export const kinds = {
  read: "read one payment",
  list: "list 20 of 100,000 payments",
  create: "create a card payment",
  token: "create a token",
};
export type Kind = keyof typeof kinds;

/** The servers to compare. */
export const serversUnderTest = {
  bare: "bare node:http",
  memory: "sandbox",
  logging: "sandbox with its log",
  file: "sandbox with --db",
  least: "Prism, minimal setup",
  prism: "Prism without log",
  command: "Prism as set up by its CLI",
};
export type Name = keyof typeof serversUnderTest;

/** For each kind of request, a running server and the requests to send. */
type Targets = Record<Kind, { server: ServerProcess; calls: Call[] }>;

interface ServerUnderTest {
  name: Name;
  targets: Targets;
}

const LIST = "/payments?limit=20";

/** The headers that Node itself adds to every response. */
const NODE_HEADERS = ["date", "connection", "keep-alive"];

export async function startServers(bench: BenchEnvironment): Promise<ServerUnderTest[]> {
  const [file = ""] = await filledFiles(bench, [bench.payments(PAYMENTS)]);
  const memory = await fillSandbox(bench, await bench.sandbox("--quiet"));
  return [
    { name: "bare", targets: await bareTargets(bench, memory) },
    { name: "memory", targets: memory },
    { name: "logging", targets: await fillSandbox(bench, await bench.sandbox()) },
    { name: "file", targets: await sandboxTargets(await bench.sandbox("--quiet", "--db", file)) },
    { name: "least", targets: prismTargets(await bench.start(PRISM, "minimal")) },
    { name: "prism", targets: prismTargets(await bench.start(PRISM, "without-log")) },
    { name: "command", targets: prismTargets(await bench.start(PRISM, "as-its-command")) },
  ];
}

async function fillSandbox(bench: BenchEnvironment, server: ServerProcess): Promise<Targets> {
  await bench.fill(server, bench.payments(PAYMENTS));
  return sandboxTargets(server);
}

/** Creates payments for another company, so that the number of payments to read and list stays. */
async function sandboxTargets(server: ServerProcess): Promise<Targets> {
  const company = await Company.first(server);
  const other = await Company.another(server);
  return targetsOf(server, company, await company.paymentIds(), other);
}

/** Prism accepts any keys and any token. */
function prismTargets(server: ServerProcess): Targets {
  const company = new Company(server.port, example("auth.createToken.keys.request"), "any");
  return targetsOf(server, company, [example<PaymentRead>("payments.get.card").data.id], company);
}

function targetsOf(server: ServerProcess, reader: Company, ids: string[], other: Company): Targets {
  return {
    read: { server, calls: ids.map((id) => reader.get(`/payments/${id}`)) },
    list: { server, calls: [reader.get(LIST)] },
    create: { server, calls: [other.order(cardOrder)] },
    token: { server, calls: [other.createToken()] },
  };
}

/** For each kind of request, a bare server that sends the recorded response of the sandbox. */
async function bareTargets(bench: BenchEnvironment, targets: Targets): Promise<Targets> {
  const bare = {} as Targets;
  for (const [kind, { server, calls }] of Object.entries(targets)) {
    const file = bench.file("json");
    writeFileSync(file, JSON.stringify(await record(server.port, calls[0] as Call)));
    bare[kind as Kind] = { server: await bench.start(BARE, file), calls };
  }
  return bare;
}

async function record(port: number, call: Call): Promise<object> {
  const response = await send(port, call);
  const headers = [...response.headers].filter(([name]) => !NODE_HEADERS.includes(name));
  return { headers: Object.fromEntries(headers), body: await response.text() };
}
