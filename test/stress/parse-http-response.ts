/** A response as it was received over a connection. */
export interface WireResponse {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
}

/**
 * The first response in some bytes, and what follows it. Undefined if it is not complete yet.
 * @throws {Error} if it is not a response, or does not give its length.
 */
export function takeResponse(bytes: Buffer): { response: WireResponse; rest: Buffer } | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const [first = "", ...lines] = head.split("\r\n");
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(first) ?? [];
  if (!status) throw new Error(`This is no answer: ${JSON.stringify(head)}`);
  const headers = lines.map(headerIn);
  const size = isInterim(status) ? 0 : Number(new Map(headers).get("content-length"));
  if (Number.isNaN(size)) throw new Error(`An answer that does not say how long it is: ${head}`);
  const start = end + 4;
  if (bytes.length < start + size) return undefined;
  const body = bytes.subarray(start, start + size);
  return {
    response: { status: Number(status), headers, body },
    rest: bytes.subarray(start + size),
  };
}

/** To go on is what a sender is asked that has asked first. */
function isInterim(status: string): boolean {
  return status.startsWith("1");
}

function headerIn(line: string): [name: string, value: string] {
  const at = line.indexOf(": ");
  return [line.slice(0, at).toLowerCase(), line.slice(at + 2)];
}
