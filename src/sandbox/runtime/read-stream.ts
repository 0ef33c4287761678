/** The pieces of a stream, which breaks off when a signal aborts. Not every browser iterates over one. */
export async function* readStream(
  stream: ReadableStream<Uint8Array>,
  breaking?: AbortSignal,
): AsyncIterable<Uint8Array> {
  const reader = stream.getReader();
  // Not awaited: it is the caller's, and may take any time.
  const cancel = () => void reader.cancel().catch(() => {});
  breaking?.addEventListener("abort", cancel);
  try {
    for (;;) {
      const { value, done } = await reader.read();
      breaking?.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    cancel();
  }
}
