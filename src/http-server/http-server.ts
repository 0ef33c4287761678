import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { AddressError, type ListenAddress } from "./listen-address.ts";
import { Connections } from "./open-connections.ts";
import { MAX_BODY_SIZE, readBody } from "./request-body.ts";

/** A request as it arrived, to its last byte. */
export interface ReceivedRequest {
  method: string;
  /** The path and the query; from a proxy the whole address. */
  target: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** What goes back. */
export interface HttpResponse {
  /** Null where the connection is cut instead. */
  status: number | null;
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** Why the request was refused, for the log; none where it was not. */
  reasons?: string[];
}

/** Told of every answer in one line. It may fail, and what it returns is of no interest. */
export type Log = (line: string) => unknown;

/** What a server does. */
export interface HttpService {
  handle(arrived: ReceivedRequest): Promise<HttpResponse>;
  /** The reply to what cannot be answered, such as bytes that are no request. */
  errorResponse(status: number, message: string): HttpResponse;
  /** As much of a request's target as may be logged. */
  loggableTarget?(target: string): string;
  log?: Log | undefined;
  /**
   * How long what has been accepted may take to end once the server is closed, in milliseconds.
   * @default 0
   */
  grace?: number;
}

/** A server that listens. */
export interface ListeningServer {
  url: string;
  /** Ends it, open connections included. */
  close(): Promise<void>;
}

/** In so many turns of the loop nobody may have called before connections count as idle. */
const QUIET_TURNS = 10;

/**
 * Serves at an address. Whatever a caller sends, and whenever it leaves, every request that has
 * arrived whole is answered, in the order of the requests, and the process goes on.
 */
export async function serve(
  address: ListenAddress,
  service: HttpService,
): Promise<ListeningServer> {
  const connections = new Connections();
  const refused = new WeakSet<Socket>();
  const log = withoutFailing(service.log);
  const { grace = 0 } = service;
  let isEnding = false;
  let calls = 0;

  const server = createServer({ requireHostHeader: false }, (request, response) => {
    // After the last answer of a connection nothing is done any more: nobody could be told of it.
    if (connections.isMarkedLast(request.socket)) return;
    calls += 1;
    if (isUpgrade(request)) connections.markLast(request.socket);
    // Whoever leaves in the middle of a request waits for no answer.
    connections.queue(request.socket, response, () =>
      respond(request, response).catch(() => response.destroy()),
    );
  });
  // Who has sent all of a request may close its half of the connection, and still gets an answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket: Socket) => connections.add(socket));
  server.on("clientError", (error, socket: Socket) => endWith(socket, protocolErrorOf(error)));
  server.on("connect", (_, socket: Socket) => endWith(socket, NO_TUNNEL));
  // An expectation that nobody knows is ignored, like all that nobody knows.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));

  const url = await listenOn(server, address);
  // Such as one that cannot be accepted for want of a free descriptor.
  server.on("error", ({ message }) => process.emitWarning(`A connection failed: ${message}`));
  return { url, close };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket, method = "", url: target = "" } = request;
    const reply = mayBeTruncated(request)
      ? service.errorResponse(400, "A request for an upgrade cannot have a chunked body.")
      : await replyToWhole(request);
    log(() => logLine(method, service.loggableTarget?.(target) ?? "", reply));
    if (reply.status === null) {
      socket.resetAndDestroy();
      return;
    }
    // What follows a body that is not read to its end cannot be read at all. And once the server is
    // being closed, a connection that stayed open would hold up the end.
    const isLast =
      !request.complete ||
      isUpgrade(request) ||
      (isEnding && connections.isLatest(socket, response));
    if (isLast) connections.markLast(socket);
    response.writeHead(reply.status, {
      ...(isLast && { connection: "close" }),
      ...(!WITHOUT_BODY.has(reply.status) && {
        "content-length": Buffer.byteLength(reply.body),
      }),
      ...reply.headers,
    });
    // A text is written in one piece with the headers, bytes are not.
    response.end(reply.body);
  }

  async function replyToWhole(request: IncomingMessage): Promise<HttpResponse> {
    const { method = "", url: target = "" } = request;
    const body = await readBody(request);
    if (!body) return tooLarge();
    return answer({ method, target, headers: request.headers as ReceivedRequest["headers"], body });
  }

  async function answer(arrived: ReceivedRequest): Promise<HttpResponse> {
    try {
      return await service.handle(arrived);
    } catch (error) {
      process.emitWarning(error as Error);
      return service.errorResponse(500, "Internal server error");
    }
  }

  function tooLarge(): HttpResponse {
    return service.errorResponse(413, `The body is larger than ${MAX_BODY_SIZE} bytes.`);
  }

  /** What does not come as a request gets an answer in the same form, after those that are owed. */
  async function endWith(socket: Socket, { status, message }: ProtocolError): Promise<void> {
    // Every further byte of what cannot be parsed is one more error.
    if (refused.has(socket)) return;
    refused.add(socket);
    connections.markLast(socket);
    // Node would end the connection after the answer that is under way.
    socket.removeAllListeners("end");
    await connections.answered(socket);
    connections.end(socket, rawResponse(status, service.errorResponse(status, message)));
  }

  async function close(): Promise<void> {
    isEnding = true;
    if (grace > 0) await untilQuiet();
    const closed = new Promise((resolve) => server.close(resolve));
    const late = setTimeout(() => connections.destroyAll(), grace);
    server.closeIdleConnections();
    connections.closeEnded();
    await closed;
    clearTimeout(late);
  }

  /**
   * Lets those be answered, for the last time, who have called while this process had other things to
   * do: their connections seem idle until it looks.
   */
  async function untilQuiet(): Promise<void> {
    const end = performance.now() + grace;
    let before = calls;
    for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < end; quiet++) {
      await setImmediate();
      if (calls > before) quiet = 0;
      before = calls;
    }
  }
}

