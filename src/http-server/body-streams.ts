import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { warnAbout } from "./describe-error.ts";

/** Sends bodies that arrive in pieces, and ends them early when nobody can or may receive the rest. */
export class BodyStreams {
  /** Ends the stream of a connection early. */
  readonly #open = new Map<Socket, () => void>();
  #isClosing = false;

  /**
   * Sends the headers at once, and each piece as soon as the connection has room for it. If the stream
   * ends early, it calls the iterator's `return` at once, even while the next piece is pending.
   * @throws whatever the iterable throws.
   */
  async send(response: ServerResponse, pieces: AsyncIterable<string>): Promise<void> {
    const { socket } = response.req;
    const iterator = pieces[Symbol.asyncIterator]();
    let hasEnded = false;
    const end = () => {
      hasEnded = true;
      this.#open.delete(socket);
      socket.off("end", disconnect);
      response.off("close", endEarly);
    };
    const endEarly = () => {
      end();
      free(iterator);
      response.end();
    };
    const disconnect = () => response.destroy();
    this.#open.set(socket, endEarly);
    response.on("close", endEarly);
    // A client that disconnects looks like one that closes its half only, until the next write fails.
    socket.on("end", disconnect);
    response.flushHeaders();
    if (socket.readableEnded) disconnect();
    if (response.closed || this.#isClosing) endEarly();
    try {
      while (!hasEnded) {
        const { done, value } = await iterator.next();
        if (hasEnded) return;
        if (done) {
          end();
          response.end();
        } else if (!response.write(value)) await drained(response);
      }
    } catch (error) {
      // An owner may well let the pending piece fail when the stream ends early.
      if (hasEnded) return;
      end();
      throw error;
    }
  }

  /** Ends the stream of a connection early, if it has one. */
  endOn(socket: Socket): void {
    this.#open.get(socket)?.();
  }

  /**
   * Ends all streams early, and those that begin later at their start. Node regards a connection as idle
   * from then on, even if its client is slow to read, so closing the idle connections closes it too.
   */
  close(): void {
    this.#isClosing = true;
    for (const endEarly of this.#open.values()) endEarly();
  }
}

/** Does not wait: `return` of a generator is pending until its next piece is there. */
async function free(iterator: AsyncIterator<string>): Promise<void> {
  try {
    await iterator.return?.();
  } catch (error) {
    warnAbout(error);
  }
}

/** Never settles if the connection ends first. Then nothing is left to send. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once("drain", resolve));
}
