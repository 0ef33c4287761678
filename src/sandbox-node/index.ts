import { createControl } from "../sandbox/create-control.ts";
import type { InProcessSandbox } from "../sandbox/in-process-sandbox.ts";
import type { CreateSandboxOptions } from "../sandbox/options.ts";
// At once: it takes the functions that wait before a test can replace them by fake ones.
import { nodeTimers } from "./node-timers.ts";
import { readOptions, type SandboxOptions } from "./options.ts";
import type { Sandbox } from "./running-sandbox.ts";

export { AddressError } from "../http-server/server-address.ts";
export * from "../sandbox/index.ts";
export type { SandboxOptions } from "./options.ts";
export type { Sandbox } from "./running-sandbox.ts";

/**
 * Starts a sandbox: the whole service on your own machine, with a company and its keys. Resolves when
 * the sandbox is ready. Rejects if it cannot listen or if an option is invalid.
 *
 * @example
 * const sandbox = await startSandbox();
 * const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });
 * const { data: payments } = await centavo.payments.list();
 * await sandbox.control.clock.advance({ days: 30 });
 * await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const resolved = readOptions(options);
  const { startServer } = await loadSandbox();
  const sandbox = await startServer(resolved);
  return { ...sandbox, control: createControl({ baseUrl: sandbox.url, ...sandbox }) };
}

/**
 * Creates a sandbox that is a function: the whole service in memory, without a port, with a company and its keys. It runs
 * wherever `fetch` does.
 *
 * @example
 * const sandbox = await createSandbox({ clock: "2026-03-02T12:00:00Z" });
 * const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });
 * const { data: payments } = await centavo.payments.list();
 * await sandbox.close();
 */
export async function createSandbox(options: CreateSandboxOptions = {}): Promise<InProcessSandbox> {
  const { createSandboxOnNode } = await loadSandbox();
  return createSandboxOnNode(options, nodeTimers);
}

let loading: Promise<typeof import("./start-sandbox.ts")> | undefined;

/** On demand: most of what the client side of this module needs is small. Once: an import takes a tenth of an opening. */
function loadSandbox() {
  loading ??= import("./start-sandbox.ts");
  return loading;
}
