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

/** Sends a request until there is an answer to keep, whatever its status, or rejects without one. */
export type Send = (request: OutgoingRequest, options?: SendOptions) => Promise<ReadResponse>;

/** A request to send: of a platform's `Request`, what can be sent again. */
export interface OutgoingRequest {
  url: string;
  method: string;
  headers: Headers;
  /** Bytes have to be read first, which takes from the time of the call. */
  body: string | null | (() => Promise<ArrayBuffer>);
  signal?: AbortSignal | undefined;
}

/** What a caller may say of a request beside the request itself. */
export interface SendOptions {
  timeout?: number | undefined;
  totalTimeout?: number | undefined;
  /** What errors and hooks call it, in place of its method and path. */
  name?: RequestLabel;
  /** Whether it goes without a token. */
  isPublic?: boolean | undefined;
}

/** A request that can be sent as often as need be, and the time it has. */
interface PreparedRequest {
  name: RequestLabel;
  url: string;
  method: string;
  headers: Headers;
  body: Body;
  /** Whether it goes with a token. */
  needsToken: boolean;
  /** Whether it may be sent again after a failure. */
  mayRetry: boolean;
  /** How long an attempt may take. */
  timeout: number;
  /** When the call as a whole has to be over. */
  end: number;
  signal: AbortSignal;
}

type Body = string | ArrayBuffer | null;

/** What became of an attempt. */
type Outcome = ReadResponse | NetworkError | TimeoutError;

/** No token is used in the last minute of its life: a call may be on its way for as long. */
const TOKEN_MARGIN = 60_000;

const tokenRequest: RequestLabel = {
  operationId: "auth.createToken",
  method: "POST",
  path: tokenPath,
};

/** Makes the function that all requests of a client go through. */
export function createSend(settings: ResolvedOptions): Send {
  const { baseUrl, publicKey, privateKey, fetch, hooks, maxResponseSize } = settings;
  const tokenUrl = baseUrl + tokenPath;
  const defaultHeaders = new Headers({ Accept: "application/json" });
  setHeader("userAgent", defaultHeaders, "User-Agent", settings.userAgent);
  setAll(defaultHeaders, settings.headers);
  const redactKeys = createRedact([publicKey, privateKey]);
  const tokens = createTokenSource(fetchToken);

  async function fetchToken(): Promise<Token> {
    const askedAt = Date.now();
    const headers = new Headers({ "Content-Type": "application/json" });
    const body = JSON.stringify({ publicKey, privateKey });
    const answer = await send({ url: tokenUrl, method: "POST", headers, body });
    const { access_token: value, expires_in } = readEnvelope(answer, false).data as TokenData;
    const lifetime = readLifetime(expires_in);
    return { value, staleAt: askedAt + Math.max(lifetime - TOKEN_MARGIN, lifetime / 2) };
  }

  async function send(request: OutgoingRequest, options: SendOptions = {}): Promise<ReadResponse> {
    const { url, method, body } = request;
    if (!url.startsWith(`${baseUrl}/`)) {
      throw new TypeError("the address must begin with baseUrl: the token is sent nowhere else");
    }
    const isForToken = method === "POST" && url === tokenUrl;
    const name = options.name ?? (isForToken ? tokenRequest : nameOf(request));
    const timeout = checkNumber("timeout", options.timeout ?? settings.timeout);
    const total = checkNumber("totalTimeout", options.totalTimeout ?? settings.totalTimeout);
    checkSignal(request.signal);
    const headers = new Headers(defaultHeaders);
    setAll(headers, request.headers);
    const end = Date.now() + total;
    const late = () => new TimeoutError(name, "total", total);
    const { signal, clear } = startDeadline(total, late, request.signal);
    try {
      return await sendUntilAnswered({
        ...{ name, url, method, headers, timeout, end, signal },
        body: typeof body === "function" ? bytesOf(await untilAborted(body(), signal)) : body,
        needsToken: !isForToken && !options.isPublic,
        mayRetry: isForToken || isSafe(method),
      });
    } finally {
      clear();
    }
  }

  /** Hooks that expect an operation are those of the named methods, which give a name of their own. */
  function nameOf({ url, method }: OutgoingRequest): RequestLabel {
    const path = url.slice(baseUrl.length).replace(/[?#].*/, "");
    return { method, path: redactKeys(path) };
  }

  async function sendUntilAnswered(task: PreparedRequest): Promise<ReadResponse> {
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
        // A 401 proves that the call was not carried out, so even a write may go again, once.
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
    // Made when something has to be shown, which most calls never come to.
    let made: Redact | undefined;
    const redact: Redact = (value) => {
      made ??= createRedact([publicKey, privateKey, token ?? "", ...secretsOf(body)]);
      return made(value);
    };
    const headers = await headersToSend(task, attempt, redact, signal);

    const late = () => new TimeoutError(name, "attempt", timeout);
    const deadline = startDeadline(timeout, late, signal);
    const sentAt = Date.now();
    const { response, content } = await exchange(deadline, name, redact, async () => {
      // A redirect that is followed could send a write twice, or the token elsewhere.
      const init = { method, headers, body, signal: deadline.signal, redirect: "manual" } as const;
      const outgoing = new Request(url, init);
      // Not into the headers that a hook was given: it may keep or print them.
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

  /** The headers of a request, with what the hook for requests has changed in them. */
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
    takeChanges(headers, before, shown);
    return headers;
  }

  return send;
}

/** Runs an exchange under a deadline and names what can go wrong with it. */
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

/** Not every platform tells whether a request has a body before it is read. */
function bytesOf(body: ArrayBuffer): ArrayBuffer | null {
  return body.byteLength > 0 ? body : null;
}

function secretsOf(body: Body): string[] {
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

function setAll(headers: Headers, added: Headers): void {
  for (const [name, value] of added) headers.set(name, value);
}

/** Puts what a hook has changed in the headers that it was shown into those that are sent. */
function takeChanges(headers: Headers, before: Headers, after: Headers): void {
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const value = after.get(name);
    if (value === null) headers.delete(name);
    else if (value !== before.get(name)) headers.set(name, value);
  }
}
