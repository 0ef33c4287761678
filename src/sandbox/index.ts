import type { InProcessSandbox } from "./in-process-sandbox.ts";
import type { CreateSandboxOptions } from "./options.ts";
import { webTimers } from "./runtime/timers.ts";

export type { Control } from "../../generated/sandbox-control-client.ts";
export type * from "../../generated/sandbox-control-types.ts";
export type { PostbackBody, WithdrawalPostback } from "../../generated/sandbox-control-types.ts";
export type { PaymentPostback } from "../../generated/types.ts";
export { type ControlOptions, createControl } from "./create-control.ts";
export type { InProcessSandbox } from "./in-process-sandbox.ts";
export type { CreateSandboxOptions, Receiver } from "./options.ts";
export { OptionError } from "./startup-errors.ts";
export type { StateContent } from "./state-file/state-content.ts";

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
export async function createSandbox({
  // A page has less memory than a machine.
  maxCompanies = 100,
  maxRecords = 10_000,
  ...options
}: CreateSandboxOptions = {}): Promise<InProcessSandbox> {
  const { createSandboxWith } = await import("./create-sandbox.ts");
  return createSandboxWith({ timers: webTimers }, { ...options, maxCompanies, maxRecords });
}

/** Starts a sandbox with a server, which only Node can. */
export function startSandbox(): never {
  throw new Error("startSandbox needs Node: call createSandbox, and pass its fetch to the client.");
}
