import { MAX_BODY_SIZE } from "../../contract/validation-limits.ts";
import type { ResponseLog } from "../../text/response-log.ts";
import type { SandboxFetch } from "../in-process-sandbox.ts";
import { readAll } from "../state-file/pieces.ts";
import type { RequestHandler } from "./handle-request.ts";
import type { HttpResponse } from "./request.ts";

/** Answers as a service at the other end of a network does, with the errors that `fetch` has. */
export function createFetch(
  handler: Pick<RequestHandler, "handle">,
  log?: ResponseLog,
): SandboxFetch {
  return async (input, init) => {
    const request = isRequest(input) && !init ? input : new Request(input, init);
    const { signal } = request;
    signal?.throwIfAborted();
    if (request.bodyUsed) throw new TypeError("The body of the request was read before.");
    const answering = answer(request, handler, log);
    return signal ? unlessAborted(answering, signal) : answering;
  };
}

/** Also a request of another realm, e.g. of a test's page. */
function isRequest(input: unknown): input is Request {
  return typeof input === "object" && input !== null && "headers" in input && "method" in input;
}

async function answer(
  request: Request,
  handler: Pick<RequestHandler, "handle">,
  log: ResponseLog | undefined,
): Promise<Response> {
  const { origin, pathname, search } = new URL(request.url);
  const { host: _, ...headers } = Object.fromEntries(request.headers);
  const { method, signal, body } = request;
  const pieces = () => (body ? readAll(body.getReader()) : nothing());
  const response = await handler.handle({
    method,
    path: pathname,
    query: search.slice(1),
    headers,
    pieces,
    readBody: () => readBody(pieces()),
    // Only the path counts: wherever the request goes, the sandbox answers, and its files are there too.
    baseUrl: () => origin,
  });
  log?.({ method, url: pathname }, response);
  return responseOf(response, signal);
}

async function* nothing(): AsyncIterable<Uint8Array> {}

/** Undefined if it is too large. */
async function readBody(content: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > MAX_BODY_SIZE) return undefined;
    pieces.push(piece);
  }
  if (pieces.length === 1) return pieces[0];
  const body = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    body.set(piece, at);
    at += piece.length;
  }
  return body;
}

/** @throws {TypeError} in place of a connection that is cut. */
function responseOf({ status, headers, body }: HttpResponse, signal: AbortSignal): Response {
  if (status === null)
    throw new TypeError("The sandbox cut the connection, as a fault told it to.");
  const hasBody = status !== 204 && status !== 304;
  const isStream = typeof body === "object" && Symbol.asyncIterator in body;
  const content = isStream ? streamOf(body, signal) : (body as BodyInit);
  return new Response(hasBody ? content : null, { status, headers });
}

/** Asks for a piece when somebody reads, and ends with its reader. */
function streamOf(pieces: AsyncIterable<string>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      signal?.addEventListener("abort", () => {
        controller.error(signal.reason);
        void iterator.return?.();
      });
    },
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

function unlessAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    const end = () => signal.removeEventListener("abort", abort);
    promise.then(resolve, reject).finally(end);
  });
}
