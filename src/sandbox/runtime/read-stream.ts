/** The pieces of a stream, which breaks off when a signal aborts. Not every browser iterates over one. */
export async function* readStream(
  stream: ReadableStream<Uint8Array>,
  breaking?: AbortSignal,
): AsyncIterable<Uint8Array> {
  const reader = stream.getReader();
  const broken = breaking && abortOf(breaking);
  try {
    for (;;) {
      const { value, done } = await Promise.race([reader.read(), ...(broken ? [broken] : [])]);
      if (done) return;
      yield value;
    }
  } finally {
    // Not awaited: it is the caller's, and may take any time.
    reader.cancel().catch(() => {});
  }
}

/** Rejects when a signal aborts, which whoever is waited for may not notice. */
export function abortOf(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
  });
  aborted.catch(() => {});
  return aborted;
}
