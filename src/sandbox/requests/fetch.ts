import { ByteBuffer } from "../../byte-buffer.ts";
import { MAX_BODY_SIZE } from "../../contract/validation-limits.ts";
import type { ResponseLog } from "../../text/response-log.ts";
import { BrokenBodyError } from "../errors.ts";
import type { SandboxFetch } from "../in-process-sandbox.ts";
import { readStream } from "../runtime/read-stream.ts";
import type { Timers } from "../runtime/timers.ts";
import type { RequestHandler } from "./handle-request.ts";
import type { HttpResponse } from "./request.ts";

/** How long a body may go on arriving when the sandbox closes, in milliseconds. */
const GRACE_PERIOD = 5_000;

interface FetchOptions {
  timers: Timers;
  log?: ResponseLog | undefined;
  /** The company that waits for whoever is calling: its receiver. */
  awaitedBy?: (() => string | undefined) | undefined;
  /** The address of the page that shows the inspector. */
  inspectorUrl?: string | undefined;
}

/**
 * Answers as a service at the other end of a network does, with the errors that `fetch` has. `close` resolves when the
 * requests in progress are answered.
 */
export function createFetch(
  handler: Pick<RequestHandler, "handle">,
  options: FetchOptions,
): { fetch: SandboxFetch; close(): Promise<void> } {
  const { timers } = options;
  let isClosed = false;
  const inProgress = new Map<Promise<HttpResponse>, AbortController>();
  /** What ends the open streams when the sandbox closes. */
  const streams = new Set<() => void>();

  return {
    async fetch(input, init) {
      if (isClosed) throw new TypeError("The sandbox is closed.");
      const request = isRequest(input) && !init ? input : new Request(input, init);
      // Without a signal of the caller's, nobody can give up. To listen to that of the request has its price.
      const signal = isRequest(input) || init?.signal ? request.signal : undefined;
      signal?.throwIfAborted();
      if (request.bodyUsed) throw new TypeError("The body of the request was read before.");
      const breaking = new AbortController();
      const responding = respond(request, handler, { ...options, breaking: breaking.signal });
      inProgress.set(responding, breaking);
      // Whoever has given up does not wait, but `close` does.
      const forget = () => inProgress.delete(responding);
      responding.then(forget, forget);
      try {
        const response = await (signal ? unlessAborted(responding, signal) : responding);
        return responseTo(request, response, streams);
      } catch (error) {
        breaking.abort(error);
        // The signal of a caller who has given up ends a body that comes later, e.g. a file, which may keep a copy.
        responding.then((late) => responseTo(request, late, streams)).catch(() => {});
        throw error;
      }
    },
    async close() {
      isClosed = true;
      for (const end of streams) end();
      const cancel = timers.after(GRACE_PERIOD, () => {
        const reason = new TypeError(
          "The sandbox was closed before the body of the request ended.",
        );
        for (const breaking of inProgress.values()) breaking.abort(reason);
      });
      await Promise.allSettled(inProgress.keys());
      cancel();
      // Their callers get them now.
      await timers.nextTurn();
      for (const end of streams) end();
    },
  };
}

/** @throws the reason of a signal, if it aborts before there is a response. */
async function unlessAborted<Value>(
  responding: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([responding, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** Also a request of another realm, e.g. of a test's page. */
function isRequest(input: unknown): input is Request {
  return typeof input === "object" && input !== null && "headers" in input && "method" in input;
}

async function respond(
  request: Request,
  handler: Pick<RequestHandler, "handle">,
  { timers, log, awaitedBy, inspectorUrl, breaking }: FetchOptions & { breaking: AbortSignal },
): Promise<HttpResponse> {
  const { origin, pathname, search } = new URL(request.url);
  const { host: _, ...headers } = Object.fromEntries(request.headers);
  const { method, body } = request;
  let broken: { error: unknown } | undefined;
  async function* pieces() {
    try {
      if (body) yield* readStream(body, timers, breaking);
    } catch (error) {
      broken = { error };
      throw new BrokenBodyError();
    }
  }
  const responding = handler.handle({
    method,
    path: pathname,
    query: search.slice(1),
    headers,
    pieces,
    readBody: () => readBody(pieces()),
    // Only the path counts: wherever the request goes, the sandbox answers, and its files are there too.
    baseUrl: () => origin,
    inspectorUrl: () => inspectorUrl,
    awaitedBy: awaitedBy?.(),
  });
  const response = await responding.catch((error) => {
    throw broken?.error ?? error;
  });
  // There is nobody at the other end of a network who could answer.
  if (broken) throw broken.error;
  // As the end of a connection does.
  if (body && !request.bodyUsed) body.cancel().catch(() => {});
  log?.({ method, url: pathname }, response);
  return response;
}

/** Undefined if it is too large. */
async function readBody(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const body = new ByteBuffer();
  for await (const piece of pieces) {
    if (body.length + piece.length > MAX_BODY_SIZE) return undefined;
    body.append(piece);
  }
  return body.take();
}

/** @throws {TypeError} in place of a connection that is cut. */
function responseTo(
  { method, signal }: Request,
  { status, headers, body, breaking }: HttpResponse,
  streams: Set<() => void>,
): Response {
  if (status === null)
    throw new TypeError("The sandbox cut the connection, as a fault told it to.");
  const hasBody = method !== "HEAD" && status !== 204 && status !== 304;
  if (!hasBody) return new Response(null, { status, headers });
  const isStream = typeof body === "object" && Symbol.asyncIterator in body;
  const content = isStream ? streamOf(body, [signal, breaking], streams) : (body as BodyInit);
  return new Response(content, { status, headers });
}

/** Asks for a piece when somebody reads, and breaks off with its reader, with a signal, or when the sandbox closes. */
function streamOf(
  pieces: AsyncIterable<string>,
  signals: readonly (AbortSignal | undefined)[],
  streams: Set<() => void>,
): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let end = () => {};
  let abort = () => {};
  const leave = () => {
    streams.delete(end);
    for (const signal of signals) signal?.removeEventListener("abort", abort);
    // Nobody is left to tell of a failure.
    iterator.return?.().catch(() => {});
  };
  return new ReadableStream({
    start(controller) {
      end = () => {
        leave();
        // Whoever reads a file must not take a part of it for the whole.
        controller.error(new TypeError("The sandbox is closed."));
      };
      abort = () => {
        leave();
        controller.error(signals.find((signal) => signal?.aborted)?.reason);
      };
      streams.add(end);
      for (const signal of signals) signal?.addEventListener("abort", abort);
      if (signals.some((signal) => signal?.aborted)) abort();
    },
    async pull(controller) {
      try {
        const { value, done } = await iterator.next();
        // It may have ended meanwhile.
        if (!streams.has(end)) return;
        if (done) {
          leave();
          controller.close();
        } else controller.enqueue(encoder.encode(value));
      } catch (error) {
        leave();
        throw error;
      }
    },
    cancel: leave,
  });
}
