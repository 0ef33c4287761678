import type { SerializedBody } from "./send-once.ts";
import type { OutgoingRequest } from "./send-with-retries.ts";

/** Reads the body of a platform's `Request`, so that it can be sent more than once. */
export function readBody(request: OutgoingRequest): SerializedBody | Promise<SerializedBody> {
  const { body } = request;
  // On some platforms, the `body` of a `Request` is always undefined.
  if (body === null || !request.arrayBuffer) return body as string;
  return request.arrayBuffer().then((bytes) => (bytes.byteLength > 0 ? bytes : null));
}
