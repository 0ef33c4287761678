import { Readable } from "node:stream";
import type { PublicContext } from "../../src/sandbox/context.ts";
import { createControl } from "../../src/sandbox/create-control.ts";
import { openSandbox } from "../../src/sandbox/open-sandbox.ts";
import { deliverToFunction } from "../../src/sandbox/postbacks/deliver-to-function.ts";
import { attemptsUntilAwait } from "../../src/sandbox/postbacks/running-attempts.ts";
import { createFetch } from "../../src/sandbox/requests/fetch.ts";
import { exportCompanies } from "../../src/sandbox/services/export-companies.ts";
import { withStagedCompanies } from "../../src/sandbox/services/import-companies.ts";
import { StateFileError } from "../../src/sandbox/state-file/state-file.ts";
import { openMemoryStore } from "../../src/sandbox/store/memory/memory-store.ts";
import { deliverBySocket } from "../../src/sandbox-node/delivery/deliver-by-socket.ts";
import * as node from "../../src/sandbox-node/index.ts";
import { nodeTimers } from "../../src/sandbox-node/node-timers.ts";
import { readOptions } from "../../src/sandbox-node/options.ts";
import { openStore } from "../../src/sandbox-node/store/open-store.ts";
import { fetch, functions } from "./fetch.ts";
import { isOverSockets } from "./over-sockets.ts";

/** A sandbox, and how to send it requests. */
export type Sandbox = node.Sandbox & { fetch: typeof fetch };

/** What only a server has. */
const OF_SERVER: (keyof node.SandboxOptions)[] = ["port", "host", "publicUrl", "drain", "state"];

let count = 0;

/** Starts a sandbox: a function, but a server in the files of tests that are over sockets, or if an option needs one. */
export async function startSandbox(options: node.SandboxOptions = {}): Promise<Sandbox> {
  if (OF_SERVER.some((name) => name in options) || isOverSockets())
    return { ...(await node.startSandbox(options)), fetch };
  const url = `https://sandbox-${++count}.invalid`;
  const sandbox = { ...(await openFunction(options, url)), url, fetch };
  return { ...sandbox, control: createControl({ baseUrl: url, ...sandbox }) };
}

/** Opens what a server serves, over the same store and with the same deliveries. */
async function openFunction(options: node.SandboxOptions, url: string) {
  const { db, isShared, postbacks, ...others } = readOptions(options);
  const address = { url, publicUrl: url };
  const bySocket = deliverBySocket(address, postbacks);
  const toItself = deliverToFunction({
    receiver: undefined,
    own: fetch,
    timers: nodeTimers,
    attempts: attemptsUntilAwait(),
  });
  const { handler, logResponse, context, keys, isNew, start, settled, close } = await openSandbox(
    others,
    {
      store: await openStore(db),
      timers: nodeTimers,
      warn: process.emitWarning,
      deliver: (postback, limits) =>
        (postback.url.startsWith(url) ? toItself : bySocket)(postback, limits),
      hasOwnSecret: db !== undefined || isShared,
      isShared,
      isSecure: false,
      address,
    },
  );
  const served = createFetch(handler, { timers: nodeTimers, log: logResponse });
  functions.set(url, served.fetch);
  const inspectorUrl = `${url}/#code=${await context.sessions.createCode(context.store)}`;
  start();
  return {
    ...keys,
    isNew,
    inspectorUrl,
    settled,
    async close() {
      await expectImportable(context);
      await close(served).finally(() => functions.delete(url));
    },
  };
}

/** Whatever a test has made of a company, a file takes it elsewhere. */
async function expectImportable(context: PublicContext): Promise<void> {
  const bytes = Readable.from(
    exportCompanies(context, { withKeys: false, copy: context.store.copyCompany }),
  ).map(Buffer.from);
  const target = { store: openMemoryStore(nodeTimers.nextTurn), clock: context.clock };
  await withStagedCompanies(bytes, target, async () => {}).catch((error) => {
    // A test may have damaged its file, or closed its sandbox already.
    if (error instanceof StateFileError) throw error;
  });
}
