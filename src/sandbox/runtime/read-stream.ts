import type { Timers } from "./timers.ts";

/** The pieces that are read before other work gets a turn. */
const PIECES_IN_TURN = 1000;

/** The pieces of a stream, which breaks off when a signal aborts. Not every browser iterates over one. */
export async function* readStream(
  stream: ReadableStream<Uint8Array>,
  { nextTurn }: Pick<Timers, "nextTurn">,
  breaking?: AbortSignal,
): AsyncIterable<Uint8Array> {
  const reader = stream.getReader();
  // Ends a read at once. Not awaited: it is the caller's, and may take any time.
  const cancel = () => void reader.cancel().catch(() => {});
  breaking?.addEventListener("abort", cancel);
  try {
    breaking?.throwIfAborted();
    for (let count = 1; ; count++) {
      const { value, done } = await reader.read();
      breaking?.throwIfAborted();
      if (done) return;
      if (!isBytes(value)) throw new TypeError("A piece of the body is no Uint8Array.");
      // A stream whose pieces are there already never ends a turn by itself.
      if (count % PIECES_IN_TURN === 0) await nextTurn();
      if (value.length > 0) yield value;
    }
  } finally {
    breaking?.removeEventListener("abort", cancel);
    cancel();
  }
}

/** Also those of another realm, e.g. of a test's page. */
function isBytes(value: unknown): boolean {
  return Object.prototype.toString.call(value) === "[object Uint8Array]";
}
