import type { Control } from "../../generated/sandbox-control-client.ts";
import { operations } from "../../generated/sandbox-control-operations.ts";
import { createClient } from "../client/client.ts";
import { readOptions, type SandboxOptions } from "./options.ts";
import { MAX_DELIVERY_TIME } from "./postbacks/retry-policy.ts";
import { SqliteMissingError } from "./startup-errors.ts";

export type { Control } from "../../generated/sandbox-control-client.ts";
export type * from "../../generated/sandbox-control-types.ts";
export type { PostbackBody, WithdrawalPostback } from "../../generated/sandbox-control-types.ts";
export type { PaymentPostback } from "../../generated/types.ts";
export { AddressError } from "../http-server/listen-address.ts";
export type { SandboxOptions } from "./options.ts";
export { OptionError, SqliteMissingError } from "./startup-errors.ts";

/**
 * How long a call of the controls may take, in milliseconds. An advance of the clock answers when all
 * that fell due on the way was tried, so a receiver that never answers can hold it up at each attempt;
 * half a minute is for everything else.
 */
const MAX_CALL = MAX_DELIVERY_TIME + 30_000;

/** A sandbox that runs. */
export interface Sandbox {
  /**
   * Where it listens; what `createCentavo` takes as its `baseUrl`.
   * @example "http://127.0.0.1:4020"
   */
  url: string;
  /** The keys of its first company. */
  publicKey: string;
  privateKey: string;
  /** The control interface of that company: its clock, what others decide, what it has. */
  control: Control;
  /** Resolves when all that is due has been done, and each postback that is due was tried. */
  settled(): Promise<void>;
  /** Lets what it has accepted end, and ends it. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox: the whole service on your own machine, with a company that has keys. It resolves
 * when the sandbox is ready, and rejects where it cannot listen or an option is not right.
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
  const { startApp } = await loadApp();
  const { url, keys, settled, close } = await startApp(resolved);
  return { url, ...keys, control: createControl(url, keys), settled, close };
}

/**
 * The controls of a company: of the one that a sandbox starts with they are there as `control`, and
 * those of another are made with its keys.
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
  // The client takes no other machine's address without https. This one's calls stay in this machine
  // whatever the address is, so the address is put in where the client does not see it.
  const local = "http://localhost";
  return createClient(operations, {
    ...{ publicKey, privateKey },
    baseUrl: local,
    ...{ timeout: MAX_CALL, totalTimeout: MAX_CALL },
    fetch: (request) => fetch(new Request(request.url.replace(local, url), request)),
  });
}

/** The package has it in one file. */
async function loadApp(): Promise<typeof import("./app.ts")> {
  try {
    return await import("./app.ts");
  } catch (error) {
    const { code } = error as { code?: string };
    throw code === "ERR_UNKNOWN_BUILTIN_MODULE" ? new SqliteMissingError(error) : error;
  }
}
