import type { IncomingMessage } from "node:http";

/** The maximum size of a body in bytes. */
export const MAX_BODY_SIZE = 1_048_576;

export const EMPTY_BODY = Buffer.alloc(0);

/**
 * Reads the body of a request, and calls back with undefined if it is too large. Such a body is read to its
 * end, since many clients send it all before they read, and further requests may follow. Does not call back
 * if the client disconnects before the end. It listens to events, since iterating over the request would take
 * more processor time than the rest of this server.
 */
export function readBody(
  request: IncomingMessage,
  callback: (body: Buffer | undefined) => void,
): void {
  const { headers } = request;
  if (!headers["content-length"] && !headers["transfer-encoding"]) {
    callback(EMPTY_BODY);
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BODY_SIZE) chunks.push(chunk);
  });
  request.on("end", () => callback(size <= MAX_BODY_SIZE ? joined(chunks) : undefined));
}

function joined(chunks: Buffer[]): Buffer {
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}
