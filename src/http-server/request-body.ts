import type { IncomingMessage } from "node:http";

/** The maximum size of a body in bytes. */
export const MAX_BODY_SIZE = 1_048_576;

/** How much of an oversized body is read and discarded: many clients send it all before they read. */
const MAX_DISCARDED = 32 * MAX_BODY_SIZE;

export const EMPTY_BODY = Buffer.alloc(0);

/** Whether a request announces a body. Any other is complete without reading. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return Boolean(headers["content-length"] || headers["transfer-encoding"]);
}

/**
 * Reads the body of a request. Resolves to undefined if it is too large. It does not destroy the
 * request, since earlier responses may still be pending on the connection. It listens to events, since
 * iterating over the request would take more processor time than the rest of this server.
 * @throws {Error} if the client disconnects before the end.
 */
export function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_SIZE) chunks.push(chunk);
      if (size <= MAX_DISCARDED) return;
      request.pause();
      resolve(undefined);
    });
    request.on("end", () => resolve(size > MAX_BODY_SIZE ? undefined : joined(chunks)));
    request.on("error", reject);
  });
}

function joined(chunks: Buffer[]): Buffer {
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}
