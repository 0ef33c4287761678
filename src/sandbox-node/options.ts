import { parseHost } from "../client/parse-url.ts";
import { isLoopback } from "../http-server/server-address.ts";
import {
  assertNoExamples,
  baseUrlRule,
  type CoreOptions,
  checkValues,
  coreRules,
  isNonEmptyString,
  isStateContent,
  type OptionRule,
  type ResolvedCoreOptions,
  withDefaults,
  withoutTrailingSlash,
} from "../sandbox/options.ts";
import { OptionError } from "../sandbox/startup-errors.ts";
import type { StateContent } from "../sandbox/state-file/state-content.ts";
import { isFileAddress, isServerAddress } from "./store/store-address.ts";

/** The options of `startSandbox`. */
export interface SandboxOptions extends CoreOptions {
  /**
   * The port to listen on. `0` picks a free port.
   * @default 0
   */
  port?: number;
  /**
   * The address to listen on. An address other than loopback requires a `publicUrl`, and an `operatorKey` of at least 32
   * characters.
   * @default "127.0.0.1"
   */
  host?: string;
  /**
   * The database file. The next start with the same file continues where this one stopped. Or the address of a
   * database on a PostgreSQL server, which any number of sandboxes may share; this needs the package `pg`.
   * @default an in-memory database, lost when the sandbox stops
   * @example "postgres://user:password@127.0.0.1:5432/sandbox"
   */
  db?: string;
  /**
   * The path of a state file, which `centavo export` writes, or its content: a text that begins with `{`, or its bytes
   * piece by piece. If the sandbox has no companies yet, it imports those of the file. A `db` that already has companies
   * keeps them.
   * @default one company without data
   * @example "fixtures/shop.ndjson"
   */
  state?: StateContent;
  /**
   * Whether several people use the sandbox, so that the keys of a company are shown once and each session of the
   * inspector sees one company. It then requires an `operatorKey`.
   * @default whether other machines can reach it
   */
  shared?: boolean;
  /**
   * The http or https address by which clients reach the sandbox, e.g. through a proxy. It may have a path.
   * File URLs in responses and postbacks begin with it, and so does the inspector's address. The sandbox
   * accepts requests with its host. An address of another machine requires an `operatorKey` of at least 32
   * characters.
   * @default responses use the `Host` of the request, postbacks use the address that the sandbox listens on
   * @example "https://sandbox.example"
   */
  publicUrl?: string;
  /**
   * Where the sandbox may send postbacks: to this machine only, to any address, or to this machine and the hosts
   * in a list. Each host is as in the URL of a postback, but without the port. It allows no other host, not even
   * its subdomains.
   * @default "loopback"
   * @example ["receiver.example", "10.0.0.5"]
   */
  postbacks?: PostbackTargets;
  /**
   * How many seconds a sandbox that was asked to stop goes on answering, while its readiness check fails. A balancer
   * needs this time to send new requests elsewhere.
   * @default 0
   */
  drain?: number;
}

/** Where postbacks may go. A list has the hosts that are allowed besides this machine. */
export type PostbackTargets = "loopback" | "any" | readonly string[];

/** The validated options, with defaults filled in. */
export interface ResolvedOptions extends ResolvedCoreOptions, Pick<SandboxOptions, "db" | "state"> {
  port: number;
  host: string;
  /** Whether several people use the sandbox: other machines can reach it, or its option says so. */
  isShared: boolean;
  /** Without a trailing slash. */
  publicUrl: string | undefined;
  /** Hosts in a list are in the form that `URL` gives them. */
  postbacks: PostbackTargets;
  payPages: boolean;
  /** In seconds. */
  drain: number;
}

