import { type OperationId, operations } from "../../generated/client.ts";
import type { Token as TokenData } from "../../generated/types.ts";
import { type Answer, parseJson, readAnswer, readContent, redactHeaders } from "./answer.ts";
import { type Deadline, sleep, startDeadline, untilAborted } from "./deadline.ts";
import { AnswerError, NetworkError, TimeoutError } from "./errors.ts";
import type { RequestEvent } from "./hooks.ts";
import { checkNumber, type Settings } from "./options.ts";
import { createRedact, findSecrets, type Redact, redactError } from "./redact.ts";
import { type Input, type WrittenRequest, writeRequest } from "./request.ts";
import { mayRetry, retryDelay } from "./retry.ts";
import { createTokenSource, readLifetime, type Token } from "./token.ts";

/** Sends a call and brings back its answer, or rejects with what went wrong. */
export type Send = (input: Input) => Promise<Answer>;

/** A call that has been checked and written out, and the time it has. */
interface Task {
  request: WrittenRequest;
  /** How long an attempt may take. */
  timeout: number;
  /** When the call as a whole has to be over. */
  end: number;
  signal: AbortSignal;
}

/** No token is used in the last minute of its life: a call may be on its way for as long. */
const tokenMargin = 60_000;

/** Makes the function that all calls of a client go through. */
export function createSend(settings: Settings): Send {
  const { publicKey, privateKey, fetch, hooks, maxResponseSize } = settings;
  const tokens = createTokenSource(fetchToken);

  async function fetchToken(): Promise<Token> {
    const askedAt = Date.now();
    const id = "auth.createToken";
    const { envelope } = await send({
      id,
      operation: operations[id],
      path: [],
      body: { publicKey, privateKey },
      options: {},
    });
    const { access_token: value, expires_in } = envelope.data as TokenData;
    const lifetime = readLifetime(expires_in);
    return { value, staleAt: askedAt + Math.max(lifetime - tokenMargin, lifetime / 2) };
  }

  async function send(input: Input): Promise<Answer> {
    const { id, options } = input;
    const request = writeRequest(input, settings);
    const timeout = checkNumber("timeout", options.timeout ?? settings.timeout);
    const total = checkNumber("totalTimeout", options.totalTimeout ?? settings.totalTimeout);
    const whole = startDeadline(total, () => new TimeoutError(id, "total", total), options.signal);
    try {
      return await sendUntilAnswered({
        request,
        timeout,
        end: Date.now() + total,
        signal: whole.signal,
      });
    } finally {
      whole.clear();
    }
  }

  async function sendUntilAnswered(task: Task): Promise<Answer> {
    const { request, end, signal } = task;
    const { id, operation } = request;
    let renewed = false;
    let retries = 0;
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const token = operation.public ? undefined : await tokens.get(signal);
      try {
        return await sendOnce(task, token, attempt);
      } catch (error) {
        signal.throwIfAborted();
        let delay = 0;
        if (token !== undefined && !renewed && isUnauthorized(error)) {
          // A 401 proves that the call was not carried out, so even a write may go again, once.
          renewed = true;
          tokens.drop(token);
        } else {
          if (retries >= settings.retry.limit || !mayRetry(request, error)) throw error;
          retries += 1;
          delay = retryDelay(error, retries, settings.retry);
          if (Date.now() + delay >= end) throw error;
        }
        await untilAborted(hooks.onRetry?.({ operationId: id, attempt, delay, error }), signal);
        await sleep(delay, signal);
      }
    }
  }

  async function sendOnce(
    { request, timeout, signal }: Task,
    token: string | undefined,
    attempt: number,
  ): Promise<Answer> {
    const { id, url, body } = request;
    const { method, path } = request.operation;
    // Made when something has to be shown, which most calls never come to.
    let made: Redact | undefined;
    const redact: Redact = (value) => {
      made ??= createRedact([
        publicKey,
        privateKey,
        token ?? "",
        ...findSecrets(parseJson(body ?? "")),
      ]);
      return made(value);
    };
    const about = { operationId: id, method, path, attempt };
    const headers = await headersToSend(request, about, redact, signal);

    const deadline = startDeadline(timeout, () => new TimeoutError(id, "attempt", timeout), signal);
    const sentAt = Date.now();
    const { response, content } = await exchange(deadline, id, redact, async () => {
      // A redirect that is followed could send a write twice, or the token elsewhere.
      const init = { method, headers, body, signal: deadline.signal, redirect: "manual" } as const;
      const outgoing = new Request(url, init);
      // Not into the headers that a hook was given: it may keep or print them.
      if (token !== undefined) outgoing.headers.set("Authorization", `Bearer ${token}`);
      const response = await fetch(outgoing);
      return { response, content: await readContent(response, maxResponseSize) };
    });
    const duration = Date.now() - sentAt;
    if (hooks.onResponse) {
      const { status } = response;
      const headers = redactHeaders(response.headers, redact);
      await untilAborted(hooks.onResponse({ ...about, status, headers, duration }), signal);
    }
    return readAnswer(request, response, content, redact);
  }

  /** The headers of a request, with what the hook for requests has changed in them. */
  async function headersToSend(
    request: WrittenRequest,
    about: Omit<RequestEvent, "headers">,
    redact: Redact,
    signal: AbortSignal,
  ): Promise<Headers> {
    const headers = new Headers(request.headers);
    if (!hooks.onRequest) return headers;
    const shown = redactHeaders(headers, redact);
    const before = new Headers(shown);
    await untilAborted(hooks.onRequest({ ...about, headers: shown }), signal);
    takeChanges(headers, before, shown);
    return headers;
  }

  return send;
}

/** Runs an exchange under a deadline and names what can go wrong with it. */
async function exchange<T>(
  { signal, clear }: Deadline,
  id: OperationId,
  redact: Redact,
  run: () => Promise<T>,
): Promise<T> {
  try {
    signal.throwIfAborted();
    return await untilAborted(run(), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw new NetworkError(id, redactError(error, redact));
  } finally {
    clear();
  }
}

/** Puts what a hook has changed in the headers that it was shown into those that are sent. */
function takeChanges(headers: Headers, before: Headers, after: Headers): void {
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const value = after.get(name);
    if (value === null) headers.delete(name);
    else if (value !== before.get(name)) headers.set(name, value);
  }
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof AnswerError && error.status === 401;
}
