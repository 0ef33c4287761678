import type { IncomingMessage } from "node:http";

/** The maximum size of a body in bytes. */
export const MAX_BODY_SIZE = 1_048_576;

/** How much of an oversized body is read and discarded: many clients send it all before they read. */
const MAX_DISCARDED = 32 * MAX_BODY_SIZE;

const EMPTY = Buffer.alloc(0);

/**
 * Reads the body of a request. Returns undefined if it is too large. It does not destroy the request,
 * since earlier responses may still be pending on the connection.
 * @throws {Error} if the client disconnects before the end.
 */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const { headers } = request;
  if (!headers["content-length"] && !headers["transfer-encoding"]) return EMPTY;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size <= MAX_BODY_SIZE) chunks.push(chunk);
    if (size > MAX_DISCARDED) break;
  }
  return size > MAX_BODY_SIZE ? undefined : Buffer.concat(chunks);
}
