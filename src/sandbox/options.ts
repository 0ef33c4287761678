import { parseHost } from "../client/parse-url.ts";
import { isLoopback } from "../http-server/listen-address.ts";
import { CLOCK_RANGE } from "./domain/calendar.ts";
import { OptionError } from "./startup-errors.ts";
import { isFileAddress, isServerAddress } from "./store/store-address.ts";

/** The options of `startSandbox`. */
export interface SandboxOptions {
  /**
   * The port to listen on. `0` picks a free port.
   * @default 0
   */
  port?: number;
  /**
   * The address to listen on. An address other than loopback requires an `operatorKey`.
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
   * The path of a state file, which `centavo export` writes. If the sandbox has no companies yet, it imports those of the
   * file. A `db` that already has companies keeps them.
   * @default one company without data
   * @example "fixtures/shop.ndjson"
   */
  state?: string;
  /**
   * Starts with the resources of the contract's examples, so that each example request gets its example
   * response. The first company holds them and accepts the keys of the example, which everyone knows.
   * Its clock is frozen at the latest time in these resources, unless there is a `clock`. A `db` must be a
   * new file or one that was created with this option.
   * @default false
   */
  examples?: boolean;
  /**
   * Derives ids, keys and tokens from this seed. With a `clock` as well, the same requests get the same
   * responses in every run.
   * @default random ids, keys and tokens
   */
  seed?: string | number;
  /**
   * The time at which the clock of every company starts. The clock stays frozen there until the control
   * interface advances it.
   * @default the clocks follow the system clock
   * @example "2026-03-02T12:00:00Z"
   */
  clock?: string | Date;
  /**
   * The key of whoever operates the sandbox, who creates, lists, names and deletes companies.
   * @default anyone who can reach the sandbox may do so
   */
  operatorKey?: string;
  /**
   * Whether several people use the sandbox, so that the keys of a company are shown once and each session of the
   * inspector sees one company. It then requires an `operatorKey`.
   * @default whether other machines can reach it
   */
  shared?: boolean;
  /**
   * The http or https address by which clients reach the sandbox, e.g. through a proxy. It may have a path.
   * File URLs in responses and postbacks begin with it, and so does the inspector's address. The sandbox
   * accepts requests with its host. An address of another machine requires an `operatorKey`.
   * @default responses use the `Host` of the request, postbacks use the address that the sandbox listens on
   * @example "https://sandbox.example"
   */
  publicUrl?: string;
  /**
   * The http or https address of the docs, to which the inspector links: from an error to the meaning of its
   * return code.
   * @default the inspector has no such links
   * @example "http://127.0.0.1:4000"
   */
  docsUrl?: string;
  /**
   * Where the sandbox may send postbacks: to this machine only, to any address, or to this machine and the hosts
   * in a list. Each host is as in the URL of a postback, but without the port. It allows no other host, not even
   * its subdomains.
   * @default "loopback"
   * @example ["receiver.example", "10.0.0.5"]
   */
  postbacks?: PostbackTargets;
  /**
   * Whether a payment has a page on which a tester plays its buyer. Whoever has the address of the page can pay the
   * payment.
   * @default unless the sandbox is shared
   */
  payPages?: boolean;
  /**
   * How many records one company may have: resources of every kind, and postbacks. A call that would add more fails with
   * 507, so that no company fills a database that others use.
   * @default no limit
   */
  maxRecords?: number;
  /**
   * How many requests a second a process takes from one company, which may also send those of a second at once. One more
   * gets a 429, a second later.
   * @default no limit
   */
  maxRequests?: number;
  /**
   * How many streams of events a company may have open in a process, at most 1,000. One more gets a 429.
   * @default 1000
   */
  maxStreams?: number;
  /**
   * How many snapshots a company may keep, at most 10. One more takes the place of the oldest.
   * @default 10
   */
  maxSnapshots?: number;
  /**
   * How many seconds a sandbox that was asked to stop goes on answering, while its readiness check fails. A balancer
   * needs this time to send new requests elsewhere.
   * @default 0
   */
  drain?: number;
  /**
   * Called with one line per event, without bodies, queries or headers: each request, each warning about
   * one, each attempt to deliver a postback, each advance of the clock, each restored snapshot, and each
   * change of status, charge or posting to the ledger that no request caused.
   * @default no log
   * @example console.log
   */
  log?: (line: string) => void;
  /**
   * Whether each line of the log, and each defect on standard error, is text for people or a JSON object, with the same
   * facts and the system time.
   * @default "text"
   */
  logFormat?: "text" | "json";
}

/** Where postbacks may go. A list has the hosts that are allowed besides this machine. */
export type PostbackTargets = "loopback" | "any" | readonly string[];

type OptionsAsGiven = Omit<SandboxOptions, "shared" | "seed" | "clock" | "publicUrl" | "docsUrl">;

/** The validated options, with defaults filled in. */
export interface ResolvedOptions extends OptionsAsGiven {
  port: number;
  host: string;
  /** Whether several people use the sandbox: other machines can reach it, or its option says so. */
  isShared: boolean;
  examples: boolean;
  seed: string | undefined;
  /** Milliseconds since 1970. */
  clock: number | undefined;
  /** Without a trailing slash. */
  publicUrl: string | undefined;
  /** Without a trailing slash. */
  docsUrl: string | undefined;
  /** Hosts in a list are in the form that `URL` gives them. */
  postbacks: PostbackTargets;
  payPages: boolean;
  /** In seconds. */
  drain: number;
  logFormat: "text" | "json";
}

