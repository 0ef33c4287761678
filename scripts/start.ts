import { parseArgs } from "node:util";
import { AddressError } from "../src/address.ts";
import { firstCall } from "../src/mock/first-call.ts";
import { startMock } from "../src/mock/index.ts";
import { endOnSignal, isPort, type Listening } from "../src/server.ts";
import { Failure, runCommand, STATUS } from "./command.ts";
import { buildSite, SITE } from "./docs/build.ts";
import { serveFolder } from "./docs/serve.ts";

const options = {
  "docs-port": { type: "string", default: "4000" },
  "mock-port": { type: "string", default: "4010" },
  help: { type: "boolean", default: false },
} as const;

const HELP = `Usage: npm start -- [--docs-port 4000] [--mock-port 4010]

Builds the docs and serves them, with the mock beside them.`;

type PortFlag = "docs-port" | "mock-port";

/** Starts something on the port of a flag, or tells how to choose another. */
async function start(
  flag: PortFlag,
  text: string,
  run: (port: number) => Promise<Listening>,
): Promise<Listening> {
  if (!isPort(text)) {
    throw new Failure(STATUS.misused, `--${flag} must be a port from 0 to 65535, not "${text}".`);
  }
  try {
    return await run(Number(text));
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    const advice = `choose another with npm start -- --${flag} PORT`;
    throw new Failure(STATUS.misused, `${error.message}: ${advice}`);
  }
}

function describe(docs: Listening, mock: Listening): string {
  return `
  docs  ${docs.url}  the reference, the errors, the assumptions
  mock  ${mock.url}  answers with the contract's examples

A first call, to paste into another terminal:

  ${firstCall(mock.url)}

Ctrl-C ends both.`;
}

await runCommand(async () => {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(HELP);
  const running: Listening[] = [];
  const closeAll = () => Promise.all(running.map(({ close }) => close()));
  try {
    const mock = await start("mock-port", values["mock-port"], (port) => startMock({ port }));
    running.push(mock);
    const docs = await start("docs-port", values["docs-port"], async (port) => {
      await buildSite(mock.url);
      return serveFolder(SITE, port);
    });
    running.push(docs);
    endOnSignal(closeAll);
    console.log(describe(docs, mock));
  } catch (error) {
    await closeAll();
    throw error;
  }
});