/**
 * Whether the caller would speak another protocol from here on. It is answered in this one, and the
 * connection ends: of what follows in the same packet, Node loses all.
 */
function isUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined;
}

/** Whether the last chunk of a body may be in what Node loses: a request that never ends. */
function mayBeTruncated(request: IncomingMessage): boolean {
  return isUpgrade(request) && request.headers["transfer-encoding"] !== undefined;
}

/** Answers with these statuses end with their headers. */
const WITHOUT_BODY = new Set([204, 304]);

interface ProtocolError {
  status: number;
  message: string;
}

const NOT_HTTP: ProtocolError = { status: 400, message: "This is not an HTTP request." };
const NO_TUNNEL: ProtocolError = { status: 405, message: "This server is no proxy." };

const protocolErrors: Record<string, ProtocolError> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: "The headers are larger than 16 KiB." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "The request took too long to arrive." },
};

function protocolErrorOf({ code = "" }: NodeJS.ErrnoException): ProtocolError {
  return protocolErrors[code] ?? NOT_HTTP;
}

function rawResponse(status: number, { headers, body }: HttpResponse): string {
  const all = { ...headers, "content-length": Buffer.byteLength(body), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n");
}

/** Control characters are told by their numbers: a terminal would do something, and a line would end. */
function logLine(method: string, target: string, { status, reasons = [] }: HttpResponse): string {
  return [method, target, status ?? "-", reasons.join("; ")]
    .filter(Boolean)
    .join(" ")
    .replaceAll(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Calls a log so that its failure is told once, and keeps nobody from an answer. */
function withoutFailing(log: Log | undefined): (line: () => string) => void {
  let isTold = false;
  const tell = () => {
    if (isTold) return;
    isTold = true;
    process.emitWarning("The function that is given as the option log has failed.");
  };
  return (line) => {
    try {
      const returned = log?.(line());
      if (returned) Promise.resolve(returned).catch(tell);
    } catch {
      tell();
    }
  };
}

const listenErrors: Record<
  string,
  { option: keyof ListenAddress; tell: (address: ListenAddress) => string }
> = {
  EADDRINUSE: { option: "port", tell: ({ port, host }) => `port ${port} of ${host} is in use` },
  EACCES: { option: "port", tell: ({ port }) => `port ${port} is not for every user to listen on` },
  EADDRNOTAVAIL: { option: "host", tell: ({ host }) => `${host} is no address of this machine` },
  ENOTFOUND: { option: "host", tell: ({ host }) => `${host} is no address of this machine` },
};

/** What stands for all addresses of a machine is none that can be called; this machine's own can. */
const WILDCARD_ADDRESSES: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Opens a server at an address, gives its URL, or tells what is wrong with the address. */
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
  const host = WILDCARD_ADDRESSES[address.host] ?? address.host;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function toAddressError(error: NodeJS.ErrnoException, address: ListenAddress): Error {
  const problem = listenErrors[error.code ?? ""];
  return problem ? new AddressError(problem.tell(address), problem.option, error) : error;
}

/** Whether a text is a port to listen on; `0` is any that is free. */
export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) < 65_536;
}

/** Ends what runs on the first signal; a second one ends at once what the first has not yet. */
export function closeOnSignal(close: () => Promise<unknown>): void {
  let ending = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // With success all the same: npm sends a Ctrl-C on that the terminal has sent already.
      if (ending) process.exit(0);
      ending = true;
      void close();
    });
  }
}

/** Lets what runs go on when nobody reads any more what it prints, such as once `head` has enough. */
export function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
