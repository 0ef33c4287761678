import type { Control } from "../../generated/sandbox-control-client.ts";
import { operations } from "../../generated/sandbox-control-operations.ts";
import { createClient } from "../client/client.ts";
import { readOptions as readClientOptions } from "../client/options.ts";
import { readOptions, type SandboxOptions } from "./options.ts";
import { MAX_DELIVERY_TIME } from "./postbacks/retry-schedule.ts";

export type { Control } from "../../generated/sandbox-control-client.ts";
export type * from "../../generated/sandbox-control-types.ts";
export type { PostbackBody, WithdrawalPostback } from "../../generated/sandbox-control-types.ts";
export type { PaymentPostback } from "../../generated/types.ts";
export { AddressError } from "../http-server/listen-address.ts";
export type { SandboxOptions } from "./options.ts";
export { OptionError } from "./startup-errors.ts";

/**
 * The timeout of the control client, in milliseconds. `clock.advance` responds only after every due job
 * has run and every due postback was attempted, so a receiver that never responds delays it by one
 * timeout per attempt. Another 30 seconds cover everything else.
 */
const CONTROL_TIMEOUT = MAX_DELIVERY_TIME + 30_000;

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
  const { startApp } = await import("./app.ts");
  const { keys, ...app } = await startApp(resolved);
  return { ...app, ...keys, control: createControl(app.url, keys) };
}

/**
 * Creates the control client of a company from its keys. For the first company of a sandbox, use
 * `sandbox.control` instead.
 *
 * @example
 * const sandbox = await startSandbox();
 * const { data: keys } = await sandbox.control.companies.create({ feePercentage: 3.5 });
 * const control = createControl(sandbox.url, keys);
 */
export function createControl(
  url: string,
  { publicKey, privateKey }: Pick<Sandbox, "publicKey" | "privateKey">,
): Control {
  const settings = readClientOptions({
    baseUrl: "http://localhost",
    publicKey,
    privateKey,
    timeout: CONTROL_TIMEOUT,
    totalTimeout: CONTROL_TIMEOUT,
    fetch: inPlaceOfCompany,
  });
  // Set after the check of the options, which rejects plain http to another machine: a sandbox has no TLS.
  return createClient(operations, { ...settings, baseUrl: url.replace(/\/+$/, "") });
}

/** Who operates the sandbox names a company, instead of sending the token of its own. */
function inPlaceOfCompany(request: Request): Promise<Response> {
  if (request.headers.has("x-sandbox-company")) request.headers.delete("authorization");
  return fetch(request);
}
