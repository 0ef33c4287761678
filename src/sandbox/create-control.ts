import type { Control } from "../../generated/sandbox-control-client.ts";
import { operations } from "../../generated/sandbox-control-operations.ts";
import { createClient } from "../client/client.ts";
import { readOptions } from "../client/options.ts";
import { MAX_DELIVERY_TIME } from "./postbacks/retry-schedule.ts";

/**
 * The timeout of the control client, in milliseconds. `clock.advance` responds only after every due job
 * has run and every due postback was attempted, so a receiver that never responds delays it by one
 * timeout per attempt. Another 30 seconds cover everything else.
 */
const CONTROL_TIMEOUT = MAX_DELIVERY_TIME + 30_000;

/** The options of {@link createControl}. */
export interface ControlOptions {
  /** The base URL of the sandbox. */
  baseUrl: string;
  publicKey: string;
  privateKey: string;
  /**
   * The function that sends a request: that of a sandbox from `createSandbox`.
   * @default globalThis.fetch
   */
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * Creates the control client of a company from its keys. For the first company of a sandbox, use
 * `sandbox.control` instead.
 *
 * @example
 * const sandbox = await createSandbox();
 * const { data: keys } = await sandbox.control.companies.create({ feePercentage: 3.5 });
 * const control = createControl({ baseUrl: sandbox.url, fetch: sandbox.fetch, ...keys });
 */
export function createControl({ baseUrl, publicKey, privateKey, fetch }: ControlOptions): Control {
  const settings = readOptions({
    baseUrl: "http://localhost",
    publicKey,
    privateKey,
    timeout: CONTROL_TIMEOUT,
    totalTimeout: CONTROL_TIMEOUT,
    fetch: (request) => inPlaceOfCompany(request, fetch ?? globalThis.fetch),
    // These keys open nothing but a sandbox.
    allowBrowser: true,
  });
  // Set after the check of the options, which rejects plain http to another machine: a sandbox has no TLS.
  return createClient(operations, { ...settings, baseUrl: baseUrl.replace(/\/+$/, "") });
}

/** Who operates the sandbox names a company, instead of sending the token of its own. */
function inPlaceOfCompany(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (request.headers.has("x-sandbox-company")) request.headers.delete("authorization");
  return send(request);
}
