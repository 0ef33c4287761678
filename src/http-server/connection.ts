import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { warnAbout } from "./warn-about.ts";

/** How long a client may take to close a connection that the server has ended, in milliseconds. */
const MAX_LINGER = 2_000;

/** An open connection with its pending responses. */
export class Connection {
  readonly #socket: Socket;
  readonly #start: (response: ServerResponse) => void;
  /** In the order of the requests, which is also the order of the responses. */
  readonly #pending: ServerResponse[] = [];
  acceptsMore = true;
  #isEnding = false;
  #isStreaming = false;
  /** Ends the stream that is being sent early. */
  endStream: (() => void) | undefined;

  constructor(socket: Socket, start: (response: ServerResponse) => void) {
    this.#socket = socket;
    this.#start = start;
    // Node itself resumes a socket at times, e.g. after each response.
    socket.on("resume", () => this.#pauseIfWaiting());
    // A client that disconnects looks like one that closes its half only, until the next write fails.
    socket.on("end", () => this.endStream?.());
  }

  /**
   * Starts a request once all earlier responses are sent. Until then, the connection is not read: a
   * client that sends requests without reading the responses must not fill the memory. A request behind
   * the last response of a connection cannot get one, so it does not take effect.
   */
  accept(response: ServerResponse, isLast: boolean): void {
    if (!this.acceptsMore) return;
    this.acceptsMore = !isLast;
    this.#pending.push(response);
    response.on("close", this.#startNext);
    if (this.#pending.length === 1) this.#start(response);
    else this.#pauseIfWaiting();
  }

  readonly #startNext = (): void => {
    this.#pending.shift();
    const [next] = this.#pending;
    // If the connection is gone, the client could not learn the outcome, so nothing must happen.
    if (!next || this.#socket.destroyed) return;
    this.#start(next);
    if (!this.hasWaiting) this.#socket.resume();
  };

  /** Whether requests wait behind the one in progress. */
  get hasWaiting(): boolean {
    return this.#pending.length > 1;
  }

  /**
   * Whether the response in progress is complete, but not yet sent. A stream does not count: what a client has not read
   * when it is ended early would never end.
   */
  get isSending(): boolean {
    return this.#pending[0]?.writableEnded === true && !this.#isStreaming;
  }

  /** Resolves when the response in progress is sent, or its connection has ended. */
  async whenSent(): Promise<void> {
    const [current] = this.#pending;
    if (current) await new Promise((resolve) => current.once("close", resolve));
  }

  #pauseIfWaiting(): void {
    if (this.hasWaiting) this.#socket.pause();
  }

  /**
   * Sends each piece of a body as soon as the connection has room for it. If the stream ends early, it calls
   * the iterator's `return` at once, even while the next piece is pending.
   */
  stream(
    response: ServerResponse,
    pieces: AsyncIterable<string>,
    { isClosing, breaking }: { isClosing: boolean; breaking: AbortSignal | undefined },
  ): void {
    const source = Readable.from(pieces, breaking && { signal: breaking });
    const end = () => {
      this.endStream = undefined;
      source.destroy();
      response.end();
    };
    this.endStream = end;
    this.#isStreaming = true;
    response.on("close", () => {
      end();
      this.#isStreaming = false;
    });
    source.on("error", (error) => {
      if (!breaking?.aborted) warnAbout(error);
      response.destroy();
    });
    response.flushHeaders();
    source.pipe(response);
    const { readableEnded, destroyed } = this.#socket;
    if (isClosing || this.#isEnding || readableEnded || destroyed) end();
  }

  /**
   * Sends the last bytes once the responses to all complete requests have been sent, and ends the
   * connection, whatever the client does then. A stream ends early, since its client may read at any pace.
   */
  async endWith(bytes: () => string): Promise<void> {
    const socket = this.#socket;
    // The parser emits one more error for every further chunk.
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.acceptsMore = false;
    this.endStream?.();
    // Otherwise Node would end the connection after the response that is being sent.
    socket.removeAllListeners("end");
    // Node removes its own error listener for a CONNECT request. The close event reports the end anyway.
    socket.on("error", () => {});
    const latest = this.#pending.findLast(({ req }) => req.complete);
    if (latest) await new Promise((resolve) => latest.once("close", resolve));
    if (socket.writable) socket.end(bytes());
    // Keeps reading: closing a socket with unread bytes resets it, and the client may lose the response.
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), MAX_LINGER).unref();
    socket.once("close", () => clearTimeout(timer));
  }
}
