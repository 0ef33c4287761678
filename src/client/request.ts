import { createFinalURL, createQuerySerializer, defaultPathSerializer } from "openapi-fetch";
import { type OperationId, operations } from "../../generated/client.ts";
import type { Operation } from "./operation.ts";
import type { CallOptions, Settings } from "./options.ts";
import { findSecrets } from "./redact.ts";

/** What a call is to send. */
export interface Input {
  id: OperationId;
  /** The path parameters, in the order in which the operation names them. */
  path: unknown[];
  query?: object;
  body?: unknown;
  options: CallOptions;
}

/** A call written out: it can be sent as often as need be, whatever becomes of its input. */
export interface WrittenRequest {
  id: OperationId;
  url: string;
  method: string;
  headers: Headers;
  body: string | null;
  /** What the body and the client's keys hold that may not be shown. */
  secrets: readonly string[];
}

const querySerializer = createQuerySerializer<object>();

/** Writes a call out, or throws a TypeError at what cannot be sent. */
export function writeRequest(input: Input, settings: Settings): WrittenRequest {
  const { id, query = {}, body } = input;
  const operation = operations[id];
  checkQuery(id, query);
  return {
    id,
    url: createFinalURL(operation.path, {
      baseUrl: settings.baseUrl,
      params: { path: readPath(operation, input), query: { ...query } },
      querySerializer,
      pathSerializer: defaultPathSerializer,
    }),
    method: operation.method,
    headers: writeHeaders(operation, input, settings),
    body: body === undefined ? null : JSON.stringify(body),
    secrets: [settings.publicKey, settings.privateKey, ...findSecrets(body)],
  };
}

/** Names the path parameters; one that would change the path is refused. */
function readPath({ parameters }: Operation, { id, path }: Input): Record<string, unknown> {
  return Object.fromEntries(
    parameters.map((name, place) => {
      const value = path[place];
      if (typeof value === "string" && isPathSegment(value)) return [name, value];
      throw new TypeError(
        `${id}: ${name} must be an id without a slash, not ${JSON.stringify(value) ?? value}`,
      );
    }),
  );
}

/** `.` and `..` climb in a path, and encoding leaves them as they are. */
function isPathSegment(value: string): boolean {
  return value !== "" && !/^\.{1,2}$|[/\\]/.test(value) && !loneSurrogate.test(value);
}

/** Checks that a query can be written into an address: a lone surrogate cannot. */
function checkQuery(id: OperationId, query: object): void {
  for (const [name, value] of Object.entries(query)) {
    if (loneSurrogate.test(String(value))) {
      throw new TypeError(`${id}: ${name} holds half a character, which no address can carry`);
    }
  }
}

const loneSurrogate = /\p{Surrogate}/u;

/** The closer to the call a header was given, the more it counts, whatever the case of its name. */
function writeHeaders(operation: Operation, { id, body, options }: Input, settings: Settings) {
  const headers = new Headers({ "User-Agent": settings.userAgent, Accept: "application/json" });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  for (const given of [settings.headers, options.headers ?? {}]) {
    for (const [name, value] of Object.entries(given)) headers.set(name, value);
  }
  for (const [option, header] of Object.entries(operation.headers ?? {})) {
    const value = (options as Record<string, unknown>)[option];
    // Sent empty, it could run the operation for the main account instead.
    if (value === "") throw new TypeError(`${id}: ${option} must be an id, not ""`);
    if (value !== undefined) headers.set(header, `${value}`);
  }
  return headers;
}