const optionRules: Record<keyof SandboxOptions, OptionRule> = {
  ...coreRules,
  port: {
    must: "be an integer from 0 to 65535",
    accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 65_536,
  },
  host: { must: "be an address to listen on", accepts: isNonEmptyString },
  db: {
    must: "be a file name, a file: URL or the address of a server, which begins with postgres://",
    accepts: isStoreAddress,
  },
  state: { must: "be the path or the content of a state file", accepts: isStateContent },
  shared: { must: "be true or false", accepts: (value) => typeof value === "boolean" },
  publicUrl: baseUrlRule,
  postbacks: {
    must: 'be "loopback", "any" or a list of other host names like ["receiver.example"], without scheme, port or path',
    accepts: isPostbackTargets,
  },
  drain: {
    must: "be a number of seconds from 0 to 3600",
    accepts: (value) => typeof value === "number" && value >= 0 && value <= 3600,
  },
};

/**
 * Validates the options and fills in the defaults, before any file or port is opened.
 * @throws {OptionError} for an invalid option. The message never contains the value: it may be a secret.
 */
export function readOptions(options: SandboxOptions): ResolvedOptions {
  checkValues(options, optionRules);
  assertNoExamples(options);
  const { port = 0, host = "127.0.0.1", shared = false, drain = 0 } = options;
  const { operatorKey, publicUrl, postbacks = "loopback" } = options;
  const hosts = [host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
  const exposed = hosts.find((each) => !isLoopback(each));
  const isShared = shared || exposed !== undefined;
  if (isShared) assertOperatorKey(operatorKey, exposed);
  if (publicUrl === undefined && exposed !== undefined) throw noPublicUrl(exposed);
  return {
    ...options,
    ...withDefaults(options),
    port,
    host,
    drain,
    isShared,
    payPages: options.payPages ?? !isShared,
    postbacks:
      typeof postbacks === "string"
        ? postbacks
        : postbacks.flatMap((each) => parseHost(each) ?? []),
    publicUrl: withoutTrailingSlash(publicUrl),
  };
}

/** In characters: too long for anyone on another machine to guess. */
const MIN_OPERATOR_KEY = 32;

/** @throws {OptionError} without a key, or if it is too short for a sandbox that other machines can reach. */
function assertOperatorKey(key = "", exposed: string | undefined): void {
  const cause =
    exposed === undefined ? "the sandbox is shared" : `other machines can reach ${exposed}`;
  const isShort = exposed !== undefined && key.length < MIN_OPERATOR_KEY;
  if (key !== "" && !isShort) return;
  const problem = key === "" ? "is missing" : `has fewer than ${MIN_OPERATOR_KEY} characters`;
  const advice = "set CENTAVO_SANDBOX_OPERATOR_KEY to what this prints: openssl rand -hex 32";
  throw new OptionError("operatorKey", `operatorKey ${problem}: ${cause}`, { advice });
}

/** Invitations would lead to an address that works on this machine alone. */
function noPublicUrl(exposed: string): OptionError {
  const advice =
    "set CENTAVO_SANDBOX_PUBLIC_URL to the address by which they do, e.g. http://sandbox.example:4020";
  const problem = `publicUrl is missing: other machines can reach ${exposed}`;
  return new OptionError("publicUrl", problem, { advice });
}

/** Whether an option may have a value. */
export function isOptionValue(option: keyof SandboxOptions, value: unknown): boolean {
  return optionRules[option].accepts(value);
}

/** What values an option takes: it completes the words `expected …`. */
export function valuesOf(option: keyof SandboxOptions): string {
  return optionRules[option].must.replace(/^be /, "");
}

function isPostbackTargets(value: unknown): boolean {
  if (!Array.isArray(value)) return value === "loopback" || value === "any";
  return value.every(isPostbackHost);
}

/** Whether a value may be in a list of hosts. There, the words for other targets would be a mistake. */
export function isPostbackHost(value: unknown): boolean {
  const host = parseHost(value);
  return host !== undefined && host !== "loopback" && host !== "any";
}

function isStoreAddress(value: unknown): boolean {
  return isNonEmptyString(value) && (isServerAddress(`${value}`) || isFileAddress(`${value}`));
}
