import { tokenPath } from "../../generated/operations.ts";
import type { Token } from "../../generated/types.ts";
import { isSafe, retryDelay } from "./backoff.ts";
import { sleep, untilAborted, withDeadline } from "./deadline.ts";
import type { RequestLabel } from "./errors.ts";
import type { RetryEvent } from "./hooks.ts";
import { checkNumber, type ResolvedOptions, type Timeouts } from "./options.ts";
import { isTokenRequest, type ReadResponse, readEnvelope, readError } from "./read-response.ts";
import { rejectArgument } from "./reject-argument.ts";
import { type RequestToSend, type SerializedBody, sendOnce } from "./send-once.ts";
import { createTokenSource, type TokenSource } from "./token.ts";

/**
 * Sends a request, retries it if that is safe, and returns the last response, whatever its status. Errors
 * and hooks name the request by the label, which is its method and path by default. A public request
 * goes without a token.
 */
export type Send = (
  request: OutgoingRequest,
  timeouts?: PossiblyUndefined<Timeouts>,
  label?: RequestLabel,
  isPublic?: boolean,
) => Promise<ReadResponse>;

/** With the options of a JavaScript caller, or taken from an object. */
export type PossiblyUndefined<T> = { [Name in keyof T]: T[Name] | undefined };

/** A request to send: the parts of a platform's `Request` that can be sent more than once. */
export interface OutgoingRequest extends PossiblyUndefined<Timeouts> {
  url: string;
  method: string;
  headers: Headers;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Only a platform's `Request` has it. */
  arrayBuffer?(): Promise<ArrayBuffer>;
}

/** A call: its request, and how it may be repeated. */
interface Call extends RequestToSend {
  /** When it has to end. */
  end: number;
  maxRetries: number;
  /** Undefined if it needs no token. */
  tokens: TokenSource | undefined;
}

/** How to read the body of a request, within the total timeout of the call. */
type ReadBody = (request: OutgoingRequest) => SerializedBody | Promise<SerializedBody>;

const givenBody: ReadBody = ({ body }) => body as SerializedBody;

/** Creates the function that sends all requests of a client. */
export function createSend(settings: ResolvedOptions, readBody = givenBody): Send {
  const ownTokens = createTokenSource(() => fetchToken(settings, send));

  const send: Send = async (request, timeouts = {}, given, isPublic = false) => {
    const { url, method, signal: parent } = request;
    const label = given ?? labelOf(request, settings);
    if (!url.startsWith(`${settings.baseUrl}/`)) {
      rejectArgument("the URL must begin with baseUrl: the token goes nowhere else");
    }
    const timeout = checkNumber("timeout", timeouts.timeout ?? settings.timeout);
    const total = checkNumber("totalTimeout", timeouts.totalTimeout ?? settings.totalTimeout);
    // It is easy to pass the controller by mistake.
    if (parent && !parent.addEventListener) rejectArgument("signal must be an AbortSignal");
    const headers = new Headers(settings.headers);
    for (const [name, value] of request.headers) headers.set(name, value);
    const end = Date.now() + total;
    const isForToken = isTokenRequest(label);
    const maxRetries = isForToken || isSafe(method) ? settings.retry.limit : 0;
    const tokens = isForToken || isPublic ? undefined : ownTokens;
    return withDeadline(label, "total", total, parent, async (signal) => {
      const read = readBody(request);
      const body = read instanceof Promise ? await untilAborted(read, signal) : read;
      return sendWithRetries({
        settings,
        label,
        url,
        method,
        headers,
        body,
        timeout,
        signal,
        end,
        maxRetries,
        tokens,
      });
    });
  };
  return send;
}

async function fetchToken(settings: ResolvedOptions, send: Send): Promise<Token> {
  const { baseUrl, publicKey, privateKey } = settings;
  const headers = new Headers({ "Content-Type": "application/json" });
  const body = JSON.stringify({ publicKey, privateKey });
  const result = await send({ url: baseUrl + tokenPath, method: "POST", headers, body });
  return readEnvelope(result, false).data as Token;
}

function labelOf({ url, method }: OutgoingRequest, settings: ResolvedOptions): RequestLabel {
  const path = url.slice(settings.baseUrl.length);
  return method === "POST" && path === tokenPath
    ? { operationId: "auth.createToken", method, path }
    : { method, path: settings.redact(path.replace(/[?#].*/, "")) };
}

async function sendWithRetries(call: Call): Promise<ReadResponse> {
  const { settings, label, tokens, signal } = call;
  const { hooks, retry } = settings;
  let renewed = false;
  let retries = 0;
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    const token = await tokens?.get(signal);
    const outcome = await sendOnce(call, token, attempt);
    const { response } = outcome;
    if (response?.ok) return outcome;
    signal.throwIfAborted();
    let delay = 0;
    if (token && !renewed && response?.status === 401) {
      // A 401 proves that the operation did not run, so even a write is sent again, once.
      renewed = true;
      tokens?.drop(token);
    } else {
      retries += 1;
      delay = retries > call.maxRetries ? Infinity : retryDelay(response, retries, retry);
      if (Date.now() + delay >= call.end) {
        if (response) return outcome;
        throw outcome;
      }
    }
    if (hooks.onRetry) {
      const error = response ? readError(outcome) : outcome;
      await untilAborted(hooks.onRetry({ ...label, attempt, delay, error } as RetryEvent), signal);
    }
    await sleep(delay, signal);
  }
}
