import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Connection } from "./connection.ts";
import { warnAbout } from "./describe-error.ts";
import { type ListenAddress, listenOn } from "./listen-address.ts";
import { EMPTY_BODY, hasBody, MAX_BODY_SIZE, readBody } from "./request-body.ts";
import { type Log, logResponse, withoutFailing } from "./response-log.ts";

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
   * An iterable is sent piece by piece, e.g. Server-Sent Events. Its iterator's `return` is called at its
   * end. It ends early if the client disconnects or closes its half of the connection, and if the server
   * closes. A client that vanishes, or has sent more requests, is missed only when a piece cannot be sent.
   * So send one at intervals, e.g. a comment.
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

/**
 * Starts a server. It responds to every complete request, in the order of the requests. Nothing that a
 * client sends, and no disconnect, stops the process.
 */
export async function serve(
  address: ListenAddress,
  service: HttpService,
): Promise<ListeningServer> {
  const server = new HttpServer(service);
  const url = await server.listen(address);
  return { url, drain: () => server.drain(), close: () => server.close() };
}

/** In this many turns of the event loop, all requests are read that have arrived before. */
const TURNS_UNTIL_READ = 50;

const NOT_HTTP = [400, "This is not an HTTP request."] as const;

const protocolErrors: Record<string, readonly [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, "The headers are larger than 16 KiB."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive."],
};

/** Responses with these statuses have no body. */
const WITHOUT_BODY = new Set([204, 304]);

class HttpServer {
  readonly #service: HttpService;
  readonly #log: ReturnType<typeof withoutFailing> | undefined;
  readonly #server = createServer({ requireHostHeader: false, optimizeEmptyRequests: true });
  readonly #connections = new Map<Socket, Connection>();
  #ready: [ServerResponse, CompleteResponse["body"]][] = [];
  #isClosing = false;

  constructor(service: HttpService) {
    this.#service = service;
    this.#log = service.log && withoutFailing(service.log);
    const accept: RequestListener = ({ socket }, response) =>
      this.#connections.get(socket)?.accept(response, isUpgrade(response.req));
    this.#server.on("request", accept);
    // An unknown expectation is ignored, like any other unknown header.
    this.#server.on("checkExpectation", accept);
    this.#server.on("connection", (socket) => this.#add(socket));
    this.#server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket) =>
      this.#reject(socket as Socket, ...(protocolErrors[code] ?? NOT_HTTP)),
    );
    this.#server.on("connect", ({ socket }) =>
      this.#reject(socket, 405, "This server is not a proxy."),
    );
    // A client may close its half of the connection after its request, and still gets the response.
    Object.assign(this.#server, { httpAllowHalfOpen: true });
  }

  async listen(address: ListenAddress): Promise<string> {
    const url = await listenOn(this.#server, address);
    // E.g. when the process has no free file descriptor to accept a connection.
    this.#server.on("error", ({ message }) =>
      process.emitWarning(`A connection failed: ${message}`),
    );
    return url;
  }

  #add(socket: Socket): void {
    const connection = new Connection(socket, (response) => this.#start(response, connection));
    this.#connections.set(socket, connection);
    socket.on("close", () => this.#connections.delete(socket));
  }

  /** Sends the error response for anything but a valid request, after all pending responses. */
  #reject(socket: Socket, status: number, message: string): void {
    const response = () => rawResponse(status, this.#service.errorResponse(status, message));
    void this.#connections.get(socket)?.endWith(response);
  }

  #start(response: ServerResponse, connection: Connection): void {
    const { req: request } = response;
    if (!hasBody(request)) void this.#respond(response, connection, EMPTY_BODY);
    else readBody(request, (body) => void this.#respond(response, connection, body));
  }

  async #respond(
    response: ServerResponse,
    connection: Connection,
    body: Buffer | undefined,
  ): Promise<void> {
    try {
      this.#send(response, connection, await this.#handle(response.req, body));
    } catch (error) {
      warnAbout(error);
      const sorry = this.#service.errorResponse(500, "Internal server error");
      this.#send(response, connection, sorry);
    }
  }

  #handle(request: IncomingMessage, body: Buffer | undefined) {
    const { method = "", url: target = "" } = request;
    const headers = request.headers as ReceivedRequest["headers"];
    if (body) return this.#service.handle({ method, target, headers, body });
    return this.#service.errorResponse(413, `The body is larger than ${MAX_BODY_SIZE} bytes.`);
  }

  #send(response: ServerResponse, connection: Connection, reply: HttpResponse): void {
    const { req: request } = response;
    const { status, headers, body } = reply;
    if (status !== null) {
      // While the server is closing, a connection that stays open would delay it.
      if (isUpgrade(request) || (this.#isClosing && !connection.isOwingMore)) {
        connection.acceptsMore = false;
        response.setHeader("connection", "close");
      }
      response.writeHead(status, isStream(body) ? headers : withLength(status, headers, body));
    }
    if (!reply.skipLog && this.#log) {
      const target = () => this.#service.loggableTarget?.(request.url ?? "") ?? "";
      logResponse(this.#log, request.method, target, reply);
    }
    if (status === null) request.socket.resetAndDestroy();
    else if (isStream(body)) connection.stream(response, body, this.#isClosing);
    else this.#sendWithOthers(response, body);
  }

  /**
   * Sends the responses that are ready in the same turn of the event loop together: each may wake a
   * client, which then takes the processor from the requests that wait.
   */
  #sendWithOthers(response: ServerResponse, body: CompleteResponse["body"]): void {
    if (this.#ready.push([response, body]) > 1) return;
    setImmediate(() => {
      for (const [response, body] of this.#ready.splice(0)) response.end(body);
    });
  }

  drain(): void {
    this.#isClosing = true;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const { grace = 0 } = this.#service;
    for (const connection of this.#connections.values()) connection.endStream?.();
    // Node regards connections as idle until it has read their requests.
    if (grace > 0) for (let turn = 0; turn < TURNS_UNTIL_READ; turn++) await nextTurn();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#connections.keys()) if (socket.writableFinished) socket.destroy();
    const timer = setTimeout(() => {
      for (const socket of this.#connections.keys()) socket.destroy();
    }, grace);
    await closed;
    clearTimeout(timer);
  }
}

/**
 * Whether the client wants to switch protocols. The response is plain HTTP and ends the connection,
 * since Node drops everything that follows such a request in the same packet.
 */
function isUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined;
}

function isStream(body: HttpResponse["body"]): body is AsyncIterable<string> {
  return typeof body === "object" && Symbol.asyncIterator in body;
}

function withLength(
  status: number,
  headers: HttpResponse["headers"],
  body: CompleteResponse["body"],
) {
  return WITHOUT_BODY.has(status)
    ? headers
    : { "content-length": Buffer.byteLength(body), ...headers };
}

function rawResponse(status: number, { headers, body }: CompleteResponse): string {
  const all = { ...headers, "content-length": Buffer.byteLength(body), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n");
}
