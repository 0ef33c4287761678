import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { escapeControls } from "../client/escape-controls.ts";
import { BodyStreams } from "./body-streams.ts";
import { warnAbout } from "./describe-error.ts";
import { AddressError, hostInUrl, type ListenAddress, loopbackFor } from "./listen-address.ts";
import { type Connection, Connections } from "./open-connections.ts";
import { EMPTY_BODY, hasBody, MAX_BODY_SIZE, readBody } from "./request-body.ts";

/** A request whose body has been read completely. */
export interface ReceivedRequest {
  method: string;
  /** The path and the query, or the absolute URL if a proxy sends the request. */
  target: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

export interface HttpResponse {
  /** Null resets the connection instead of sending a response. */
  status: number | null;
  headers: Record<string, string>;
  /**
   * An iterable is sent piece by piece, e.g. Server-Sent Events. Its iterator's `return` is called if
   * the client disconnects or closes its half of the connection, and if the server closes. A client that
   * vanishes, or has sent more requests, is missed only when a piece cannot be sent. So send one at
   * intervals, e.g. a comment.
   */
  body: string | Uint8Array | AsyncIterable<string>;
  /** Why the request was rejected, for the log. Absent if it was not. */
  reasons?: string[];
  /** What is probably a mistake in the request, for a second line of the log. */
  warnings?: readonly string[];
  /** Whether the service logs the response itself, or wants no line. */
  skipLog?: boolean;
}

/** A response that is complete before it is sent. */
export interface CompleteResponse extends HttpResponse {
  body: string | Uint8Array;
}

/** Called with one line for every response. Its errors and its return value are ignored. */
export type Log = (line: string) => unknown;

/** The application behind a server. */
export interface HttpService {
  handle(request: ReceivedRequest): Promise<HttpResponse>;
  /** The response to anything that never reaches `handle`, e.g. bytes that are not HTTP. */
  errorResponse(status: number, message: string): CompleteResponse;
  /** The part of a request's target that may be logged. */
  loggableTarget?(target: string): string;
  log?: Log | undefined;
  /**
   * How long accepted requests may take to finish after the server is closed, in milliseconds.
   * @default 0
   */
  grace?: number;
}

/** A running server. */
export interface ListeningServer {
  url: string;
  /** Goes on answering, but lets each connection end with its next response. */
  drain(): void;
  /** Stops the server and closes its connections. */
  close(): Promise<void>;
}

/** Connections count as idle after this many turns of the event loop without a request. */
const QUIET_TURNS = 10;

/**
 * Starts a server. It responds to every complete request, in the order of the requests. Nothing that a
 * client sends, and no disconnect, stops the process.
 */
export async function serve(
  address: ListenAddress,
  service: HttpService,
): Promise<ListeningServer> {
  const connections = new Connections(respond);
  const streams = new BodyStreams();
  const rejected = new WeakSet<Socket>();
  const log = service.log && withoutFailing(service.log);
  const { grace = 0 } = service;
  let isClosing = false;
  let requestCount = 0;

  const server = createServer({ requireHostHeader: false }, (request, response) => {
    const connection = connections.of(request.socket);
    // After the last response of a connection, a request cannot get one, so it must not take effect.
    if (connection.isMarkedLast) return;
    requestCount += 1;
    if (isUpgrade(request)) connection.isMarkedLast = true;
    connection.queue(response);
  });
  // A client may close its half of the connection after its request, and still gets the response.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket: Socket) => connections.add(socket));
  server.on("clientError", (error, socket: Socket) => endWith(socket, protocolErrorOf(error)));
  server.on("connect", (_, socket: Socket) => endWith(socket, NO_TUNNEL));
  // An unknown expectation is ignored, like any other unknown header.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));

  const url = await listenOn(server, address);
  // E.g. when the process has no free file descriptor to accept a connection.
  server.on("error", ({ message }) => process.emitWarning(`A connection failed: ${message}`));
  return { url, drain, close };

  /** Never rejects. */
  async function respond(response: ServerResponse, connection: Connection): Promise<void> {
    const { req: request } = response;
    try {
      if (mayBeTruncated(request)) return send(response, connection, truncated());
      // Rejects if the client disconnects in the middle of its request.
      const body = hasBody(request) ? await readBody(request) : EMPTY_BODY;
      send(response, connection, body ? await handle(request, body) : tooLarge());
    } catch {
      response.destroy();
    }
  }

  function send(response: ServerResponse, connection: Connection, reply: HttpResponse): void {
    const { req: request } = response;
    const { method = "", url = "" } = request;
    const { status, body } = reply;
    if (!reply.skipLog) {
      log?.(() => logLine(method, service.loggableTarget?.(url) ?? "", reply));
      if (reply.warnings?.length) log?.(() => warningLine(reply.warnings));
    }
    if (status === null) {
      request.socket.resetAndDestroy();
      return;
    }
    // If a body is not read to its end, the next request on the connection cannot be read either. And
    // while the server is closing, a connection that stays open would delay it.
    const isLast =
      !request.complete || isUpgrade(request) || (isClosing && connection.isLatest(response));
    if (isLast) connection.isMarkedLast = true;
    response.writeHead(status, {
      ...(isLast && { connection: "close" }),
      ...lengthOf(reply),
      ...reply.headers,
    });
    // Node sends a string in one write with the headers, but not a buffer.
    if (isComplete(body)) response.end(body);
    else stream(response, body);
  }

  function stream(response: ServerResponse, body: AsyncIterable<string>): void {
    streams.send(response, body).catch((error) => {
      warnAbout(error);
      response.destroy();
    });
  }

  async function handle(request: IncomingMessage, body: Buffer): Promise<HttpResponse> {
    const { method = "", url: target = "" } = request;
    try {
      const headers = request.headers as ReceivedRequest["headers"];
      return await service.handle({ method, target, headers, body });
    } catch (error) {
      warnAbout(error);
      return service.errorResponse(500, "Internal server error");
    }
  }

  function truncated(): CompleteResponse {
    return service.errorResponse(400, "An upgrade request cannot have a chunked body.");
  }

  function tooLarge(): CompleteResponse {
    return service.errorResponse(413, `The body is larger than ${MAX_BODY_SIZE} bytes.`);
  }

  /** Sends the error response for anything but a valid request, after all pending responses. */
  async function endWith(socket: Socket, { status, message }: ProtocolError): Promise<void> {
    // The parser emits one more error for every further chunk.
    if (rejected.has(socket)) return;
    rejected.add(socket);
    const connection = connections.of(socket);
    connection.isMarkedLast = true;
    // A stream may never end by itself, and the error would never be sent.
    streams.endOn(socket);
    // Otherwise Node would end the connection after the response that is being sent.
    socket.removeAllListeners("end");
    await connection.responsesSent();
    connection.end(rawResponse(status, service.errorResponse(status, message)));
  }

  function drain(): void {
    isClosing = true;
  }

  async function close(): Promise<void> {
    drain();
    streams.close();
    if (grace > 0) await untilQuiet();
    const closed = new Promise((resolve) => server.close(resolve));
    const timer = setTimeout(() => connections.destroyAll(), grace);
    server.closeIdleConnections();
    connections.closeEnded();
    await closed;
    clearTimeout(timer);
  }

  /**
   * Accepts requests that arrived while this process was busy. Their connections seem idle until the
   * event loop reads from them.
   */
  async function untilQuiet(): Promise<void> {
    const end = performance.now() + grace;
    let lastCount = requestCount;
    for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < end; quiet++) {
      await setImmediate();
      if (requestCount > lastCount) quiet = 0;
      lastCount = requestCount;
    }
  }
}

