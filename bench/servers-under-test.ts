import { writeFileSync } from "node:fs";
import type { PaymentRead } from "../generated/types.ts";
import { BARE, type BenchEnvironment } from "./bench-environment.ts";
import { Company, cardOrder } from "./company-fixture.ts";
import type { ServerProcess } from "./process-usage.ts";
import { type Call, example, make } from "./requests.ts";
import { filledFiles } from "./seed-payments.ts";

/** How many payments a sandbox has. */
export const PAYMENTS = 100_000;

/** What is measured. */
export const kinds = {
  read: "read one payment",
  list: "list 20 of 100,000 payments",
  create: "create a card payment",
  token: "create a token",
};
export type Kind = keyof typeof kinds;

/** What is measured beside each other. */
export const serversUnderTest = {
  bare: "bare node:http",
  memory: "sandbox",
  logging: "sandbox with its log",
  file: "sandbox with --db",
  least: "Prism with the least to do",
  prism: "Prism without log",
  command: "Prism as its command",
};
export type Name = keyof typeof serversUnderTest;

/** A server that runs and the calls to make, for each kind of call. */
export interface ServerUnderTest {
  name: Name;
  targets: Record<Kind, Target>;
}

export interface Target {
  running: ServerProcess;
  calls: Call[];
}

/** An answer that was given once. */
interface Recorded {
  headers: Record<string, string>;
  body: string;
}

const LIST = "/payments?limit=20";

/** What Node adds to every answer by itself. */
const ADDED = ["date", "connection", "keep-alive"];

export async function startServers(bench: BenchEnvironment): Promise<ServerUnderTest[]> {
  const [file = ""] = await filledFiles(bench, [bench.payments(PAYMENTS)]);
  const memory = await filled(bench, await bench.sandbox("--quiet"));
  return [
    { name: "bare", targets: await bareTargets(bench, memory) },
    { name: "memory", targets: memory },
    { name: "logging", targets: await filled(bench, await bench.sandbox()) },
    { name: "file", targets: await sandboxTargets(await bench.sandbox("--quiet", "--db", file)) },
    { name: "least", targets: prismTargets(await bench.prism("with-the-least")) },
    { name: "prism", targets: prismTargets(await bench.prism("without-log")) },
    { name: "command", targets: prismTargets(await bench.prism("as-its-command")) },
  ];
}

async function filled(
  bench: BenchEnvironment,
  running: ServerProcess,
): Promise<ServerUnderTest["targets"]> {
  await bench.fill(running, bench.payments(PAYMENTS));
  return sandboxTargets(running);
}

/** Payments are created for another company, so that those to read and list stay as many. */
async function sandboxTargets(running: ServerProcess): Promise<ServerUnderTest["targets"]> {
  const shop = await Company.first(running);
  const other = await Company.another(running);
  const ids = await shop.paymentIds();
  return {
    read: { running, calls: ids.map((id) => shop.get(`/payments/${id}`)) },
    list: { running, calls: [shop.get(LIST)] },
    create: { running, calls: [other.order(cardOrder)] },
    token: { running, calls: [other.createToken()] },
  };
}

/** Prism takes any keys and any token. */
function prismTargets(running: ServerProcess): ServerUnderTest["targets"] {
  const shop = new Company(running.port, example("auth.createToken.keys.request"), "any");
  const { id } = example<PaymentRead>("payments.get.card").data;
  return {
    read: { running, calls: [shop.get(`/payments/${id}`)] },
    list: { running, calls: [shop.get(LIST)] },
    create: { running, calls: [shop.order(cardOrder)] },
    token: { running, calls: [shop.createToken()] },
  };
}

/** For each kind of call a server that answers what the sandbox did, to whatever it is sent. */
async function bareTargets(
  bench: BenchEnvironment,
  targets: ServerUnderTest["targets"],
): Promise<ServerUnderTest["targets"]> {
  const bare = {} as ServerUnderTest["targets"];
  for (const [kind, { running, calls }] of Object.entries(targets)) {
    const file = bench.file("json");
    writeFileSync(file, JSON.stringify(await record(running.port, calls[0] as Call)));
    bare[kind as Kind] = { running: await bench.start(BARE, file), calls };
  }
  return bare;
}

async function record(port: number, call: Call): Promise<Recorded> {
  const response = await make(port, call);
  const headers = [...response.headers].filter(([name]) => !ADDED.includes(name));
  return { headers: Object.fromEntries(headers), body: await response.text() };
}
