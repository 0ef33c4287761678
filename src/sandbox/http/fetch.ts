import type { ResponseLog } from "../../text/response-log.ts";
import type { SandboxFetch } from "../in-process-sandbox.ts";
import { readAll } from "../state-file/pieces.ts";
import { errorEnvelope, JSON_TYPE } from "./error-response.ts";
import type { RequestHandler } from "./handle-request.ts";
import type { HttpResponse } from "./http-response.ts";
import { STATE_PATH } from "./state-routes.ts";

/** The maximum size of a body in bytes. A state file may be larger. */
const MAX_BODY_SIZE = 1_048_576;

const EMPTY_BODY = new Uint8Array();

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
  const { method, signal, body: content } = request;
  const isFile = method === "PUT" && pathname === STATE_PATH;
  const body = content && !isFile ? await readBody(content) : EMPTY_BODY;
  const received = body && {
    method,
    path: pathname,
    query: search.slice(1),
    headers,
    body,
    stream: () => (content ? readAll(content.getReader()) : nothing()),
    // Only the path counts: wherever the request goes, the sandbox answers, and its files are there too.
    baseUrl: () => origin,
  };
  const response = received ? await handler.handle(received) : TOO_LARGE;
  log?.({ method, url: pathname }, response);
  return responseOf(response, signal);
}

const TOO_LARGE: HttpResponse = {
  status: 413,
  headers: JSON_TYPE,
  body: JSON.stringify(errorEnvelope(413, `The body is larger than ${MAX_BODY_SIZE} bytes.`).body),
};

async function* nothing(): AsyncIterable<Uint8Array> {}

/** Undefined if it is too large. */
async function readBody(content: ReadableStream<Uint8Array>): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of readAll(content.getReader())) {
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