interface OptionRule {
  /** Completes the message `<option> must …`. */
  must: string;
  accepts(value: unknown): boolean;
}

const baseUrlRule: OptionRule = {
  must: "be an http or https address without a user name, a password, a query or a fragment",
  accepts: isPublicUrl,
};

function positive(max = Number.MAX_SAFE_INTEGER): OptionRule {
  const upTo = max === Number.MAX_SAFE_INTEGER ? "" : ` up to ${max}`;
  return {
    must: `be a positive integer${upTo}`,
    accepts: (value) => Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= max,
  };
}

const optionRules: Record<keyof SandboxOptions, OptionRule> = {
  port: {
    must: "be an integer from 0 to 65535",
    accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 65_536,
  },
  host: { must: "be an address to listen on", accepts: isNonEmptyString },
  state: { must: "be the path of a file", accepts: isNonEmptyString },
  db: {
    must: "be a file name, a file: URL or a postgres:// address",
    accepts: isStoreAddress,
  },
  examples: { must: "be true or false", accepts: (value) => typeof value === "boolean" },
  seed: {
    must: "be a number or a non-empty string",
    accepts: (value) => isNonEmptyString(value) || Number.isFinite(value),
  },
  clock: {
    must: "be a Date or a time such as 2026-03-02T12:00:00Z, between the years 1970 and 8999",
    accepts: (value) => (value instanceof Date ? isInRange(value) : isTime(value)),
  },
  operatorKey: { must: "be a non-empty string", accepts: isNonEmptyString },
  shared: { must: "be true or false", accepts: (value) => typeof value === "boolean" },
  publicUrl: baseUrlRule,
  docsUrl: baseUrlRule,
  postbacks: {
    must: 'be "loopback", "any" or a list of other host names like ["receiver.example"], without scheme, port or path',
    accepts: isPostbackTargets,
  },
  payPages: { must: "be true or false", accepts: (value) => typeof value === "boolean" },
  maxRecords: positive(),
  maxRequests: positive(10_000),
  maxStreams: positive(1_000),
  maxSnapshots: positive(10),
  drain: {
    must: "be a number of seconds from 0 to 3600",
    accepts: (value) => typeof value === "number" && value >= 0 && value <= 3600,
  },
  log: { must: "be a function", accepts: (value) => typeof value === "function" },
  logFormat: { must: 'be "text" or "json"', accepts: isLogFormat },
};

/**
 * Validates the options and fills in the defaults, before any file or port is opened.
 * @throws {OptionError} for an invalid option. The message never contains the value: it may be a secret.
 */
export function readOptions(options: SandboxOptions): ResolvedOptions {
  checkValues(options);
  const { port = 0, host = "127.0.0.1", state, examples = false, shared = false } = options;
  const { seed, clock, operatorKey, publicUrl, docsUrl, postbacks = "loopback" } = options;
  if (state !== undefined && examples)
    throw new OptionError("state", "state has companies of its own: leave out examples");
  const hosts = [host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
  const exposed = hosts.find((each) => !isLoopback(each));
  const isShared = shared || exposed !== undefined;
  if (!operatorKey && isShared) {
    const problem =
      exposed === undefined ? "the sandbox is shared" : `other machines can reach ${exposed}`;
    throw new OptionError("operatorKey", `operatorKey is missing: ${problem}`);
  }
  return {
    ...options,
    port,
    host,
    isShared,
    examples,
    payPages: options.payPages ?? !isShared,
    drain: options.drain ?? 0,
    logFormat: options.logFormat ?? "text",
    postbacks:
      typeof postbacks === "string"
        ? postbacks
        : postbacks.flatMap((each) => parseHost(each) ?? []),
    publicUrl: withoutTrailingSlash(publicUrl),
    docsUrl: withoutTrailingSlash(docsUrl),
    seed: seed === undefined ? undefined : `${seed}`,
    clock: clock === undefined ? undefined : new Date(clock).getTime(),
  };
}

function checkValues(options: SandboxOptions): void {
  for (const [name, { must, accepts }] of Object.entries(optionRules)) {
    const option = name as keyof SandboxOptions;
    const value = options[option];
    if (value !== undefined && !accepts(value))
      throw new OptionError(option, `${option} must ${must}`);
  }
}

/** Whether an option may have a value. */
export function isOptionValue(option: keyof SandboxOptions, value: unknown): boolean {
  return optionRules[option].accepts(value);
}

/** Whether a value is a time with a time zone. Without a zone, its meaning would depend on the machine. */
export function isTime(value: unknown): boolean {
  const text = `${value}`;
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  // Date would turn 30 February into 2 March.
  return isInRange(new Date(text)) && day !== undefined && isDay(day);
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

/** Whether a value is a URL to which paths can be appended. */
export function isPublicUrl(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password && !/[?#]/.test(value);
}

function withoutTrailingSlash(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).href.replace(/\/+$/, "");
}

function isLogFormat(value: unknown): boolean {
  return value === "text" || value === "json";
}

function isStoreAddress(value: unknown): boolean {
  return isNonEmptyString(value) && (isServerAddress(`${value}`) || isFileAddress(`${value}`));
}

function isInRange(date: Date): boolean {
  return date.getTime() >= CLOCK_RANGE.first && date.getTime() < CLOCK_RANGE.last;
}

function isDay(text: string): boolean {
  return new Date(text).toISOString().startsWith(text);
}

function isNonEmptyString(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
