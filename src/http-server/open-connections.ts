import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How long a client may take to close a connection that the server has ended, in milliseconds. */
const MAX_LINGER = 2_000;

/** Starts the request of a response. */
type Start = (response: ServerResponse, connection: Connection) => unknown;

/** An open connection with its pending responses. */
export class Connection {
  readonly #socket: Socket;
  readonly #start: Start;
  /** In the order of the requests, which is also the order of the responses. */
  readonly #pending: ServerResponse[] = [];
  /** Whether no further request of the connection is accepted. */
  isMarkedLast = false;

  constructor(socket: Socket, start: Start) {
    this.#socket = socket;
    this.#start = start;
    // Node removes its own error listener for a CONNECT request, and an unhandled error ends the
    // process. The close event reports the end of the connection anyway.
    socket.on("error", () => {});
    // Node itself resumes a socket at times, e.g. after each response.
    socket.on("resume", () => this.#pauseIfQueued());
  }

  /**
   * Starts a request once all earlier responses are sent. Until then, the connection is not read: a
   * client that sends requests without reading the responses must not fill the memory.
   */
  queue(response: ServerResponse): void {
    this.#pending.push(response);
    response.on("close", () => this.#remove(response));
    if (this.#pending.length === 1) this.#start(response, this);
    else this.#pauseIfQueued();
  }

  #remove(response: ServerResponse): void {
    this.#pending.splice(this.#pending.indexOf(response), 1);
    const [next] = this.#pending;
    // If the connection is gone, the client could not learn the outcome, so nothing must happen.
    if (!next || this.#socket.destroyed) return;
    this.#start(next, this);
    if (this.#pending.length === 1) this.#socket.resume();
  }

  #pauseIfQueued(): void {
    if (this.#pending.length > 1) this.#socket.pause();
  }

  /** Whether this is the response to the latest request of the connection. */
  isLatest(response: ServerResponse): boolean {
    return this.#pending.at(-1) === response;
  }

  /** Resolves when the responses to all complete requests have been sent, or the connection is gone. */
  async responsesSent(): Promise<void> {
    const latest = this.#pending.findLast(({ req }) => req.complete);
    if (!latest || latest.closed || this.#socket.destroyed) return;
    await new Promise<void>((resolve) => {
      latest.once("close", resolve);
      this.#socket.once("close", resolve);
    });
  }

  /** Sends the last bytes and ends the connection, whatever the client does then. */
  end(bytes: string): void {
    const socket = this.#socket;
    if (socket.writable) socket.end(bytes);
    // Keeps reading: closing a socket with unread bytes resets it, and the client may lose the response.
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), MAX_LINGER).unref();
    socket.once("close", () => clearTimeout(timer));
  }
}

/** The open connections of a server. */
export class Connections {
  readonly #open = new Set<Socket>();
  readonly #bySocket = new WeakMap<Socket, Connection>();
  readonly #start: Start;

  constructor(start: Start) {
    this.#start = start;
  }

  add(socket: Socket): void {
    this.#open.add(socket);
    this.#bySocket.set(socket, new Connection(socket, this.#start));
    socket.once("close", () => this.#open.delete(socket));
  }

  of(socket: Socket): Connection {
    return this.#bySocket.get(socket) as Connection;
  }

  /** Closes the connections that the server has ended but whose clients have not closed them yet. */
  closeEnded(): void {
    for (const socket of this.#open) if (socket.writableFinished) socket.destroy();
  }

  destroyAll(): void {
    for (const socket of this.#open) socket.destroy();
  }
}
