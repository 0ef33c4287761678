import { setHeaders } from "./build-request.ts";
import type { FetchHooks, Hooks } from "./hooks.ts";
import { parseHost, parseUrl } from "./parse-url.ts";
import { createRedact, type Redact } from "./redact.ts";
import { rejectArgument } from "./reject-argument.ts";

/** The options of {@link createCentavo}. */
export interface CentavoOptions {
  /**
   * The base URL of the environment to call: `https://`, or `http://` for this machine and the hosts of
   * `allowInsecure`.
   * @example "https://sandbox.provider.example"
   */
  baseUrl: string;
  /** The key that identifies the company. */
  publicKey: string;
  /** The secret half of the pair. It is kept out of errors, logs and `util.inspect`. */
  privateKey: string;
  /**
   * How long one attempt may take, in milliseconds, including reading the response.
   * @default 30_000
   */
  timeout?: number;
  /**
   * How long a call may take in total, in milliseconds: the token request, every attempt, the hooks
   * and the waits between attempts.
   * @default 90_000
   */
  totalTimeout?: number;
  /**
   * The maximum size of a response in bytes, after decompression. If a response is larger, the client
   * stops reading it and the call rejects with an `UnexpectedResponseError`.
   * @default 10_485_760
   * @example 1_000_000
   */
  maxResponseSize?: number;
  /** How to retry reads and the token request. A write is sent again only with a new token, after a 401. */
  retry?: RetryOptions;
  /** Headers to send with every call, in any form that `fetch` accepts. */
  headers?: RequestInit["headers"];
  /** Functions that observe every request. */
  hooks?: Hooks;
  /**
   * Sent as `User-Agent`, before the client's own name, if the platform allows it.
   * @example "shop/2.1"
   */
  userAgent?: string;
  /**
   * The function that sends a request.
   * @default globalThis.fetch
   */
  fetch?: (request: Request) => Promise<Response>;
  /**
   * Allow the client to run in a browser. Anyone who opens the page can then read the keys.
   * @default false
   */
  allowBrowser?: boolean;
  /**
   * Other hosts than this machine for which `baseUrl` may be `http://`, e.g. that of a sandbox in another
   * container. The keys, the token and the cards then travel unencrypted: anyone on the way can read them. Each
   * host is as in the URL, but without the port. Upper and lower case are the same.
   * @default []
   * @example ["sandbox"]
   */
  allowInsecure?: readonly string[];
}

/** The options of `createFetch` and `createCentavoFetch`: those of the client, but with other hooks. */
export interface FetchOptions extends Omit<CentavoOptions, "hooks"> {
  /** Functions that observe every request. */
  hooks?: FetchHooks;
}

/** How to retry reads and the token request. */
export interface RetryOptions {
  /**
   * The number of retries after the first attempt. `0` turns retries off.
   * @default 2
   */
  limit?: number;
  /**
   * The longest wait before the first retry, in milliseconds. It doubles with every further retry.
   * @default 300
   */
  baseDelay?: number;
  /**
   * The longest wait before any retry, in milliseconds. A `Retry-After` header takes precedence.
   * @default 10_000
   */
  maxDelay?: number;
}

/** The timeouts of a single call. */
export interface Timeouts {
  /** Overrides the client's `timeout` for this call. */
  timeout?: number;
  /** Overrides the client's `totalTimeout` for this call. */
  totalTimeout?: number;
}

/** The options of a single call, always its last argument. */
export interface CallOptions extends Timeouts {
  /** Aborts the call. The call then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Headers to send with this call, in any form that `fetch` accepts. */
  headers?: RequestInit["headers"];
}

/** The options with all defaults applied, after validation. */
export interface ResolvedOptions {
  baseUrl: string;
  publicKey: string;
  privateKey: string;
  timeout: number;
  totalTimeout: number;
  maxResponseSize: number;
  retry: Required<RetryOptions>;
  /** The headers of every request. */
  headers: Headers;
  hooks: Hooks;
  fetch: (request: Request) => Promise<Response>;
  /** Redacts the keys. */
  redact: Redact;
}

const version = "0.1.0";

