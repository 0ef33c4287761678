import type { IncomingMessage } from "node:http";

/** How many bytes a body may have. */
export const MAX_BODY_SIZE = 1_048_576;

/** How much of a body that is too large is read all the same: senders listen when they have sent. */
const MAX_DISCARDED = 32 * MAX_BODY_SIZE;

const EMPTY = Buffer.alloc(0);

/**
 * Reads the body of a request; undefined where it is larger than it may be. The request is not
 * destroyed by this: answers to earlier requests may still have to go out over its connection.
 * @throws {Error} when the sender leaves before the end.
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
