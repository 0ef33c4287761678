import { createControl } from "../../src/sandbox/create-control.ts";
import { openSandbox } from "../../src/sandbox/open-sandbox.ts";
import { deliverToFunction } from "../../src/sandbox/postbacks/deliver-to-function.ts";
import { attemptsUntilAwait } from "../../src/sandbox/postbacks/running-attempts.ts";
import { createFetch } from "../../src/sandbox/requests/fetch.ts";
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
    close: () => close(served).finally(() => functions.delete(url)),
  };
}
