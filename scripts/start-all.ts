import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  command,
  describeCommand,
  type RunningServer,
  readFlags,
  withFlagAdvice,
} from "../src/cli/command-line.ts";
import { mockFlags, sandboxFlags, sandboxOptions } from "../src/cli/flags.ts";
import { curlExample } from "../src/cli/mock-curl-example.ts";
import { curlExample as firstCalls } from "../src/cli/sandbox-curl-example.ts";
import {
  closeOnSignal,
  ignoreClosedOutput,
  type ListeningServer,
} from "../src/http-server/http-server.ts";
import { startMock } from "../src/mock/index.ts";
import { type Sandbox, startSandbox } from "../src/sandbox/index.ts";
import { type Addresses, buildSite } from "./docs/build-site.ts";
import { serveFolder } from "./docs/serve-folder.ts";
import { runScript } from "./exit-status.ts";

const { port: sandboxPort, ...sandboxOnly } = sandboxFlags;

/** The sandbox has the flags and variables of `centavo sandbox`; the three ports have flags of their own. */
const start = command({
  help: "Builds the docs and serves them, with the mock and the sandbox beside them.",
  flags: {
    "docs-port": { ...sandboxPort, ...portOf("docs"), fallback: "4000" },
    "mock-port": { ...mockFlags.port, ...portOf("mock") },
    "sandbox-port": { ...sandboxPort, ...portOf("sandbox") },
    ...sandboxOnly,
    host: { ...sandboxOnly.host, help: "the address that the sandbox listens on" },
  },
  async start(given): Promise<RunningServer> {
    const {
      "docs-port": docsPort,
      "mock-port": mockPort,
      "sandbox-port": port,
      quiet,
      ...values
    } = given;
    const logOf = (name: string) =>
      quiet ? {} : { log: (line: string) => console.log(`${name.padEnd(8)} ${line}`) };
    const running: Pick<ListeningServer, "close">[] = [];
    /** Starts one of them, whose port has a flag of its own. */
    const begin = async <Server extends Pick<ListeningServer, "close">>(
      name: string,
      run: () => Promise<Server>,
    ) => {
      const server = await withFlagAdvice(given, run, { port: `${name}-port` });
      running.push(server);
      return server;
    };
    const close = async () => void (await Promise.all(running.map((each) => each.close())));
    try {
      const mock = await begin("mock", () =>
        startMock({ port: Number(mockPort), ...logOf("mock") }),
      );
      const sandbox = await begin("sandbox", () =>
        startSandbox({ ...sandboxOptions({ ...values, port }), ...logOf("sandbox") }),
      );
      const addresses = { mock: mock.url, sandbox: sandbox.url };
      const docs = await begin("docs", () => serveDocs(addresses, Number(docsPort)));
      return { text: describe(docs, mock, sandbox), close };
    } catch (error) {
      await close();
      throw error;
    }
  },
});

function portOf(name: string) {
  return {
    variable: `CENTAVO_${name.toUpperCase()}_PORT`,
    help: `the port of the ${name}, from 0 (any that is free) to 65535`,
  };
}

/** Its samples call the servers that have just started, so the site is made for this run alone. */
async function serveDocs(addresses: Addresses, port: number): Promise<ListeningServer> {
  const folder = mkdtempSync(join(tmpdir(), "centavo-site-"));
  try {
    await buildSite(addresses, folder);
    return await serveFolder(folder, port);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function describe(docs: ListeningServer, mock: ListeningServer, sandbox: Sandbox): string {
  return `
  docs     ${docs.url}  the references, the guides, the errors, the assumptions
  mock     ${mock.url}  answers with the contract's examples
  sandbox  ${sandbox.url}  keeps what it is told, for the company with these keys:

           public   ${sandbox.publicKey}
           private  ${sandbox.privateKey}

A first call to the mock, to paste into another terminal, and the first ones to the sandbox:

  ${curlExample(mock.url)}

  ${firstCalls(sandbox).join("\n  ")}

Ctrl-C ends them all.`;
}

await runScript(async () => {
  const values = readFlags("sandbox", start, process.argv.slice(2));
  if (values === "help") return console.log(describeCommand("sandbox", start, "npm start --"));
  ignoreClosedOutput();
  const { text, close } = await start.start(values);
  closeOnSignal(close);
  console.log(text);
});
