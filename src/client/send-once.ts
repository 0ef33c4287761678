import { untilAborted, withDeadline } from "./deadline.ts";
import { NetworkError, type RequestLabel, type TimeoutError } from "./errors.ts";
import type { RequestEvent, ResponseEvent } from "./hooks.ts";
import type { ResolvedOptions } from "./options.ts";
import { parseJson } from "./parse-json.ts";
import { type ReadResponse, readText, redactHeaders } from "./read-response.ts";
import { createRedact, findSecrets, type Redact, redactError } from "./redact.ts";

export type SerializedBody = string | ArrayBuffer | null;

/** A request that is ready to be sent any number of times. */
export interface RequestToSend {
  settings: ResolvedOptions;
  label: RequestLabel;
  url: string;
  method: string;
  headers: Headers;
  body: SerializedBody;
  /** How long an attempt may take. */
  timeout: number;
  /** Aborts the call. */
  signal: AbortSignal;
}

/** An attempt that ended without a response. */
export type Failure = (NetworkError | TimeoutError) & { response?: never };

/** Makes one attempt, and calls the hooks before and after it. */
export async function sendOnce(
  request: RequestToSend,
  token: string | undefined,
  attempt: number,
): Promise<ReadResponse | Failure> {
  const { settings, label, signal } = request;
  const { hooks } = settings;
  const redact = createLazyRedact(request, token);
  const headers = hooks.onRequest
    ? await headersFromHook(request, attempt, redact)
    : request.headers;
  const sentAt = Date.now();
  const outcome = await exchange({ ...request, headers }, token, redact);
  const { response } = outcome;
  if (hooks.onResponse && response) {
    const duration = Date.now() - sentAt;
    const shown = redactHeaders(response.headers, redact);
    const event = { ...label, attempt, status: response.status, headers: shown, duration };
    await untilAborted(hooks.onResponse(event as ResponseEvent), signal);
  }
  return outcome;
}

/** Created on first use, since most calls have nothing to redact. */
function createLazyRedact({ settings, body }: RequestToSend, token = ""): Redact {
  let redact: Redact | undefined;
  return (value) => {
    if (!redact) {
      const text = typeof body === "string" ? body : new TextDecoder().decode(body ?? undefined);
      const { publicKey, privateKey } = settings;
      redact = createRedact([publicKey, privateKey, token, ...findSecrets(parseJson(text))]);
    }
    return redact(value);
  };
}

/** The headers of a request, with the changes that the `onRequest` hook makes to its redacted copy. */
async function headersFromHook(
  { settings, label, headers, signal }: RequestToSend,
  attempt: number,
  redact: Redact,
): Promise<Headers> {
  const shown = redactHeaders(headers, redact);
  const before = new Headers(shown);
  const event = { ...label, attempt, headers: shown } as RequestEvent;
  await untilAborted(settings.hooks.onRequest?.(event), signal);
  return new Headers(
    [...shown].map(([name, value]): [string, string] => [
      name,
      value === before.get(name) ? (headers.get(name) as string) : value,
    ]),
  );
}

/** Sends the request and reads the response before a deadline. */
async function exchange(
  request: RequestToSend,
  token: string | undefined,
  redact: Redact,
): Promise<ReadResponse | Failure> {
  const { settings, label, timeout } = request;
  return withDeadline(label, "attempt", timeout, request.signal, async (signal) => {
    try {
      // Following a redirect could send a write twice, or the token to another host.
      const init = { ...request, signal, redirect: "manual" } as const;
      const outgoing = new Request(request.url, init);
      // Never in the headers that a hook sees: it may keep or print them.
      if (token) outgoing.headers.set("Authorization", `Bearer ${token}`);
      return await untilAborted(receive(outgoing), signal);
    } catch (error) {
      request.signal.throwIfAborted();
      return signal.aborted ? signal.reason : new NetworkError(label, redactError(error, redact));
    }
  });

  async function receive(outgoing: Request): Promise<ReadResponse> {
    const { fetch, maxResponseSize } = settings;
    const response = await fetch(outgoing);
    return { label, response, redact, ...(await readText(response, maxResponseSize)) };
  }
}
