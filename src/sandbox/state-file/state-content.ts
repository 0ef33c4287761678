/** The content of a state file: its text, or its bytes piece by piece. */
export type StateContent = string | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

/** The bytes of a state file, piece by piece. */
export async function* piecesOf(content: StateContent): AsyncIterable<Uint8Array> {
  if (typeof content === "string") yield new TextEncoder().encode(content);
  else if ("getReader" in content) yield* readAll(content.getReader());
  else yield* content;
}

/** Not every browser iterates over a stream. */
async function* readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncIterable<Uint8Array> {
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
