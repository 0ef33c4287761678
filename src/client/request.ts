import type { OperationId } from "../../generated/client.ts";
import type { OperationRow } from "./operation.ts";
import type { CallOptions, Settings } from "./options.ts";

/** What a call is to send. */
export interface Input {
  id: OperationId;
  operation: OperationRow;
  /** The path parameters, in the order in which the operation names them. */
  path: unknown[];
  query?: object;
  body?: unknown;
  options: CallOptions;
}

/** A call written out: it can be sent as often as need be, whatever becomes of its input. */
export interface WrittenRequest {
  id: OperationId;
  operation: OperationRow;
  url: string;
  headers: Headers;
  body: string | null;
}

/** Writes a call out, or throws a TypeError at what cannot be sent. */
export function writeRequest(input: Input, settings: Settings): WrittenRequest {
  const { id, operation, body } = input;
  return {
    id,
    operation,
    url: settings.baseUrl + writePath(input) + writeQuery(input),
    headers: writeHeaders(input, settings),
    body: body === undefined ? null : JSON.stringify(body),
  };
}

/**
 * Puts the path parameters in. What is refused is not shown: it may be a key or a card number in the
 * wrong place.
 */
function writePath({ id, operation, path }: Input): string {
  let place = 0;
  return operation.path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = path[place++];
    if (typeof value === "string" && !unfitForPath.test(value)) return encodeURIComponent(value);
    throw new TypeError(
      `${id}: ${name} must be a text without "/" or "\\", and not empty, "." or ".."`,
    );
  });
}

/** `.` and `..` climb in a path, and encoding leaves them as they are; half a character it refuses. */
const unfitForPath = /^\.{0,2}$|[/\\\p{Surrogate}]/u;

/** Writes a query out; a lone surrogate cannot be written into an address. */
function writeQuery({ id, query = {} }: Input): string {
  const given = Object.entries(query).filter(([, value]) => value != null);
  for (const [name, value] of given) {
    if (loneSurrogate.test(value)) throw new TypeError(`${id}: ${name} holds half a character`);
  }
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}

const loneSurrogate = /\p{Surrogate}/u;

/** The closer to the call a header was given, the more it counts, whatever the case of its name. */
function writeHeaders({ id, operation, body, options }: Input, settings: Settings) {
  const headers = new Headers({ "User-Agent": settings.userAgent, Accept: "application/json" });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  for (const given of [settings.headers, options.headers ?? {}]) {
    for (const [name, value] of Object.entries(given)) setHeader(id, headers, name, value);
  }
  for (const [option, header] of Object.entries(operation.headers ?? {})) {
    const value = (options as Record<string, unknown>)[option];
    // Sent empty, it could run the operation for the main account instead.
    if (value === "") throw new TypeError(`${id}: ${option} must not be empty`);
    if (value !== undefined) setHeader(id, headers, header, `${value}`);
  }
  return headers;
}

/** The platform's own error would quote the value, which may be a key. */
function setHeader(id: OperationId, headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new TypeError(`${id}: a header's name or value has characters that no header can have`);
  }
}
