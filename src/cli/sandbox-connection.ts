import type { Control } from "../../generated/sandbox-control-client.ts";
import {
  type Centavo,
  createCentavo,
  NetworkError,
  ServiceError,
  TimeoutError,
  UnexpectedResponseError,
} from "../client/index.ts";
import { firstSentence } from "../contract/first-sentence.ts";
import { returnCodes } from "../contract/return-codes.ts";
import { businessRules } from "../sandbox/domain/sandbox-return-codes.ts";
import { assertAgrees, assertCanAgree, isLocal, isServiceUrl } from "./confirm-host.ts";
import {
  CENTAVO,
  CommandError,
  type FlagValuesOf,
  type Output,
  UnreachableError,
  UsageError,
} from "./define-command.ts";
import { bundled, type OperationRow } from "./operation-commands/operation-table.ts";
import type { connectionFlags } from "./shared-flags.ts";

/** The keys of the first company of every sandbox in memory and on loopback without a seed. */
export const wellKnownKeys = {
  publicKey: "sandbox_public_00000000000040008000000000000001",
  privateKey: "sandbox_private_9abe79fe1db45ef2f7b555483d82b803aeafdf49",
};

/** A running sandbox, and the clients of one of its companies. */
export interface Connection extends ServiceConnection {
  control: Control;
}

/** A service, which has controls only if it is a sandbox. */
export interface ServiceConnection {
  url: string;
  keys: Keys;
  centavo: Centavo;
  control?: Control;
}

type Keys = typeof wellKnownKeys;

/** How long a sandbox may take to say that it runs, in milliseconds. */
const HEALTH_TIMEOUT = 5_000;

/** Calls a sandbox, any number of times. @throws {CommandError} that says in one line what to do. */
export type UseSandbox = <Result>(
  use: (connection: Connection) => Promise<Result>,
) => Promise<Result>;

/** All calls share one token. The sandbox need not run before the first. @throws {UsageError} for an unusable URL. */
export function sandboxAt(address: string, keys: Keys): UseSandbox {
  const url = address.replace(/\/+$/, "");
  const centavo = clientOf(url, keys);
  let connection: Connection | undefined;
  return async (use) => {
    connection ??= await connect(url, keys, centavo);
    // No key is sent, and nothing is created, before the sandbox has said that it is one.
    if (!(await isSandbox(url)))
      throw new CommandError(
        `the server at ${url} is not a sandbox; pass another address with --url`,
      );
    return await using(connection, use);
  };
}

/** Calls a running sandbox. @throws {CommandError} that says in one line what to do. */
export async function withSandbox(
  values: FlagValuesOf<typeof connectionFlags>,
  use: (connection: Connection) => Promise<void>,
): Promise<undefined> {
  await sandboxAt(values.url, sandboxKeys(values))(use);
  return undefined;
}

/**
 * Calls a running sandbox, or another service with the keys of its own that are in the environment.
 * @throws {CommandError} that says in one line what to do.
 */
export async function withService(
  values: FlagValuesOf<typeof connectionFlags> & { live?: boolean },
  { id, method, api }: OperationRow,
  io: Output,
  use: (connection: ServiceConnection) => Promise<void>,
): Promise<void> {
  if (api === "control") return withSandbox(values, use);
  const isWrite = method !== "GET";
  const url = values.url.replace(/\/+$/, "");
  const centavo = clientOf(url, sandboxKeys(values));
  if (await isSandbox(url))
    return await using(await connect(url, sandboxKeys(values), centavo), use);
  if (!isServiceUrl(url))
    throw new UsageError(`${url} is not a running sandbox, and another service needs https`);
  if (isWrite && !values.live)
    throw new UsageError(
      `${url} is no sandbox, and ${id} changes data there; to send it, add --live`,
    );
  if (isWrite) assertCanAgree(url, io, "--live");
  const { CENTAVO_PUBLIC_KEY: publicKey = "", CENTAVO_PRIVATE_KEY: privateKey = "" } = io.env;
  if (publicKey === "" || privateKey === "")
    throw new UsageError(`${url} is no sandbox; set CENTAVO_PUBLIC_KEY and CENTAVO_PRIVATE_KEY`);
  if (isWrite) await assertAgrees(url, io.person, "it");
  const keys = { publicKey, privateKey };
  return await using({ url, keys, centavo: clientOf(url, keys) }, use);
}

