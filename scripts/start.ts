import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Place } from "../src/contract/place.ts";
import { startMock } from "../src/mock/index.ts";
import { Failure, runCommand, STATUS } from "./command.ts";
import { buildSite, SITE } from "./docs/build.ts";
import { MOCK_URL, samples } from "./docs/samples.ts";
import { serveFolder } from "./docs/serve.ts";

/** What `npm start` brings up, in the order in which a newcomer wants to see it. */
const SERVICES = {
  docs: { port: 4000, about: "the reference, the errors, the assumptions", start: startDocs },
  mock: { port: 4010, about: "answers with the contract's examples", start: startMock },
};

type Name = keyof typeof SERVICES;
type Running = { url: string; close(): Promise<void> };

async function startDocs({ port }: { port: number }): Promise<Running> {
  await buildSite();
  return serveFolder(SITE, port);
}

/** Starts a service, or names the flag that lets it start elsewhere. */
async function start(name: Name, port: number): Promise<Running> {
  try {
    return await SERVICES[name].start({ port });
  } catch (error) {
    const reason = (error as { cause?: unknown }).cause ?? error;
    if ((reason as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    const advice = `npm start -- --${name}-port ${port + 1}`;
    throw new Failure(STATUS.misused, `Port ${port} is in use. Choose another: ${advice}`);
  }
}

function readPorts(): Record<Name, number> {
  const names = Object.keys(SERVICES) as Name[];
  const options = Object.fromEntries(
    names.map((name) => [
      `${name}-port`,
      { type: "string", default: String(SERVICES[name].port) } as const,
    ]),
  );
  const { values } = parseArgs({ options });
  const ports = names.map((name) => [name, readPort(`--${name}-port`, values[`${name}-port`])]);
  return Object.fromEntries(ports) as Record<Name, number>;
}

function readPort(flag: string, value: unknown): number {
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new Failure(STATUS.misused, `${flag} ${value} is no port: give one from 0 to 65535.`);
}

/** A call that works when it is pasted. */
function firstCall(mockUrl: string): string {
  const contract = Place.root(JSON.parse(readFileSync("generated/openapi.json", "utf8")));
  const sample = samples(contract).find(
    ({ operationId, language }) => operationId === "payments.get" && language === "curl",
  );
  return String(sample?.source).replace(MOCK_URL, mockUrl);
}

await runCommand(async () => {
  const ports = readPorts();
  const running = new Map<Name, Running>();
  const closeAll = () => Promise.all([...running.values()].map(({ close }) => close()));
  try {
    for (const name of Object.keys(SERVICES) as Name[]) {
      running.set(name, await start(name, ports[name]));
    }
  } catch (error) {
    await closeAll();
    throw error;
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, closeAll);
  const rows = [...running].map(([name, { url }]) => `  ${name}  ${url}  ${SERVICES[name].about}`);
  const call = firstCall(running.get("mock")?.url ?? MOCK_URL);
  console.log(`\n${rows.join("\n")}\n\nA first call, to paste into another terminal:\n
  ${call}\n\nCtrl-C ends both.`);
});
