import { parseArgs } from "node:util";
import { AddressError } from "../src/address.ts";
import { firstCall } from "../src/mock/first-call.ts";
import { startMock } from "../src/mock/index.ts";
import { firstCall as firstCalls } from "../src/sandbox/first-call.ts";
import { type Sandbox, startSandbox } from "../src/sandbox/index.ts";
import { endOnSignal, isPort, type Listening, outliveReaders } from "../src/server.ts";
import { Failure, runCommand, STATUS } from "./command.ts";
import { buildSite, SITE } from "./docs/build.ts";
import { serveFolder } from "./docs/serve.ts";

const options = {
  "docs-port": { type: "string", default: "4000" },
  "mock-port": { type: "string", default: "4010" },
  "sandbox-port": { type: "string", default: "4020" },
  help: { type: "boolean", default: false },
} as const;

const HELP = `Usage: npm start -- [--docs-port 4000] [--mock-port 4010] [--sandbox-port 4020]

Builds the docs and serves them, with the mock and the sandbox beside them.`;

type PortFlag = "docs-port" | "mock-port" | "sandbox-port";

/** Starts something on the port of a flag, or tells how to choose another. */
async function start<Server>(
  flag: PortFlag,
  text: string,
  run: (port: number) => Promise<Server>,
): Promise<Server> {
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

function describe(docs: Listening, mock: Listening, sandbox: Sandbox): string {
  return `
  docs     ${docs.url}  the references, the guides, the errors, the assumptions
  mock     ${mock.url}  answers with the contract's examples
  sandbox  ${sandbox.url}  keeps what it is told, for the company with these keys:

           public   ${sandbox.publicKey}
           private  ${sandbox.privateKey}

A first call to the mock, to paste into another terminal, and the first ones to the sandbox:

  ${firstCall(mock.url)}

  ${firstCalls(sandbox).join("\n  ")}

Ctrl-C ends them all.`;
}

await runCommand(async () => {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(HELP);
  const running: Pick<Listening, "close">[] = [];
  const closeAll = () => Promise.all(running.map(({ close }) => close()));
  try {
    const mock = await start("mock-port", values["mock-port"], (port) => startMock({ port }));
    running.push(mock);
    const sandbox = await start("sandbox-port", values["sandbox-port"], (port) =>
      startSandbox({ port }),
    );
    running.push(sandbox);
    const docs = await start("docs-port", values["docs-port"], async (port) => {
      await buildSite({ mock: mock.url, sandbox: sandbox.url });
      return serveFolder(SITE, port);
    });
    running.push(docs);
    endOnSignal(closeAll);
    outliveReaders();
    console.log(describe(docs, mock, sandbox));
  } catch (error) {
    await closeAll();
    throw error;
  }
});
