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
export interface ServerUnderTest {
  name: Name;
  targets: Record<Kind, Target>;
}

export interface Target {
  server: ServerProcess;
  calls: Call[];
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

async function fillSandbox(
  bench: BenchEnvironment,
  server: ServerProcess,
): Promise<ServerUnderTest["targets"]> {
  await bench.fill(server, bench.payments(PAYMENTS));
  return sandboxTargets(server);
}

/** Creates payments for another company, so that the number of payments to read and list stays. */
async function sandboxTargets(server: ServerProcess): Promise<ServerUnderTest["targets"]> {
  const company = await Company.first(server);
  const other = await Company.another(server);
  const ids = await company.paymentIds();
  return {
    read: { server, calls: ids.map((id) => company.get(`/payments/${id}`)) },
    list: { server, calls: [company.get(LIST)] },
    create: { server, calls: [other.order(cardOrder)] },
    token: { server, calls: [other.createToken()] },
  };
}

/** Prism accepts any keys and any token. */
function prismTargets(server: ServerProcess): ServerUnderTest["targets"] {
  const company = new Company(server.port, example("auth.createToken.keys.request"), "any");
  const { id } = example<PaymentRead>("payments.get.card").data;
  return {
    read: { server, calls: [company.get(`/payments/${id}`)] },
    list: { server, calls: [company.get(LIST)] },
    create: { server, calls: [company.order(cardOrder)] },
    token: { server, calls: [company.createToken()] },
  };
}

/** For each kind of request, a bare server that sends the recorded response of the sandbox. */
async function bareTargets(
  bench: BenchEnvironment,
  targets: ServerUnderTest["targets"],
): Promise<ServerUnderTest["targets"]> {
  const bare = {} as ServerUnderTest["targets"];
  for (const [kind, { server, calls }] of Object.entries(targets)) {
    const file = bench.file("json");
    writeFileSync(file, JSON.stringify(await record(server.port, calls[0] as Call)));
    bare[kind as Kind] = { server: await bench.start(BARE, file), calls };
  }
  return bare;
}

/** The response to a call, for the bare server. */
async function record(port: number, call: Call): Promise<object> {
  const response = await send(port, call);
  const headers = [...response.headers].filter(([name]) => !NODE_HEADERS.includes(name));
  return { headers: Object.fromEntries(headers), body: await response.text() };
}
