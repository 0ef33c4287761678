import { setHeaders } from "./build-request.ts";
import type { FetchHooks, Hooks } from "./hooks.ts";

/** What {@link createCentavo} takes. */
export interface CentavoOptions {
  /**
   * The base address of the environment to call. `https://`, or `http://` on this machine.
   * @example "https://sandbox.provider.example"
   */
  baseUrl: string;
  /** The key that names the company. */
  publicKey: string;
  /** The secret half of the pair. It is kept out of errors, logs and `util.inspect`. */
  privateKey: string;
  /**
   * How long one attempt may take, in milliseconds, the reading of its answer included.
   * @default 30_000
   */
  timeout?: number;
  /**
   * How long a call may take in all, in milliseconds: the token, every attempt, the hooks and the
   * waits between.
   * @default 90_000
   */
  totalTimeout?: number;
  /**
   * The most bytes that an answer may have after decompression. The rest of a larger one is not
   * read, and the call rejects with an `UnexpectedResponseError`.
   * @default 10_485_760
   * @example 1_000_000
   */
  maxResponseSize?: number;
  /** How reads, and the request for a token, are tried again. Writes never are. */
  retry?: RetryOptions;
  /** Headers to send with every call, in any form that a fetch takes. */
  headers?: RequestInit["headers"];
  /** What to be told of, call by call. */
  hooks?: Hooks;
  /**
   * Sent as `User-Agent` where the platform allows it, before the client's own name.
   * @example "shop/2.1"
   */
  userAgent?: string;
  /**
   * The function that sends a request.
   * @default globalThis.fetch
   */
  fetch?: (request: Request) => Promise<Response>;
  /**
   * Run in a browser page all the same. Whoever opens the page can then read the keys.
   * @default false
   */
  allowBrowser?: boolean;
}

/** What `createFetch` and `createCentavoFetch` take: the options of the client, with hooks of their own. */
export interface FetchOptions extends Omit<CentavoOptions, "hooks"> {
  /** What to be told of, request by request. */
  hooks?: FetchHooks;
}

/** How reads, and the request for a token, are tried again. */
export interface RetryOptions {
  /**
   * How often to try again after the first attempt. `0` switches retries off.
   * @default 2
   */
  limit?: number;
  /**
   * The longest wait before the first retry, in milliseconds. It doubles with every further one.
   * @default 300
   */
  baseDelay?: number;
  /**
   * The longest wait before any retry, in milliseconds. A `Retry-After` of the service goes before it.
   * @default 10_000
   */
  maxDelay?: number;
}

/** How long a single call may take. */
export interface Timeouts {
  /** Replaces the client's `timeout` for this call. */
  timeout?: number;
  /** Replaces the client's `totalTimeout` for this call. */
  totalTimeout?: number;
}

/** What every call takes as its last argument. */
export interface CallOptions extends Timeouts {
  /** Ends the call when it is aborted; the call rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Headers to send with this call, in any form that a fetch takes. */
  headers?: RequestInit["headers"];
}

/** The options as the client works with them: complete and checked. */
export interface ResolvedOptions {
  baseUrl: string;
  publicKey: string;
  privateKey: string;
  timeout: number;
  totalTimeout: number;
  maxResponseSize: number;
  retry: Required<RetryOptions>;
  headers: Headers;
  hooks: Hooks;
  userAgent: string;
  fetch: (request: Request) => Promise<Response>;
}

const version = "0.1.0";

/** Completes and checks the options, so that a mistake shows before anything is sent. */
export function readOptions(given: CentavoOptions | FetchOptions): ResolvedOptions {
  const options: CentavoOptions | FetchOptions = Object(given);
  assertNotInBrowser(options.allowBrowser ?? false);
  const { hooks = {}, userAgent } = options;
  const headers = new Headers();
  setHeaders("headers", headers, options.headers);
  return {
    baseUrl: checkBaseUrl(options.baseUrl),
    publicKey: checkKey("publicKey", options.publicKey),
    privateKey: checkKey("privateKey", options.privateKey),
    timeout: checkNumber("timeout", options.timeout ?? 30_000),
    totalTimeout: checkNumber("totalTimeout", options.totalTimeout ?? 90_000),
    maxResponseSize: checkNumber("maxResponseSize", options.maxResponseSize ?? 10_485_760),
    retry: readRetry(options.retry),
    headers,
    hooks,
    userAgent: [userAgent, `centavo/${version}`].filter(Boolean).join(" "),
    // Looked up per call, so that a fetch that is replaced later (a test's, a tracer's) is used.
    fetch: checkFetch(options.fetch ?? ((request) => globalThis.fetch(request))),
  };
}

function readRetry(given: RetryOptions = {}): Required<RetryOptions> {
  // Other clients take a number here. Ignored, a 0 would not switch retries off.
  if (Object(given) !== given) throw new TypeError("retry must be an object like { limit: 2 }");
  return {
    limit: checkNumber("retry.limit", given.limit ?? 2, 0),
    baseDelay: checkNumber("retry.baseDelay", given.baseDelay ?? 300, 0),
    maxDelay: checkNumber("retry.maxDelay", given.maxDelay ?? 10_000, 0),
  };
}

/** Checks a number; most are milliseconds, and a timer that is set for longer goes off at once. */
export function checkNumber(name: string, value: number, least = 1): number {
  const most = 2 ** 31 - 1;
  if (Number.isFinite(value) && value >= least && value <= most) return value;
  throw new TypeError(`${name} must be a number from ${least} to ${most}, not ${value}`);
}

/** Checks the signal of a call: the controller is easily passed in its place. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (!signal || typeof signal.addEventListener === "function") return;
  throw new TypeError("signal must be an AbortSignal");
}

function checkFetch(value: ResolvedOptions["fetch"]): ResolvedOptions["fetch"] {
  if (typeof value === "function") return value;
  throw new TypeError("fetch must be a function");
}

function checkKey(name: string, value: string): string {
  if (value && typeof value === "string") return value;
  throw new TypeError(`${name} must be a text that is not empty`);
}

/** Checks the base address, and leaves away what a path cannot be put after. */
function checkBaseUrl(value: string): string {
  const url = parseUrl(value);
  // The value is not shown: it may be a key in the wrong place, or hold a password.
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username + url.password + url.search + url.hash
  ) {
    throw new TypeError('baseUrl must be an address like "https://provider.example", and no more');
  }
  if (url.protocol === "http:" && !isLocalhost(url.hostname)) {
    throw new TypeError(
      `baseUrl must be https:// for ${url.hostname}: keys and cards would travel unprotected`,
    );
  }
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

function parseUrl(value: string): URL | undefined {
  try {
    return new URL(value);
  } catch {
    return undefined;
  }
}

function isLocalhost(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function assertNotInBrowser(allowed: boolean): void {
  if (allowed || !("document" in globalThis)) return;
  throw new TypeError(
    "Anyone could read the keys in a browser: call from your server, or pass allowBrowser: true",
  );
}
