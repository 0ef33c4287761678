import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How long a client may take to close a connection that the server has ended, in milliseconds. */
const MAX_LINGER = 2_000;

/** The open connections of a server, each with its pending responses. */
export class Connections {
  readonly #open = new Set<Socket>();
  /** In the order of the requests, which is also the order of the responses. */
  readonly #pending = new WeakMap<Socket, Map<ServerResponse, () => unknown>>();
  readonly #last = new WeakSet<Socket>();

  add(socket: Socket): void {
    this.#open.add(socket);
    this.#pending.set(socket, new Map());
    socket.once("close", () => this.#open.delete(socket));
    // Node removes its own error listener for a CONNECT request, and an unhandled error ends the
    // process. The close event reports the end of the connection anyway.
    socket.on("error", () => {});
    // Node itself resumes a socket at times, e.g. after each response.
    socket.on("resume", () => this.#pauseIfQueued(socket));
  }

  /**
   * Starts a request once all earlier responses are sent. Until then, the connection is not read: a
   * client that sends requests without reading the responses must not fill the memory.
   */
  queue(socket: Socket, response: ServerResponse, start: () => unknown): void {
    const pending = this.#pendingOn(socket);
    pending.set(response, start);
    response.once("close", () => {
      pending.delete(response);
      this.#startNext(socket);
    });
    if (pending.size === 1) start();
    this.#pauseIfQueued(socket);
  }

  #startNext(socket: Socket): void {
    const [start] = this.#pendingOn(socket).values();
    // If the connection is gone, the client could not learn the outcome, so nothing must happen.
    if (!start || socket.destroyed) return;
    start();
    if (this.#pendingOn(socket).size === 1) socket.resume();
  }

  #pauseIfQueued(socket: Socket): void {
    if (this.#pendingOn(socket).size > 1) socket.pause();
  }

  #pendingOn(socket: Socket): Map<ServerResponse, () => unknown> {
    return this.#pending.get(socket) ?? new Map();
  }

  /** Whether this is the response to the latest request of the connection. */
  isLatest(socket: Socket, response: ServerResponse): boolean {
    return [...this.#pendingOn(socket).keys()].at(-1) === response;
  }

  /** Resolves when the responses to all complete requests have been sent, or the connection is gone. */
  async responsesSent(socket: Socket): Promise<void> {
    const latest = [...this.#pendingOn(socket).keys()].findLast(({ req }) => req.complete);
    if (!latest || latest.closed || socket.destroyed) return;
    await new Promise<void>((resolve) => {
      latest.once("close", resolve);
      socket.once("close", resolve);
    });
  }

  /** Marks the current response as the last one. No further request of the connection is accepted. */
  markLast(socket: Socket): void {
    this.#last.add(socket);
  }

  isMarkedLast(socket: Socket): boolean {
    return this.#last.has(socket);
  }

  /** Sends the last bytes and ends the connection, whatever the client does then. */
  end(socket: Socket, bytes: string): void {
    if (socket.writable) socket.end(bytes);
    // Keeps reading: closing a socket with unread bytes resets it, and the client may lose the response.
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), MAX_LINGER).unref();
    socket.once("close", () => clearTimeout(timer));
  }

  /** Closes the connections that the server has ended but whose clients have not closed them yet. */
  closeEnded(): void {
    for (const socket of this.#open) if (socket.writableFinished) socket.destroy();
  }

  destroyAll(): void {
    for (const socket of this.#open) socket.destroy();
  }
}
