import { tokenPath } from "../../generated/operations.ts";
import type { Token as TokenData } from "../../generated/types.ts";
import { setHeader } from "./build-request.ts";
import { type Deadline, sleep, startDeadline, untilAborted } from "./deadline.ts";
import { NetworkError, type RequestLabel, TimeoutError } from "./errors.ts";
import type { RequestEvent, ResponseEvent, RetryEvent } from "./hooks.ts";
import { checkNumber, checkSignal, type ResolvedOptions } from "./options.ts";
import { parseJson } from "./parse-json.ts";
import {
  type ReadResponse,
  readEnvelope,
  readError,
  readText,
  redactHeaders,
} from "./read-response.ts";
import { createRedact, findSecrets, type Redact, redactError } from "./redact.ts";
import { isSafe, isTransient, retryDelay } from "./retry-policy.ts";
import { createTokenSource, readLifetime, type Token } from "./token.ts";

/** Sends a request, retries it if that is safe, and returns the last response, whatever its status. */
export type Send = (request: OutgoingRequest, options?: SendOptions) => Promise<ReadResponse>;

/** A request to send: the parts of a platform's `Request` that can be sent more than once. */
export interface OutgoingRequest {
  url: string;
  method: string;
  headers: Headers;
  /** A function reads the body first, within the total timeout of the call. */
  body: string | null | (() => Promise<ArrayBuffer>);
  signal?: AbortSignal | undefined;
}

/** The options of a single request. */
interface SendOptions {
  timeout?: number | undefined;
  totalTimeout?: number | undefined;
  /** How errors and hooks name the request. By default, its method and path. */
  name?: RequestLabel;
  /** Whether to send it without a token. */
  isPublic?: boolean | undefined;
}

/** A request that is ready to be sent any number of times, and its time limits. */
interface PreparedRequest {
  name: RequestLabel;
  url: string;
  method: string;
  headers: Headers;
  body: SerializedBody;
  needsToken: boolean;
  /** Whether it may be sent again after a failure. */
  mayRetry: boolean;
  /** How long an attempt may take. */
  timeout: number;
  /** When the whole call has to end. */
  end: number;
  signal: AbortSignal;
}

type SerializedBody = string | ArrayBuffer | null;

/** The result of an attempt. */
type Outcome = ReadResponse | NetworkError | TimeoutError;

/** A token is not used in its last minute, since a request may be in flight for that long. */
const TOKEN_MARGIN = 60_000;

const tokenRequest: RequestLabel = {
  operationId: "auth.createToken",
  method: "POST",
  path: tokenPath,
};

