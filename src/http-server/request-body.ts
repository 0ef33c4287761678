import type { IncomingMessage } from "node:http";
import { ByteBuffer } from "../byte-buffer.ts";
import { MAX_BODY_SIZE } from "../contract/validation-limits.ts";

const EMPTY_BODY = new Uint8Array();

/**
 * Reads the body of a request. Resolves to undefined if it is too large: it is read to its end all the same, since many
 * clients send it all before they read, and further requests may follow. It listens to events, since iterating over the
 * request would take more processor time than the rest of this server.
 */
export function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const { headers } = request;
  if (!headers["content-length"] && !headers["transfer-encoding"])
    return Promise.resolve(EMPTY_BODY);
  return new Promise((resolve) => {
    const body = new ByteBuffer();
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_SIZE) body.append(chunk);
    });
    request.on("end", () => resolve(size <= MAX_BODY_SIZE ? body.take() : undefined));
  });
}
