import type { Control } from "../../generated/sandbox-control-client.ts";
import { createControl } from "../sandbox/create-control.ts";
import type { InProcessSandbox } from "../sandbox/in-process-sandbox.ts";
import type { CreateSandboxOptions } from "../sandbox/options.ts";
// At once: it takes the functions that wait before a test can replace them by fake ones.
import { nodeTimers } from "./node-timers.ts";
import { readOptions, type SandboxOptions } from "./options.ts";

export { AddressError } from "../http-server/server-address.ts";
export * from "../sandbox/index.ts";
export type { SandboxOptions } from "./options.ts";

/** A running sandbox. */
export interface Sandbox {
  /**
   * The base URL of the sandbox. Pass it to `createCentavo` as `baseUrl`.
   * @example "http://127.0.0.1:4020"
   */
  url: string;
  /**
   * The address of the inspector, for a browser. Its code opens one session. It begins with the `publicUrl` if there
   * is one.
   * @example "http://127.0.0.1:4020/#code=0d9f4c6e-5b1a-4e7c-8f23-6a7b8c9d0e1f"
   */
  inspectorUrl: string;
  /** The public key of the first company. */
  publicKey: string;
  /** The private key of the first company. */
  privateKey: string;
  /** Whether this start has created the first company, rather than found it in the `db`. */
  isNew: boolean;
  /** The control client of the first company: clock, statuses, faults, test data and postbacks. */
  control: Control;
  /** Resolves when every due job has run and every due postback was attempted. */
  settled(): Promise<void>;
  /** Completes the requests in progress, then stops the sandbox. */
  close(): Promise<void>;
}

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
  // Imported on demand: most of what the client side of this module needs is small.
  const { startApp } = await import("./start-sandbox.ts");
  const { keys, ...app } = await startApp(resolved);
  return { ...app, ...keys, control: createControl({ baseUrl: app.url, ...keys }) };
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
  // Imported on demand: most of what the client side of this module needs is small.
  const { createSandboxOnNode } = await import("./start-sandbox.ts");
  return createSandboxOnNode(options, nodeTimers);
}
