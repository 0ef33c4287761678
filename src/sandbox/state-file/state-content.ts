import { readStream } from "../runtime/read-stream.ts";
import type { Timers } from "../runtime/timers.ts";

/** The content of a state file: its text, or its bytes piece by piece. */
export type StateContent = string | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;

/** The bytes of a state file, piece by piece. */
export async function* piecesOf(
  content: StateContent,
  timers: Pick<Timers, "nextTurn">,
): AsyncIterable<Uint8Array> {
  if (typeof content === "string") yield new TextEncoder().encode(content);
  else if ("getReader" in content) yield* readStream(content, timers);
  else yield* content;
}