function sandboxKeys(values: FlagValuesOf<typeof connectionFlags>): Keys {
  return {
    publicKey: values["public-key"] ?? wellKnownKeys.publicKey,
    privateKey: values["private-key"] ?? wellKnownKeys.privateKey,
  };
}

/** @throws {CommandError} that says in one line what went wrong. */
async function using<Connected extends ServiceConnection, Result>(
  connection: Connected,
  use: (connection: Connected) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(connection);
  } catch (error) {
    throw inOneLine(error, connection);
  }
}

/** The client of an operation's interface. A service that is no sandbox is never asked for one of the controls. */
export function clientFor(
  { api }: Pick<OperationRow, "api">,
  connection: ServiceConnection,
): object {
  return { service: connection.centavo, control: connection.control ?? {} }[api];
}

async function connect(url: string, keys: Keys, centavo: Centavo): Promise<Connection> {
  const { createControl } = await import("../sandbox-node/index.ts");
  return { url, keys, centavo, control: createControl({ baseUrl: url, ...keys }) };
}

function clientOf(url: string, keys: Keys): Centavo {
  try {
    // A sandbox has no TLS. No key is sent to an address before it is known to be one, or to be https.
    const allowInsecure = URL.canParse(url) ? [new URL(url).hostname] : [];
    return createCentavo({ baseUrl: url, ...keys, allowInsecure });
  } catch (error) {
    // The rest of the message names options of `createCentavo`, which this command does not have.
    const [problem = ""] = (error as Error).message.split("; ");
    throw new UsageError(`invalid --url: ${problem.replace(/^baseUrl /, "it ")}`);
  }
}

async function isSandbox(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(HEALTH_TIMEOUT);
  const response = await fetch(`${url}/_sandbox/health`, { signal, redirect: "manual" }).catch(
    () => {
      throw notRunning(url);
    },
  );
  const health = await response.json().catch(() => undefined);
  return response.ok && health?.data?.status === "ok";
}

function notRunning(url: string): UnreachableError {
  if (!isLocal(url))
    return new UnreachableError(`nothing answers at ${url}; pass another address with --url`);
  const { port } = new URL(url);
  const flag = port === "" || port === "4020" ? "" : ` --port ${port}`;
  return new UnreachableError(
    `no sandbox runs at ${url}; start one with ${CENTAVO} sandbox${flag}, or pass another address with --url`,
  );
}

/**
 * Whether a response had another shape than the types say. Commands read responses without a check of each field: a
 * sandbox's are as the contract says, and another server's lead to one of these.
 */
function isAboutShape(error: unknown): boolean {
  return [TypeError, SyntaxError, RangeError, URIError].some((type) => error instanceof type);
}

function inOneLine(error: unknown, { url, control }: ServiceConnection): unknown {
  const what = control ? "sandbox" : "service";
  if (error instanceof NetworkError) return notRunning(url);
  if (error instanceof TimeoutError)
    return new UnreachableError(`the ${what} at ${url} does not answer`);
  if (error instanceof UnexpectedResponseError || isAboutShape(error))
    return new CommandError(
      `the server at ${url} does not answer as a ${what} of this version does`,
    );
  if (!(error instanceof ServiceError)) return error;
  const { status, messages, returnCode, headers } = error;
  if (status === 401) {
    const prefix = control ? "CENTAVO_SANDBOX" : "CENTAVO";
    const keys = `set ${prefix}_PUBLIC_KEY and ${prefix}_PRIVATE_KEY to its own`;
    return new CommandError(`the ${what} at ${url} refuses the keys; ${keys}`);
  }
  const meaning = meaningOf(returnCode);
  const isKnown = meaning === undefined || meaning.startsWith(messages.join());
  const explained = isKnown ? "" : `: ${firstSentence(meaning).replace(/\.$/, "")}`;
  const code = returnCode === undefined ? "" : ` (${returnCode}${explained})`;
  // The service speaks for itself, in Portuguese where it has a code.
  const reason = messages.map((message) => `"${message}"`).join("; ") || error.message;
  const address = headers.get("x-sandbox-request-url");
  const request = address === null ? "" : `; its request is at ${address}`;
  return new CommandError(`the ${what} refuses this: ${reason}${code}${request}`);
}

/** What a return code means, one of the contract or of the sandbox alone. */
function meaningOf(code: number | undefined): string | undefined {
  const stated = returnCodes(bundled.service.root).find((each) => each.code === code);
  const rule = Object.values(businessRules).find(({ returnCode }) => returnCode === code);
  return (stated ?? rule)?.meaning;
}