/** Creates the function that sends all requests of a client. */
export function createSend(settings: ResolvedOptions): Send {
  const { baseUrl, publicKey, privateKey, fetch, hooks, maxResponseSize } = settings;
  const tokenUrl = baseUrl + tokenPath;
  const defaultHeaders = new Headers({ Accept: "application/json" });
  setHeader("userAgent", defaultHeaders, "User-Agent", settings.userAgent);
  setAll(defaultHeaders, settings.headers);
  const redactKeys = createRedact([publicKey, privateKey]);
  const tokens = createTokenSource(fetchToken);

  async function fetchToken(): Promise<Token> {
    const requestedAt = Date.now();
    const headers = new Headers({ "Content-Type": "application/json" });
    const body = JSON.stringify({ publicKey, privateKey });
    const result = await send({ url: tokenUrl, method: "POST", headers, body });
    const { access_token: value, expires_in } = readEnvelope(result, false).data as TokenData;
    const lifetime = readLifetime(expires_in);
    return { value, staleAt: requestedAt + Math.max(lifetime - TOKEN_MARGIN, lifetime / 2) };
  }

  async function send(request: OutgoingRequest, options: SendOptions = {}): Promise<ReadResponse> {
    const { url, method, body } = request;
    if (!url.startsWith(`${baseUrl}/`)) {
      throw new TypeError("the URL must begin with baseUrl: the token is not sent anywhere else");
    }
    const isForToken = method === "POST" && url === tokenUrl;
    const name = options.name ?? (isForToken ? tokenRequest : nameOf(request));
    const timeout = checkNumber("timeout", options.timeout ?? settings.timeout);
    const total = checkNumber("totalTimeout", options.totalTimeout ?? settings.totalTimeout);
    checkSignal(request.signal);
    const headers = new Headers(defaultHeaders);
    setAll(headers, request.headers);
    const end = Date.now() + total;
    const createError = () => new TimeoutError(name, "total", total);
    const { signal, clear } = startDeadline(total, createError, request.signal);
    try {
      return await sendWithRetries({
        ...{ name, url, method, headers, timeout, end, signal },
        body: typeof body === "function" ? bytesOf(await untilAborted(body(), signal)) : body,
        needsToken: !isForToken && !options.isPublic,
        mayRetry: isForToken || isSafe(method),
      });
    } finally {
      clear();
    }
  }

  /** Without an operation id, which is fine: the named methods always pass a label with one. */
  function nameOf({ url, method }: OutgoingRequest): RequestLabel {
    const path = url.slice(baseUrl.length).replace(/[?#].*/, "");
    return { method, path: redactKeys(path) };
  }

  async function sendWithRetries(task: PreparedRequest): Promise<ReadResponse> {
    const { name, end, signal } = task;
    let renewed = false;
    let retries = 0;
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const token = task.needsToken ? await tokens.get(signal) : undefined;
      const outcome = await tryOnce(task, token, attempt);
      const response = responseOf(outcome);
      if (response?.ok) return outcome as ReadResponse;
      signal.throwIfAborted();
      let delay = 0;
      if (token !== undefined && !renewed && response?.status === 401) {
        // A 401 proves that the operation did not run, so even a write is sent again, once.
        renewed = true;
        tokens.drop(token);
      } else {
        if (retries >= settings.retry.limit || !task.mayRetry || !isTransient(response)) {
          return orThrow(outcome);
        }
        retries += 1;
        delay = retryDelay(response, retries, settings.retry);
        if (Date.now() + delay >= end) return orThrow(outcome);
      }
      if (hooks.onRetry) {
        const error = outcome instanceof Error ? outcome : readError(outcome);
        await untilAborted(hooks.onRetry({ ...name, attempt, delay, error } as RetryEvent), signal);
      }
      await sleep(delay, signal);
    }
  }

  async function tryOnce(
    task: PreparedRequest,
    token: string | undefined,
    attempt: number,
  ): Promise<Outcome> {
    try {
      return await sendOnce(task, token, attempt);
    } catch (error) {
      if (error instanceof NetworkError || error instanceof TimeoutError) return error;
      task.signal.throwIfAborted();
      throw error;
    }
  }

  async function sendOnce(
    task: PreparedRequest,
    token: string | undefined,
    attempt: number,
  ): Promise<ReadResponse> {
    const { name, url, method, body, timeout, signal } = task;
    // Created on first use, since most calls have nothing to mask.
    let redactSecrets: Redact | undefined;
    const redact: Redact = (value) => {
      redactSecrets ??= createRedact([publicKey, privateKey, token ?? "", ...secretsOf(body)]);
      return redactSecrets(value);
    };
    const headers = await headersToSend(task, attempt, redact, signal);

    const createError = () => new TimeoutError(name, "attempt", timeout);
    const deadline = startDeadline(timeout, createError, signal);
    const sentAt = Date.now();
    const { response, content } = await exchange(deadline, name, redact, async () => {
      // Following a redirect could send a write twice, or the token to another host.
      const init = { method, headers, body, signal: deadline.signal, redirect: "manual" } as const;
      const outgoing = new Request(url, init);
      // Never in the headers that a hook sees: it may keep or print them.
      if (token !== undefined) outgoing.headers.set("Authorization", `Bearer ${token}`);
      const response = await fetch(outgoing);
      return { response, content: await readText(response, maxResponseSize) };
    });
    const duration = Date.now() - sentAt;
    if (hooks.onResponse) {
      const { status } = response;
      const headers = redactHeaders(response.headers, redact);
      const event = { ...name, attempt, status, headers, duration } as ResponseEvent;
      await untilAborted(hooks.onResponse(event), signal);
    }
    return { name, response, content, redact };
  }

  /** The headers of a request, with the changes that the `onRequest` hook has made. */
  async function headersToSend(
    task: PreparedRequest,
    attempt: number,
    redact: Redact,
    signal: AbortSignal,
  ): Promise<Headers> {
    if (!hooks.onRequest) return task.headers;
    const headers = new Headers(task.headers);
    const shown = redactHeaders(headers, redact);
    const before = new Headers(shown);
    const event = { ...task.name, attempt, headers: shown } as RequestEvent;
    await untilAborted(hooks.onRequest(event), signal);
    applyChanges(headers, before, shown);
    return headers;
  }

  return send;
}

/** Sends the request and reads the response before a deadline. Wraps any failure in a NetworkError. */
async function exchange<T>(
  { signal, clear }: Deadline,
  name: RequestLabel,
  redact: Redact,
  run: () => Promise<T>,
): Promise<T> {
  try {
    signal.throwIfAborted();
    return await untilAborted(run(), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw new NetworkError(name, redactError(error, redact));
  } finally {
    clear();
  }
}

/** On some platforms, `Request.body` does not tell whether there is a body. */
function bytesOf(body: ArrayBuffer): ArrayBuffer | null {
  return body.byteLength > 0 ? body : null;
}

function secretsOf(body: SerializedBody): string[] {
  const text = body instanceof ArrayBuffer ? new TextDecoder().decode(body) : body;
  return findSecrets(parseJson(text ?? ""));
}

function responseOf(outcome: Outcome): Response | undefined {
  return outcome instanceof Error ? undefined : outcome.response;
}

function orThrow(outcome: Outcome): ReadResponse {
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

function setAll(target: Headers, source: Headers): void {
  for (const [name, value] of source) target.set(name, value);
}

/** Applies the changes that a hook has made to its masked copy to the headers to send. */
function applyChanges(headers: Headers, before: Headers, after: Headers): void {
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const value = after.get(name);
    if (value === null) headers.delete(name);
    else if (value !== before.get(name)) headers.set(name, value);
  }
}
