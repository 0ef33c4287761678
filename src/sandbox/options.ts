import { CLOCK_RANGE } from "./domain/calendar.ts";
import { OptionError } from "./startup-errors.ts";
import type { StateContent } from "./state-file/state-content.ts";

/** What a sandbox may be given wherever it runs. */
export interface CoreOptions {
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
   * The http or https address of the docs, to which the inspector links: from an error to the meaning of its
   * return code.
   * @default the inspector has no such links
   * @example "http://127.0.0.1:4000"
   */
  docsUrl?: string;
  /**
   * Whether a payment has a page on which a tester plays its buyer. Whoever has the address of the page can pay the
   * payment.
   * @default unless the sandbox is shared
   */
  payPages?: boolean;
  /**
   * How many records one company may have: resources of every kind, and postbacks. A call that would add more fails with
   * 507, so that no company fills a database that others use.
   * @default no limit on Node, Deno and Bun, else 10,000
   */
  maxRecords?: number;
  /**
   * How many requests a second a process takes from one company, which may also send those of a second at once. One more
   * gets a 429, a second later.
   * @default no limit
   */
  maxRequests?: number;
  /**
   * How many snapshots a company may keep, at most 10. One more takes the place of the oldest.
   * @default 10
   */
  maxSnapshots?: number;
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

/** The options of `createSandbox`. */
export interface CreateSandboxOptions extends CoreOptions {
  /**
   * Gets the postbacks, e.g. `postbacks.fetch` of a receiver or the `fetch` of an application. With `receiver: fetch` they
   * go to their addresses, wherever those lead: no list of allowed hosts holds then. A receiver may call the sandbox. But an
   * advance of the clock and `settled()` wait for its response, so they fail at once if it awaits them. In Node, Deno and
   * Bun, that is known of all that it calls. Elsewhere, only of what it calls before its first `await`: later, the timeout
   * of the attempt ends such a wait.
   * @default none: an attempt to deliver a postback fails, and says so
   */
  receiver?: Receiver;
  /**
   * How many companies there may be. A call that would create one more fails with 507.
   * @default no limit on Node, Deno and Bun, else 100
   */
  maxCompanies?: number;
  /**
   * The content of a state file: its text, or its bytes piece by piece. The sandbox begins with its companies.
   * @default one company without data
   */
  state?: StateContent;
  /**
   * The address of a page that shows the inspector of this sandbox. Responses name the address of their request there, in
   * the header `x-sandbox-request-url`.
   * @example "https://docs.example.com/inspector.html"
   * @default responses have no such header
   */
  inspectorUrl?: string;
}

/** Receives a postback, as the `fetch` of an application does. */
export type Receiver = (request: Request) => Response | Promise<Response>;

/** The options with their defaults. */
export interface ResolvedCoreOptions
  extends Omit<CoreOptions, "seed" | "clock" | "docsUrl">,
    Pick<CreateSandboxOptions, "maxCompanies"> {
  examples: boolean;
  seed: string | undefined;
  /** Milliseconds since 1970. */
  clock: number | undefined;
  /** Without a trailing slash. */
  docsUrl: string | undefined;
  logFormat: "text" | "json";
}

export interface OptionRule {
  /** Completes the message `<option> must …`. */
  must: string;
  accepts(value: unknown): boolean;
}

export const baseUrlRule: OptionRule = {
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

export const coreRules: Record<keyof CoreOptions, OptionRule> = {
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
  docsUrl: baseUrlRule,
  payPages: { must: "be true or false", accepts: (value) => typeof value === "boolean" },
  maxRecords: positive(),
  maxRequests: positive(10_000),
  maxSnapshots: positive(10),
  log: { must: "be a function", accepts: (value) => typeof value === "function" },
  logFormat: { must: 'be "text" or "json"', accepts: isLogFormat },
};

const createRules: Record<keyof CreateSandboxOptions, OptionRule> = {
  ...coreRules,
  inspectorUrl: baseUrlRule,
  receiver: {
    must: "be a function from a Request to a Response",
    accepts: (value) => typeof value === "function",
  },
  maxCompanies: positive(),
  state: {
    must: "be the content of a state file, and not its path: text, or a stream of bytes",
    accepts: (value) => isStateContent(value) && (typeof value !== "string" || isStateText(value)),
  },
};

/** Whoever passes them expects a server, or data that stays. */
const serverRules = Object.fromEntries(
  ["port", "host", "db", "shared", "publicUrl", "postbacks", "drain"].map((option) => [
    option,
    { must: "be left out: only startSandbox takes it", accepts: () => false },
  ]),
);

/**
 * Validates the options of `createSandbox`.
 * @throws {OptionError} for an invalid option.
 */
export function readCreateOptions(
  options: CreateSandboxOptions,
): ResolvedCoreOptions & Pick<CreateSandboxOptions, "receiver" | "state" | "inspectorUrl"> {
  checkValues(options, { ...createRules, ...serverRules });
  assertNoExamples(options);
  return { ...options, ...withDefaults(options), payPages: options.payPages ?? true };
}

export function withDefaults({
  examples = false,
  seed,
  clock,
  docsUrl,
  logFormat = "text",
  ...others
}: CoreOptions): ResolvedCoreOptions {
  return {
    ...others,
    examples,
    logFormat,
    docsUrl: withoutTrailingSlash(docsUrl),
    seed: seed === undefined ? undefined : `${seed}`,
    clock: clock === undefined ? undefined : new Date(clock).getTime(),
  };
}

/**
 * Validates options by their rules. The message of the error never contains the value: it may be a secret.
 * @throws {OptionError} for an invalid option.
 */
export function checkValues(options: object, rules: Record<string, OptionRule>): void {
  for (const [option, { must, accepts }] of Object.entries(rules)) {
    const value = Reflect.get(options, option);
    if (value !== undefined && !accepts(value))
      throw new OptionError(option, `${option} must ${must}`);
  }
}

export function assertNoExamples({
  state,
  examples,
}: {
  state?: unknown;
  examples?: boolean;
}): void {
  if (state !== undefined && examples)
    throw new OptionError("state", "state has companies of its own: leave out examples");
}

export function isStateContent(value: unknown): boolean {
  if (typeof value === "string") return value !== "";
  return (
    typeof value === "object" &&
    value !== null &&
    (Symbol.asyncIterator in value || "getReader" in value)
  );
}

/** Whether a text is the content of a state file, rather than its path. */
export function isStateText(text: string): boolean {
  return text.startsWith("{");
}

/** Whether a value is a time with a time zone. Without a zone, its meaning would depend on the machine. */
export function isTime(value: unknown): boolean {
  const text = `${value}`;
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  // Date would turn 30 February into 2 March.
  return isInRange(new Date(text)) && day !== undefined && isDay(day);
}

/** Whether a value is a URL to which paths can be appended. */
export function isPublicUrl(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password && !/[?#]/.test(value);
}

export function withoutTrailingSlash(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).href.replace(/\/+$/, "");
}

function isLogFormat(value: unknown): boolean {
  return value === "text" || value === "json";
}

function isInRange(date: Date): boolean {
  return date.getTime() >= CLOCK_RANGE.first && date.getTime() < CLOCK_RANGE.last;
}

function isDay(text: string): boolean {
  return new Date(text).toISOString().startsWith(text);
}

export function isNonEmptyString(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
