import { readBody } from "./read-postback.ts";

/** What is used of a request of `node:http` or Express. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: { readonly "content-length"?: string | undefined };
  /** Whether someone has read the body. Express then has it in `body`. */
  readonly readableEnded: boolean;
  readonly body?: unknown;
}

/** What is used of a response of `node:http` or Express. */
export interface NodeResponse {
  readonly headersSent: boolean;
  writeHead(status: number, headers: Record<string, string>): { end(): unknown };
}

/** What is used of a request of Fastify. */
export interface FastifyRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
}

/** What is used of a reply of Fastify. */
export interface FastifyReply {
  code(status: number): { headers(values: Record<string, string>): { send(): unknown } };
}

/** A request of any server. */
export interface Incoming {
  method: string | undefined;
  url: string | undefined;
  content(): unknown;
}

export function fromFetch(request: Request): Incoming {
  const { method, url, headers } = request;
  const content = () => {
    if (request.bodyUsed) throw bodyIsGone();
    const reader = request.body?.getReader();
    const next = async () => (await reader?.read()) ?? { done: true };
    return readBody(headers.get("content-length"), next);
  };
  return { method, url, content };
}

export function fromNode(request: NodeRequest): Incoming {
  const { method, url, headers } = request;
  const content = () => {
    if (request.readableEnded) return parsedBody(request);
    const chunks = request[Symbol.asyncIterator]();
    return readBody(headers["content-length"], () => chunks.next());
  };
  return { method, url, content };
}

export function fromFastify({ method, url, body }: FastifyRequest): Incoming {
  return { method, url, content: () => body };
}

function parsedBody({ body }: NodeRequest): unknown {
  if (body === undefined) throw bodyIsGone();
  return body;
}

function bodyIsGone(): Error {
  return new Error(
    "Something has read the body of the request. Let the receiver read it first, or pass it on: as request.body in node:http and Express, as a clone of the request elsewhere.",
  );
}
