import { createApiPromise } from "../client/api-promise.ts";
import { createControl } from "./create-control.ts";
import type { InProcessSandbox } from "./in-process-sandbox.ts";
import { openSandbox, type SandboxPorts } from "./open-sandbox.ts";
import { type CreateSandboxOptions, readCreateOptions } from "./options.ts";
import { deliverToFunction } from "./postbacks/deliver-to-function.ts";
import { type Attempts, AWAITED_ITSELF, attemptsUntilAwait } from "./postbacks/running-attempts.ts";
import { createFetch } from "./requests/fetch.ts";
import { piecesOf } from "./state-file/state-content.ts";
import { openMemoryStore } from "./store/memory/memory-store.ts";

/** The address of every sandbox that is a function. It leads nowhere, so that whoever forgets its `fetch` sends nothing. */
const URL_OF_FUNCTION = "https://sandbox.invalid";

/** What a platform has. */
export interface Platform extends Pick<SandboxPorts, "timers" | "readInspector"> {
  /** Without it, only what a receiver calls before its first `await` is known to be its call. */
  attempts?: Attempts;
}

/** Creates a sandbox in memory, with what its platform has. */
export async function createSandboxWith(
  { attempts = attemptsUntilAwait(), ...platform }: Platform,
  options: CreateSandboxOptions,
): Promise<InProcessSandbox> {
  const { receiver, state, inspectorUrl, ...resolved } = readCreateOptions(options);
  const { timers } = platform;
  const address = { url: URL_OF_FUNCTION, publicUrl: URL_OF_FUNCTION };
  const sandbox = await openSandbox(resolved, {
    ...platform,
    store: openMemoryStore(timers.nextTurn),
    warn: console.warn,
    deliver: deliverToFunction({
      receiver,
      own: (request) => serving.fetch(request),
      timers,
      attempts,
    }),
    hasOwnSecret: false,
    isShared: false,
    isSecure: true,
    address,
    state: state === undefined ? undefined : piecesOf(state, timers),
  });
  const awaitedBy = () => {
    const attempt = attempts.getStore();
    return attempt?.isRunning ? attempt.companyId : undefined;
  };
  const { handler, logResponse } = sandbox;
  const serving = createFetch(handler, {
    timers,
    log: logResponse,
    awaitedBy,
    inspectorUrl,
  });
  const { fetch } = serving;
  sandbox.start();
  const { url } = address;
  const access = { ...sandbox.keys, allowBrowser: true as const, fetch };
  const control = createControl({ baseUrl: url, ...access });
  return {
    url,
    ...access,
    control: {
      ...control,
      clock: {
        ...control.clock,
        advance(...step) {
          // Before the call awaits a token, since some platforms forget then who calls.
          if (awaitedBy() !== sandbox.companyId) return control.clock.advance(...step);
          const failed = createApiPromise(Promise.reject(new Error(AWAITED_ITSELF)));
          return failed as ReturnType<typeof control.clock.advance>;
        },
      },
    },
    async settled() {
      if (awaitedBy()) throw new Error(AWAITED_ITSELF);
      await sandbox.settled();
    },
    close: () => sandbox.close(serving),
  };
}
