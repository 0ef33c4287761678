import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { commands } from "../src/cli/all-commands.ts";
import { colorsFor } from "../src/cli/colors.ts";
import { curlToRead, mockFlags } from "../src/cli/commands/mock.ts";
import {
  curlToPay,
  describeStorage,
  sandboxFlags,
  sandboxOptions,
} from "../src/cli/commands/sandbox.ts";
import { type Command, command, type RunningServer } from "../src/cli/define-command.ts";
import { unknownVariables } from "../src/cli/environment-variables.ts";
import { runCommand, terminal, withFlagAdvice } from "../src/cli/run-command.ts";
import type { ListeningServer } from "../src/http-server/http-server.ts";
import { startMock } from "../src/mock/index.ts";
import { withoutTrailingSlash } from "../src/sandbox/options.ts";
import { type Sandbox, startSandbox } from "../src/sandbox-node/index.ts";
import type { Servers } from "./docs/generated-pages.ts";
import { type Pages, readPages, servePages } from "./docs/serve-folder.ts";
import { cachedPages, cachePages, siteKey } from "./docs/site-cache.ts";
import { EXIT_STATUS, runScript } from "./exit-status.ts";

// Its lines are of several servers, for people.
const { port: sandboxPort, log: _log, ...sandboxOnly } = sandboxFlags;

/** Takes the flags and variables of `centavo sandbox`, but has a flag for each of the three ports. */
const start: Command = command({
  name: "sandbox",
  usage: "npm start --",
  summary: "Builds and serves the docs, and starts the mock and the sandbox.",
  flags: {
    "docs-port": { ...sandboxPort, ...portOf("docs"), fallback: "4000" },
    "mock-port": { ...mockFlags.port, ...portOf("mock") },
    "sandbox-port": { ...sandboxPort, ...portOf("sandbox") },
    ...sandboxOnly,
    host: { ...sandboxOnly.host, help: "the address that the sandbox listens on" },
  },
  async run(allValues): Promise<RunningServer> {
    const {
      "docs-port": docsPort,
      "mock-port": mockPort,
      "sandbox-port": port,
      quiet,
      ...values
    } = allValues;
    const color = colorsFor(process.env);
    const logOf = (name: string) =>
      quiet ? {} : { log: (line: string) => console.log(`${name.padEnd(8)} ${color(line)}`) };
    const running: Pick<ListeningServer, "close">[] = [];
    const building = new AbortController();
    /** Starts a server. An error about its port names the flag of that port. */
    const begin = async <Server extends Pick<ListeningServer, "close">>(
      name: string,
      run: () => Promise<Server>,
    ) => {
      const server = await withFlagAdvice(start, allValues, run, { port: `${name}-port` });
      running.push(server);
      return server;
    };
    const close = async () => {
      building.abort();
      await Promise.all(running.map((each) => each.close()));
    };
    try {
      // The docs need the addresses of the other two for their samples, and the sandbox links to the docs.
      const { promise: pages, resolve: publish } = Promise.withResolvers<Pages>();
      const docs = await begin("docs", () => servePages(pages, { port: Number(docsPort) }));
      const mock = await begin("mock", () =>
        startMock({ port: Number(mockPort), ...logOf("mock") }),
      );
      const options = { ...sandboxOptions({ ...values, port, log: "text" }), docsUrl: docs.url };
      const sandbox = await begin("sandbox", () =>
        startSandbox({ ...options, ...logOf("sandbox") }),
      );
      const shown = { ...sandbox, url: withoutTrailingSlash(values["public-url"]) ?? sandbox.url };
      const addresses = { mock: mock.url, sandbox: sandbox.url };
      const key = siteKey(addresses);
      const kept = cachedPages(key);
      if (kept) publish(kept);
      else
        void buildPages(addresses, key, building.signal).then(
          (built) => {
            publish(built);
            logOf("docs").log?.(`ready at ${docs.url}`);
          },
          async (error: Error) => {
            if (building.signal.aborted) return;
            console.error(`The docs could not be built: ${error.message}`);
            process.exitCode = EXIT_STATUS.failure;
            await close();
          },
        );
      return {
        text: describe(docs, mock, shown, { db: values.db, areDocsReady: kept !== undefined }),
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
});

function portOf(name: string) {
  return {
    variable: `CENTAVO_${name.toUpperCase()}_PORT`,
    help: `the port of the ${name}, from 0 (any free port) to 65535`,
  };
}

/**
 * Builds the site, and keeps it for the next start. A process of its own builds it, so that the servers answer meanwhile.
 */
async function buildPages(addresses: Servers, key: string, signal: AbortSignal): Promise<Pages> {
  mkdirSync("dist", { recursive: true });
  const work = mkdtempSync("dist/docs-of-start-");
  const remove = () => rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  // A second signal ends this process while the other one is still ending.
  process.once("exit", remove);
  const { mock, sandbox } = addresses;
  const folder = join(work, "site");
  const script = ["scripts/docs/build-site.ts", folder, "--mock", mock, "--sandbox", sandbox];
  try {
    // This server has the site at its root, whatever address it is published at.
    const env = { ...process.env, CENTAVO_DOCS_URL: "" };
    const building = promisify(execFile)(process.execPath, script, { env });
    signal.addEventListener("abort", () => building.child.kill());
    await building;
    const pages = readPages(folder);
    // A file that changed meanwhile may be in it before or after the change.
    if (siteKey(addresses) === key) cachePages(key, pages, work);
    return pages;
  } finally {
    remove();
  }
}

type Listening = Pick<ListeningServer, "url">;

function describe(
  docs: Listening,
  mock: Listening,
  sandbox: Sandbox,
  { db, areDocsReady }: { db: string | undefined; areDocsReady: boolean },
): string {
  return `
To see and to do everything in a browser, open the inspector of the sandbox:

  ${sandbox.inspectorUrl}

  sandbox  ${sandbox.url}  is ready, and stores what you create, for the company with these keys:

           public   ${sandbox.publicKey}
           private  ${sandbox.privateKey}

           ${describeStorage(db)}

  mock     ${mock.url}  is ready, and responds with the examples of the contract
  docs     ${docs.url}  are ${areDocsReady ? "ready" : "being built, for a minute or two; a line says when they are ready"}

To create a payment in the sandbox, and to read one from the mock, paste these into another terminal:

  ${curlToPay(sandbox).join("\n  ")}

  ${curlToRead(mock.url)}

To stop them all, press Ctrl-C.`;
}

await runScript(async () => {
  for (const problem of unknownVariables([...commands, start], process.env)) console.error(problem);
  await runCommand(start, process.argv.slice(2), terminal);
});
