/** What a sandbox answers. */
export interface HttpResponse {
  /** Null if the connection is cut without a response. */
  status: number | null;
  headers: Record<string, string>;
  /** An iterable is sent piece by piece. Its `return` is called at its end. */
  body: string | Uint8Array | AsyncIterable<string>;
  /** Why the request was rejected, for the log. Absent if it was not. */
  reasons?: string[];
  /** What is probably a mistake in the request, for a second line of the log. */
  warnings?: readonly string[];
  /** Whether the sandbox logs the response itself, or wants no line. */
  skipLog?: boolean;
}
