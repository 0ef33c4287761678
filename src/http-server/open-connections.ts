import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How long a caller may take to close a connection that has ended for the server, in milliseconds. */
const MAX_LINGER = 2_000;

/** The connections of a server, each with the answers that it still waits for. */
export class Connections {
  readonly #open = new Set<Socket>();
  /** In the order of the requests, which is that of the answers. */
  readonly #owed = new WeakMap<Socket, Map<ServerResponse, () => unknown>>();
  readonly #last = new WeakSet<Socket>();

  add(socket: Socket): void {
    this.#open.add(socket);
    this.#owed.set(socket, new Map());
    socket.once("close", () => this.#open.delete(socket));
    // Node takes its own listener off a socket that asks for a tunnel, and an error without one ends
    // the process. That the connection is gone shows in its close.
    socket.on("error", () => {});
    // Node resumes a socket by itself, such as after each answer.
    socket.on("resume", () => this.#pauseIfQueued(socket));
  }

  /**
   * Begins a request when all answers before its own are sent. Until then nothing more is read from its
   * connection: whoever sends requests and reads no answers must not fill the memory with either.
   */
  queue(socket: Socket, response: ServerResponse, begin: () => unknown): void {
    const owed = this.#owedTo(socket);
    owed.set(response, begin);
    response.once("close", () => {
      owed.delete(response);
      this.#beginNext(socket);
    });
    if (owed.size === 1) begin();
    this.#pauseIfQueued(socket);
  }

  #beginNext(socket: Socket): void {
    const [begin] = this.#owedTo(socket).values();
    // Of a connection that is gone, nobody could be told what was done.
    if (!begin || socket.destroyed) return;
    begin();
    if (this.#owedTo(socket).size === 1) socket.resume();
  }

  #pauseIfQueued(socket: Socket): void {
    if (this.#owedTo(socket).size > 1) socket.pause();
  }

  #owedTo(socket: Socket): Map<ServerResponse, () => unknown> {
    return this.#owed.get(socket) ?? new Map();
  }

  /** Whether no other request has come after that of this answer. */
  isLatest(socket: Socket, response: ServerResponse): boolean {
    return [...this.#owedTo(socket).keys()].at(-1) === response;
  }

  /** Resolves when the answers to all whole requests are sent, or cannot be. */
  async answered(socket: Socket): Promise<void> {
    const latest = [...this.#owedTo(socket).keys()].findLast(({ req }) => req.complete);
    if (!latest || latest.closed || socket.destroyed) return;
    await new Promise<void>((resolve) => {
      latest.once("close", resolve);
      socket.once("close", resolve);
    });
  }

  /** Notes that nothing more is taken over a connection: what is being sent now is the last answer. */
  markLast(socket: Socket): void {
    this.#last.add(socket);
  }

  isMarkedLast(socket: Socket): boolean {
    return this.#last.has(socket);
  }

  /** Ends a connection with some last bytes, whatever its caller does from here on. */
  end(socket: Socket, bytes: string): void {
    if (socket.writable) socket.end(bytes);
    // What still comes is read: a connection that closes on unread bytes is reset, answer and all.
    socket.resume();
    const late = setTimeout(() => socket.destroy(), MAX_LINGER).unref();
    socket.once("close", () => clearTimeout(late));
  }

  /** Leaves those that have had their last bytes, and whose callers have not closed them yet. */
  closeEnded(): void {
    for (const socket of this.#open) if (socket.writableFinished) socket.destroy();
  }

  destroyAll(): void {
    for (const socket of this.#open) socket.destroy();
  }
}
