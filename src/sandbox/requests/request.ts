/** An HTTP request, whose body waits to be read. */
export interface ApiRequest {
  method: string;
  path: string;
  /** Everything after the question mark. */
  query: string;
  headers: Record<string, string | undefined>;
  /** The body, or undefined if it is larger than `MAX_BODY_SIZE`. */
  readBody(): Promise<Uint8Array | undefined>;
  /** The body piece by piece, however large it is. */
  pieces(): AsyncIterable<Uint8Array>;
  /** The base URL of files in the response. */
  baseUrl(): string;
  /** The address of the page that shows the inspector, if one does. */
  inspectorUrl(): string | undefined;
  /** The company that waits for whoever sends the request: for its receiver to respond. */
  awaitedBy?: string | undefined;
}

/** What a request ends with: JSON, text or a file. */
export interface Reply {
  /** Null if the connection is cut without a response. */
  status: number | null;
  headers?: Record<string, string> | undefined;
  /** An iterable is sent piece by piece. Its `return` is called at its end. */
  body: string | Uint8Array | AsyncIterable<string>;
  /** Its abort breaks such a body off, whether or not it is read: the connection ends. */
  breaking?: AbortSignal;
  /** The value that the body is the JSON of. */
  json?: object;
  /** Why the request was rejected. */
  reasons?: string[];
}

/** A response, and what the log says of it. */
export interface HttpResponse extends Omit<Reply, "json"> {
  headers: Record<string, string>;
  /** What is probably a mistake in the request. */
  warnings?: readonly string[] | undefined;
  /** Whether the timeline has it, or nobody wants a line of it. */
  skipLog: boolean;
}
