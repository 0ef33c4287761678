import { isLoopback } from "../http-server/listen-address.ts";
import { CLOCK_RANGE } from "./domain/calendar.ts";
import { OptionError } from "./startup-errors.ts";

/** What `startSandbox` takes. */
export interface SandboxOptions {
  /**
   * The port to listen on. `0` takes any that is free.
   * @default 0
   */
  port?: number;
  /**
   * The address to listen on. Any but that of your own machine needs a `controlToken`.
   * @default "127.0.0.1"
   */
  host?: string;
  /**
   * The file that keeps everything, so that the next start goes on where this one ended.
   * @default everything is kept in memory, and ends with the sandbox
   */
  db?: string;
  /**
   * Makes ids, keys and tokens follow from it, so that with a `clock` the same calls get the same answers.
   * @default everything is made up anew
   */
  seed?: string | number;
  /**
   * Where the clock of every company starts and stands still, until it is moved by the control interface.
   * @default the clocks go with the machine's
   * @example "2026-03-02T12:00:00Z"
   */
  clock?: string | Date;
  /**
   * What whoever makes a company has to send.
   * @default anybody can make companies
   */
  controlToken?: string;
  /**
   * Where others reach the sandbox, such as by a proxy: an http or https address, which may have a path.
   * The addresses of files in answers and postbacks begin with it, and the controls accept its host. One of
   * another machine needs a `controlToken`.
   * @default answers follow the `Host` of the request, postbacks have the address that it listens on
   * @example "https://sandbox.example"
   */
  publicUrl?: string;
  /**
   * Where postbacks may go: to this machine only, or anywhere.
   * @default "loopback"
   */
  postbacks?: "loopback" | "any";
  /**
   * Told of every answer in one line, without bodies, queries and headers.
   * @default nobody is told
   * @example console.log
   */
  log?: (line: string) => void;
}

/** The options as the sandbox works with them: complete and checked. */
export interface ResolvedOptions {
  port: number;
  host: string;
  db: string | undefined;
  seed: string | undefined;
  /** Milliseconds since 1970. */
  clock: number | undefined;
  controlToken: string | undefined;
  /** Without a slash at its end. */
  publicUrl: string | undefined;
  postbacks: "loopback" | "any";
  log: ((line: string) => void) | undefined;
}

interface OptionRule {
  must: string;
  accepts(value: unknown): boolean;
}

const optionRules: Record<keyof SandboxOptions, OptionRule> = {
  port: {
    must: "be an integer from 0 to 65535",
    accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 65_536,
  },
  host: { must: "be an address to listen on", accepts: isText },
  db: { must: "be the name of a file", accepts: isText },
  seed: {
    must: "be a number, or a text that is not empty",
    accepts: (value) => isText(value) || Number.isFinite(value),
  },
  clock: {
    must: "be a Date, or a time such as 2026-03-02T12:00:00Z, from the year 1970 to 8999",
    accepts: (value) => (value instanceof Date ? isInRange(value) : isTime(value)),
  },
  controlToken: { must: "be a text that is not empty", accepts: isText },
  publicUrl: {
    must: "be an http or https address without a user name, a password, a query or a fragment",
    accepts: isPublicUrl,
  },
  postbacks: {
    must: 'be "loopback" or "any"',
    accepts: (value) => value === "loopback" || value === "any",
  },
  log: { must: "be a function", accepts: (value) => typeof value === "function" },
};

/**
 * Completes and checks the options, so that a mistake shows before anything is opened.
 * @throws {OptionError} that never tells the value: it may be a secret, or one in the wrong place.
 */
export function readOptions(options: SandboxOptions): ResolvedOptions {
  for (const [name, { must, accepts }] of Object.entries(optionRules)) {
    const option = name as keyof SandboxOptions;
    const value = options[option];
    if (value !== undefined && !accepts(value)) {
      throw new OptionError(option, `${option} must ${must}`);
    }
  }
  const { port = 0, host = "127.0.0.1", db, seed, clock, controlToken } = options;
  const { publicUrl, postbacks = "loopback", log } = options;
  const hosts = [host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])];
  const exposed = hosts.find((each) => !isLoopback(each));
  if (!controlToken && exposed !== undefined) {
    const problem = `${exposed} can be reached from other machines`;
    throw new OptionError("controlToken", `controlToken is missing: ${problem}`);
  }
  return {
    ...{ port, host, db, controlToken, postbacks, log },
    publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl).href.replace(/\/+$/, ""),
    seed: seed === undefined ? undefined : `${seed}`,
    clock: clock === undefined ? undefined : new Date(clock).getTime(),
  };
}

/** Whether a value is a moment: a day alone, or a time without its zone, would be another elsewhere. */
export function isTime(value: unknown): boolean {
  const text = `${value}`;
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  // Of 30 February a Date makes the second of March.
  return isInRange(new Date(text)) && day !== undefined && isDay(day);
}

/** Whether paths of the sandbox can be put behind a value, to lead there. */
export function isPublicUrl(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password && !/[?#]/.test(value);
}

function isInRange(date: Date): boolean {
  return date.getTime() >= CLOCK_RANGE.first && date.getTime() < CLOCK_RANGE.last;
}

function isDay(text: string): boolean {
  return new Date(text).toISOString().startsWith(text);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
