import type { Control } from "../../generated/sandbox-control-client.ts";
import { createControl } from "./create-control.ts";
import { createFetch, type SandboxFetch } from "./http/fetch.ts";
import { openSandbox } from "./open-sandbox.ts";
import { type CreateSandboxOptions, readCreateOptions } from "./options.ts";
import { deliverToFunction } from "./postbacks/deliver-to-function.ts";
import type { Timers } from "./runtime/timers.ts";
import { piecesOf } from "./state-file/pieces.ts";
import { openMemoryStore } from "./store/memory/memory-store.ts";

/** The address of every sandbox that is a function. It leads nowhere, so that whoever forgets its `fetch` sends nothing. */
const URL_OF_FUNCTION = "https://sandbox.invalid";

/** A sandbox that is a function. Spread it into the options of `createCentavo`. */
export interface InProcessSandbox {
  /**
   * The base URL, which leads nowhere: only the sandbox's `fetch` answers.
   * @example "https://sandbox.invalid"
   */
  url: string;
  /** The public key of the first company. */
  publicKey: string;
  /** The private key of the first company. */
  privateKey: string;
  /** Its keys open nothing but this sandbox, so a page may have them. */
  allowBrowser: true;
  /** Answers a request for the service or the sandbox's controls, whatever its origin. */
  fetch: SandboxFetch;
  /** The control client of the first company: clock, statuses, faults, test data and postbacks. */
  control: Control;
  /** Resolves when every due job has run and every due postback was attempted. */
  settled(): Promise<void>;
  /** Completes the requests in progress, then ends the sandbox. */
  close(): Promise<void>;
}

/** Creates a sandbox in memory. */
export async function createSandboxWith(
  timers: Timers,
  options: CreateSandboxOptions,
): Promise<InProcessSandbox> {
  const { receiver, state, log, ...resolved } = readCreateOptions(options);
  const address = { url: URL_OF_FUNCTION, publicUrl: URL_OF_FUNCTION };
  const sandbox = await openSandbox(resolved, {
    store: openMemoryStore(timers.nextTurn),
    timers,
    log: log && ((line) => log(line())),
    deliver: deliverToFunction({ receiver, own: (request) => fetch(request), timers }),
    hasOwnSecret: false,
    isShared: false,
    isSecure: true,
    address,
    state: state === undefined ? undefined : piecesOf(state),
  });
  const fetch = createFetch(sandbox.handler);
  sandbox.start();
  const { url } = address;
  const access = { ...sandbox.keys, allowBrowser: true as const, fetch };
  return {
    url,
    ...access,
    control: createControl({ baseUrl: url, ...access }),
    settled: sandbox.settled,
    close: () => sandbox.close(),
  };
}