/**
 * Whether the client wants to switch protocols. The response is plain HTTP and ends the connection,
 * since Node drops everything that follows such a request in the same packet.
 */
function isUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined;
}

/** Whether the rest of the body may be in the data that Node drops. The request would never end. */
function mayBeTruncated(request: IncomingMessage): boolean {
  return isUpgrade(request) && request.headers["transfer-encoding"] !== undefined;
}

/** Responses with these statuses have no body. */
const WITHOUT_BODY = new Set([204, 304]);

function isComplete(body: HttpResponse["body"]): body is CompleteResponse["body"] {
  return typeof body === "string" || body instanceof Uint8Array;
}

/** A stream has no length: Node sends it in chunks. */
function lengthOf({ status, body }: HttpResponse): Record<string, number> | undefined {
  const hasLength = isComplete(body) && status !== null && !WITHOUT_BODY.has(status);
  return hasLength ? { "content-length": Buffer.byteLength(body) } : undefined;
}

interface ProtocolError {
  status: number;
  message: string;
}

const NOT_HTTP: ProtocolError = { status: 400, message: "This is not an HTTP request." };
const NO_TUNNEL: ProtocolError = { status: 405, message: "This server is not a proxy." };

const protocolErrors: Record<string, ProtocolError> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: "The headers are larger than 16 KiB." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "The request took too long to arrive." },
};

function protocolErrorOf({ code = "" }: NodeJS.ErrnoException): ProtocolError {
  return protocolErrors[code] ?? NOT_HTTP;
}

function rawResponse(status: number, { headers, body }: CompleteResponse): string {
  const all = { ...headers, "content-length": Buffer.byteLength(body), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n");
}

function logLine(method: string, target: string, { status, reasons = [] }: HttpResponse): string {
  const parts = [method, target, status ?? "-", reasons.join("; ")];
  return escapeControls(parts.filter(Boolean).join(" "));
}

function warningLine(warnings: readonly string[] = []): string {
  return escapeControls(`  warning: ${warnings.join("; ")}`);
}

/** Wraps a log so that its failures never affect a response. Only the first one is reported. */
export function withoutFailing(log: Log): (line: () => string) => void {
  let hasWarned = false;
  const warn = () => {
    if (hasWarned) return;
    hasWarned = true;
    process.emitWarning(
      "The function in the option log has failed. Further failures are not reported.",
    );
  };
  return (line) => {
    try {
      const returned = log(line());
      if (returned) Promise.resolve(returned).catch(warn);
    } catch {
      warn();
    }
  };
}

const listenErrors: Record<
  string,
  { option: keyof ListenAddress; describe: (address: ListenAddress) => string }
> = {
  EADDRINUSE: { option: "port", describe: ({ port, host }) => `port ${port} of ${host} is in use` },
  EACCES: { option: "port", describe: ({ port }) => `no permission to listen on port ${port}` },
  EADDRNOTAVAIL: { option: "host", describe: notLocal },
  ENOTFOUND: { option: "host", describe: notLocal },
};

function notLocal({ host }: ListenAddress): string {
  return `${host} is not an address of this machine`;
}

/** Listens on an address and returns the URL. @throws {AddressError} if the address is unusable. */
async function listenOn(server: Server, address: ListenAddress): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => reject(toAddressError(error, address));
    server.once("error", fail);
    server.listen(address.port, address.host, () => {
      server.off("error", fail);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  return `http://${hostInUrl(loopbackFor(address.host))}:${port}`;
}

function toAddressError(error: NodeJS.ErrnoException, address: ListenAddress): Error {
  const problem = listenErrors[error.code ?? ""];
  return problem ? new AddressError(problem.describe(address), problem.option, error) : error;
}