/** Applies the defaults and validates the options, so that a mistake shows before the first request. */
export function readOptions(input: CentavoOptions | FetchOptions): ResolvedOptions {
  const options: CentavoOptions | FetchOptions = Object(input);
  if (!options.allowBrowser && "document" in globalThis) {
    rejectArgument(
      "anyone can read the keys in a browser: call from your server, or set allowBrowser: true",
    );
  }
  const { fetch } = options;
  if (fetch && typeof fetch !== "function") rejectArgument("fetch must be a function");
  const baseUrl = checkBaseUrl(options.baseUrl, readInsecureHosts(options.allowInsecure ?? []));
  const publicKey = checkKey("publicKey", options.publicKey);
  const privateKey = checkKey("privateKey", options.privateKey);
  return {
    baseUrl,
    publicKey,
    privateKey,
    timeout: checkNumber("timeout", options.timeout ?? 30_000),
    totalTimeout: checkNumber("totalTimeout", options.totalTimeout ?? 90_000),
    maxResponseSize: checkNumber("maxResponseSize", options.maxResponseSize ?? 10_485_760),
    retry: readRetry(options.retry),
    headers: readHeaders(options),
    hooks: options.hooks ?? {},
    // Looked up for each request, so that a later replacement (by a test or a tracer) takes effect.
    fetch: (request) => (fetch ?? globalThis.fetch)(request),
    redact: createRedact([publicKey, privateKey]),
  };
}

function readHeaders({ headers: init, userAgent }: CentavoOptions | FetchOptions): Headers {
  const headers = new Headers({ Accept: "application/json" });
  setHeaders("userAgent", headers, {
    "User-Agent": [userAgent, `centavo/${version}`].filter(Boolean).join(" "),
  });
  setHeaders("headers", headers, init);
  return headers;
}

function readRetry(options: RetryOptions = {}): Required<RetryOptions> {
  // Other clients take a number here. If it were ignored, a 0 would not turn retries off.
  if (Object(options) !== options) rejectArgument("retry must be an object like { limit: 2 }");
  return {
    limit: checkNumber("retry.limit", options.limit ?? 2, 0),
    baseDelay: checkNumber("retry.baseDelay", options.baseDelay ?? 300, 0),
    maxDelay: checkNumber("retry.maxDelay", options.maxDelay ?? 10_000, 0),
  };
}

/** Checks a number. Most are milliseconds, and a timer longer than the maximum fires immediately. */
export function checkNumber(name: string, value: number, min = 1): number {
  const max = 2 ** 31 - 1;
  return typeof value === "number" && value >= min && value <= max
    ? value
    : rejectArgument(`${name} must be a number from ${min} to ${max}, not ${value}`);
}

function checkKey(name: string, value: string): string {
  return value && typeof value === "string"
    ? value
    : rejectArgument(`${name} must be a non-empty string`);
}

function readInsecureHosts(value: readonly string[]): (string | undefined)[] {
  const hosts = Array.isArray(value) ? value.map(parseHost) : [undefined];
  if (hosts.includes(undefined)) {
    // The message does not show the value: it may be a URL with a password.
    rejectArgument(
      'allowInsecure must be a list of host names like ["sandbox"], without scheme, port or path',
    );
  }
  return hosts;
}

/** Hosts that the keys reach without leaving this machine. */
const LOCALHOST = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Checks the base URL, and drops trailing slashes so that a path can be appended. */
function checkBaseUrl(value: string, insecureHosts: (string | undefined)[]): string {
  const { href = "", protocol, hostname, origin, pathname }: Partial<URL> = parseUrl(value) ?? {};
  const base = `${origin}${pathname}`;
  if (!/^https?:/.test(href) || href.replace(/[?#]+$/, "") !== base) {
    // The message does not show the value: it may be a misplaced key or contain a password.
    rejectArgument(
      'baseUrl must be a URL like "https://provider.example", without user, query or fragment',
    );
  }
  const host = `${hostname}`;
  if (protocol === "http:" && !LOCALHOST.test(host) && !insecureHosts.includes(host)) {
    rejectArgument(
      `baseUrl must be https:// for ${host}: keys and cards would go unencrypted; or set allowInsecure: ["${host}"]`,
    );
  }
  return base.replace(/\/+$/, "");
}
