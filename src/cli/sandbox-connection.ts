import type { Control } from "../../generated/sandbox-control-client.ts";
import {
  type Centavo,
  createCentavo,
  NetworkError,
  ServiceError,
  TimeoutError,
  UnexpectedResponseError,
} from "../client/index.ts";
import { CommandError, type FlagValuesOf, UnreachableError, UsageError } from "./command.ts";
import type { connectionFlags } from "./flags.ts";

/** The keys of the first company of every sandbox in memory and on loopback without a seed. */
export const wellKnownKeys = {
  publicKey: "sandbox_public_00000000000040008000000000000001",
  privateKey: "sandbox_private_9abe79fe1db45ef2f7b555483d82b803aeafdf49",
};

/** A running sandbox, and the clients of one of its companies. */
export interface Connection {
  url: string;
  centavo: Centavo;
  control: Control;
  /** A bearer token, for what the clients cannot do. */
  token(): Promise<string>;
}

/** How long a sandbox may take to say that it runs, in milliseconds. */
const HEALTH_TIMEOUT = 5_000;

/** Calls a running sandbox. @throws {CommandError} that says in one line what to do. */
export async function withSandbox(
  values: FlagValuesOf<typeof connectionFlags>,
  use: (connection: Connection) => Promise<void>,
): Promise<undefined> {
  const url = values.url.replace(/\/+$/, "");
  const publicKey = values["public-key"] ?? wellKnownKeys.publicKey;
  const privateKey = values["private-key"] ?? wellKnownKeys.privateKey;
  const connection = await connect(url, { publicKey, privateKey });
  await assertRuns(url);
  try {
    await use(connection);
  } catch (error) {
    throw inOneLine(error, url);
  }
}

async function connect(
  url: string,
  keys: { publicKey: string; privateKey: string },
): Promise<Connection> {
  const { createControl } = await import("../sandbox/index.ts");
  const centavo = clientOf(url, keys);
  const token = async () => (await centavo.auth.createToken(keys)).data.access_token;
  return { url, centavo, control: createControl(url, keys), token };
}

function clientOf(url: string, keys: { publicKey: string; privateKey: string }): Centavo {
  try {
    return createCentavo({ baseUrl: url, ...keys });
  } catch (error) {
    // The rest of the message names an option of `createCentavo`, which this command does not have.
    const [problem] = (error as Error).message.split("; ");
    throw new UsageError(`invalid --url: ${problem}`);
  }
}

/** No key is sent, and nothing is created, before the sandbox has said that it is one. */
async function assertRuns(url: string): Promise<void> {
  const signal = AbortSignal.timeout(HEALTH_TIMEOUT);
  const response = await fetch(`${url}/_sandbox/health`, { signal, redirect: "manual" }).catch(
    () => {
      throw notRunning(url);
    },
  );
  const health = await response.json().catch(() => undefined);
  if (!response.ok || health?.data?.status !== "ok")
    throw new CommandError(
      `the server at ${url} is not a sandbox; pass another address with --url`,
    );
}

function notRunning(url: string): UnreachableError {
  const { port } = new URL(url);
  const flag = port === "" || port === "4020" ? "" : ` --port ${port}`;
  return new UnreachableError(
    `no sandbox runs at ${url}; start one with centavo sandbox${flag}, or pass another address with --url`,
  );
}

/**
 * Whether a response had another shape than the types say. Commands read responses without a check of each field: a
 * sandbox's are as the contract says, and another server's lead to one of these.
 */
function isAboutShape(error: unknown): boolean {
  return [TypeError, SyntaxError, RangeError].some((type) => error instanceof type);
}

function inOneLine(error: unknown, url: string): unknown {
  if (error instanceof NetworkError) return notRunning(url);
  if (error instanceof TimeoutError)
    return new UnreachableError(`the sandbox at ${url} does not answer`);
  if (error instanceof UnexpectedResponseError || isAboutShape(error))
    return new CommandError(
      `the server at ${url} does not answer as a sandbox of this version does`,
    );
  if (!(error instanceof ServiceError)) return error;
  const { status, messages, returnCode } = error;
  if (status === 401) {
    const keys = "set CENTAVO_SANDBOX_PUBLIC_KEY and CENTAVO_SANDBOX_PRIVATE_KEY to its own";
    return new CommandError(`the sandbox at ${url} refuses the keys; ${keys}`);
  }
  const code = returnCode === undefined ? "" : ` (${returnCode})`;
  const reason = messages.join("; ") || error.message;
  return new CommandError(`the sandbox refuses this: ${reason}${code}`);
}
