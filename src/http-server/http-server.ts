import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ResponseLog } from "../text/response-log.ts";
import { Connection } from "./connection.ts";
import { openPort } from "./open-port.ts";
import { readBody } from "./request-body.ts";
import type { ListenAddress } from "./server-address.ts";
import { warnAbout } from "./warn-about.ts";

// An import would read all that it exports, and with it load Node's `fetch`: a fifth of the time to the first response.
const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");

/** A request, whose body waits to be read. */
interface ReceivedRequest {
  method: string;
  /** The path and the query, or the absolute URL if a proxy sends the request. */
  target: string;
  headers: Record<string, string | undefined>;
  /**
   * Resolves to the body, or to undefined if it is larger than `MAX_BODY_SIZE`. It never does if the client disconnects
   * before the end: then it could not learn the outcome, so nothing must happen.
   */
  readBody(): Promise<Uint8Array | undefined>;
  /** The body piece by piece, however large it is. */
  pieces(): AsyncIterable<Uint8Array>;
}

export interface HttpResponse {
  /** Null resets the connection instead of sending a response. */
  status: number | null;
  headers: Record<string, string>;
  /**
   * An iterable is sent piece by piece, e.g. a state file. Its iterator's `return` is called at its end. It ends
   * early if the client disconnects or closes its half of the connection, and if the server closes.
   */
  body: string | Uint8Array | AsyncIterable<string>;
  /** Its abort ends the connection in the middle of such a body. */
  breaking?: AbortSignal;
  /** Why the request was rejected, for the log. Absent if it was not. */
  reasons?: string[];
  /** What is probably a mistake in the request, for a second line of the log. */
  warnings?: readonly string[] | undefined;
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
  log?: ResponseLog | undefined;
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

type Failure = readonly [status: number, message: string];

const NO_PROXY: Failure = [405, "This server is not a proxy."];
const NOT_HTTP: Failure = [400, "This is not an HTTP request."];
const protocolErrors: Record<string, Failure> = {
  HPE_HEADER_OVERFLOW: [431, "The headers are larger than 16 KiB."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive."],
};

class HttpServer {
  readonly #service: HttpService;
  readonly #server = createServer({ requireHostHeader: false, optimizeEmptyRequests: true });
  readonly #connections = new Map<Socket, Connection>();
  readonly #ready: (() => void)[] = [];
  #isClosing = false;

  constructor(service: HttpService) {
    this.#service = service;
    const accept: RequestListener = (request, response) =>
      this.#connections.get(request.socket)?.accept(response, isUpgrade(request));
    this.#server.on("request", accept);
    // An unknown expectation is ignored, like any other unknown header.
    this.#server.on("checkExpectation", accept);
    this.#server.on("connection", (socket) => this.#add(socket));
    this.#server.on("connect", ({ socket }) => this.#reject(socket, NO_PROXY));
    this.#server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket) =>
      this.#reject(socket as Socket, protocolErrors[code] ?? NOT_HTTP),
    );
    // A client may close its half of the connection after its request, and still gets the response.
    Object.assign(this.#server, { httpAllowHalfOpen: true });
  }

  listen(address: ListenAddress): Promise<string> {
    return openPort(this.#server, address);
  }

  #add(socket: Socket): void {
    const connection = new Connection(socket, (response) => this.#start(response, connection));
    this.#connections.set(socket, connection);
    socket.on("close", () => this.#connections.delete(socket));
  }

  #start(response: ServerResponse, connection: Connection): void {
    const { req: request } = response;
    // What the service leaves is read and dropped, so that the client gets the response.
    response.on("finish", () => request.resume());
    void this.#respond(response, connection);
  }

  /** Sends the error response for anything but a valid request, after all pending responses. */
  #reject(socket: Socket, [status, message]: Failure): void {
    const response = () => rawResponse(status, this.#service.errorResponse(status, message));
    void this.#connections.get(socket)?.endWith(response);
  }

  async #respond(response: ServerResponse, connection: Connection): Promise<void> {
    try {
      this.#send(response, connection, await this.#handle(response.req));
    } catch (error) {
      warnAbout(error);
      if (response.headersSent) return void response.destroy();
      const reply = this.#service.errorResponse(500, "Internal server error");
      this.#send(response, connection, reply);
    }
  }

  #handle(request: IncomingMessage): Promise<HttpResponse> {
    const { method = "", url: target = "", headers } = request;
    return this.#service.handle({
      method,
      target,
      headers: headers as ReceivedRequest["headers"],
      readBody: () => readBody(request),
      pieces: () => request.iterator({ destroyOnReturn: false }),
    });
  }

  #send(response: ServerResponse, connection: Connection, reply: HttpResponse): void {
    const { req: request } = response;
    const { status, body, breaking } = reply;
    // While the server is closing, a connection that stays open would delay it.
    if (isUpgrade(request) || (this.#isClosing && !connection.hasWaiting)) {
      connection.acceptsMore = false;
      response.setHeader("connection", "close");
    }
    if (status !== null) response.writeHead(status, { ...lengthOf(reply), ...reply.headers });
    this.#service.log?.(request, reply);
    if (status === null) request.socket.resetAndDestroy();
    else if (isStream(body))
      connection.stream(response, body, { isClosing: this.#isClosing, breaking });
    else this.#sendWithOthers(() => response.end(body));
  }

  /**
   * Sends the responses that are ready in the same turn of the event loop together: each may wake a
   * client, which then takes the processor from the requests that wait.
   */
  #sendWithOthers(send: () => void): void {
    if (this.#ready.push(send) > 1) return;
    setImmediate(() => {
      for (const each of this.#ready.splice(0)) each();
    });
  }

  drain(): void {
    this.#isClosing = true;
  }

  async close(): Promise<void> {
    this.drain();
    for (const { endStream } of this.#connections.values()) endStream?.();
    const { grace = 0 } = this.#service;
    // Node regards connections as idle until it has read their requests.
    if (grace > 0) for (let turn = 0; turn < TURNS_UNTIL_READ; turn++) await nextTurn();
    // Node would also end connections whose response is complete, but not yet sent. It ends all idle ones or none, so that
    // those stay open until the slowest reader has its response.
    const { closeIdleConnections } = this.#server;
    this.#server.closeIdleConnections = () => {};
    const closed = new Promise((resolve) => this.#server.close(resolve));
    void this.#whenSent().then(() => closeIdleConnections.call(this.#server));
    for (const socket of this.#connections.keys()) if (socket.writableFinished) socket.destroy();
    setTimeout(() => {
      for (const socket of this.#connections.keys()) socket.destroy();
    }, grace).unref();
    await closed;
  }

  /** Resolves when the system has taken all complete responses, however slowly clients read. */
  async #whenSent(): Promise<void> {
    for (;;) {
      const sending = [...this.#connections.values()].filter(({ isSending }) => isSending);
      if (sending.length === 0) return;
      await Promise.all(sending.map((connection) => connection.whenSent()));
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

function isStream(body: HttpResponse["body"]): body is AsyncIterable<string> {
  return typeof body === "object" && Symbol.asyncIterator in body;
}

/** A stream has no length: Node sends it in chunks. */
function lengthOf({ status, body }: HttpResponse): Record<string, number> | undefined {
  if (isStream(body) || status === 204 || status === 304) return undefined;
  return { "content-length": Buffer.byteLength(body) };
}

function rawResponse(status: number, { headers, body }: CompleteResponse): string {
  const all = { ...headers, "content-length": Buffer.byteLength(body), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n");
}
