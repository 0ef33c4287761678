import { AsyncLocalStorage } from "node:async_hooks";
import { createReadStream } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { tryAddress } from "../http-server/open-port.ts";
import type { InProcessSandbox } from "../sandbox/in-process-sandbox.ts";
import { type OpenSandbox, openSandbox } from "../sandbox/open-sandbox.ts";
import { type CreateSandboxOptions, isStateText } from "../sandbox/options.ts";
import type { Deliver } from "../sandbox/postbacks/delivery.ts";
import type { Attempt } from "../sandbox/postbacks/running-attempts.ts";
import type { Timers } from "../sandbox/runtime/timers.ts";
import { OptionError, OtherDataError, OtherSeedError } from "../sandbox/startup-errors.ts";
import { piecesOf, type StateContent } from "../sandbox/state-file/state-content.ts";
import type { Store } from "../sandbox/store/store.ts";
import { StoreError } from "../sandbox/store/store-error.ts";
import { deliverBySocket } from "./delivery/deliver-by-socket.ts";
import { assertTrustedOrigin } from "./host-header-check.ts";
import { nodeTimers } from "./node-timers.ts";
import type { ResolvedOptions } from "./options.ts";
import { processMetrics } from "./process-metrics.ts";
import { readInspectorHtml } from "./read-inspector-html.ts";
import type { Sandbox } from "./running-sandbox.ts";
import { serveSandbox } from "./serve-sandbox.ts";
import { openStore } from "./store/open-store.ts";
import { shownAddress } from "./store/store-address.ts";

/** Creates a sandbox that is a function, with what Node has. */
export async function createSandboxOnNode(
  options: CreateSandboxOptions,
  timers: Timers,
): Promise<InProcessSandbox> {
  // Imported on demand: it needs the client, which a server does not.
  const { createSandboxWith } = await import("../sandbox/create-sandbox.ts");
  const attempts = new AsyncLocalStorage<Attempt>();
  return createSandboxWith({ timers, readInspector: readInspectorHtml, attempts }, options);
}

/** Starts the sandbox. If the start fails, everything that it opened is closed. Postbacks go to their addresses, or by `deliver`. */
export async function startServer(
  options: ResolvedOptions,
  deliver?: Deliver,
): Promise<Omit<Sandbox, "control">> {
  const address = { url: "", publicUrl: "" };
  // No later start would show the keys of a company that this one stores before it fails.
  if (options.db !== undefined) await tryAddress(options);
  const sandbox = await openOrThrow(options, address, deliver);
  const { handler, logResponse, context, keys, isNew, settled } = sandbox;
  try {
    context.metrics.add(...processMetrics);
    // Before the server, which would go on listening if this failed.
    const code = await context.sessions.createCode(context.store);
    const { url, drain, close } = await serveSandbox(options, handler, logResponse);
    Object.assign(address, { url, publicUrl: options.publicUrl ?? url });
    const serving = {
      close,
      drain() {
        drain();
        return setTimeout(options.drain * 1000);
      },
    };
    sandbox.start();
    return {
      url,
      // Where the public URL is https, browsers may refuse the cookie of a session over http.
      inspectorUrl: `${address.publicUrl}/#code=${code}`,
      ...keys,
      isNew,
      settled,
      close: () => sandbox.close(serving),
    };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

/** @throws {OptionError} if the database cannot be used, was created with another seed, or the state file cannot be imported. */
async function openOrThrow(
  options: ResolvedOptions,
  address: { url: string; publicUrl: string },
  deliver = deliverBySocket(address, options.postbacks),
): Promise<OpenSandbox> {
  const { db, state, isShared, publicUrl } = options;
  const store = await openStoreOrThrow(db);
  try {
    return await openSandbox(options, {
      store,
      warn: process.emitWarning,
      address,
      isShared,
      timers: nodeTimers,
      readInspector: readInspectorHtml,
      hasOwnSecret: db !== undefined || isShared,
      isSecure: publicUrl?.startsWith("https:") ?? false,
      deliver,
      assertTrustedOrigin: (request, expected) => assertTrustedOrigin(request, expected, options),
      state: state === undefined ? undefined : contentOf(state),
    });
  } catch (error) {
    const shown = shownAddress(db);
    if (error instanceof OtherSeedError)
      throw new OptionError("db", `${shown} was created with a different seed or without one`);
    if (error instanceof OtherDataError)
      throw new OptionError(
        "db",
        `${shown} cannot be used with examples: it has other data, and the examples need a new file`,
      );
    throw asOptionError(`${shown} cannot be used`, error);
  }
}

async function openStoreOrThrow(address: string | undefined): Promise<Store> {
  try {
    return await openStore(address);
  } catch (error) {
    throw asOptionError(`${shownAddress(address)} cannot be opened`, error);
  }
}

function asOptionError(failure: string, error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  const { message, advice } = error;
  return new OptionError("db", `${failure} (${message})`, { cause: error, advice });
}

/** The bytes of a state file. A text is its path, unless it begins as its content does. */
function contentOf(state: StateContent): AsyncIterable<Uint8Array> {
  if (typeof state !== "string" || isStateText(state)) return piecesOf(state, nodeTimers);
  return piecesOfFile(state);
}

/** @throws {OptionError} if there is no such file. */
async function* piecesOfFile(path: string): AsyncIterable<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (error) {
    throw new OptionError("state", `${path} cannot be imported (${(error as Error).message})`, {
      cause: error,
    });
  }
}
