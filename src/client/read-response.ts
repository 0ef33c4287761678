import type { ErrorEnvelope } from "../../generated/types.ts";
import {
  type RequestLabel,
  type ResponseError,
  ServiceError,
  UnexpectedResponseError,
} from "./errors.ts";
import { isObjectOrArray, parseJson } from "./parse-json.ts";
import { REDACTED, type Redact } from "./redact.ts";

/** A response whose body has been read. */
export interface ReadResponse extends ResponseText {
  label: RequestLabel;
  response: Response;
  /** Redacts the secrets of the request, in addition to everything that is always redacted. */
  redact: Redact;
}

/** The envelope of every success. */
export interface Envelope {
  data: unknown;
}

/** The text of a response, up to the size limit. */
interface ResponseText {
  text: string;
  /** The limit in bytes, if the response exceeds it. */
  exceeds?: number;
}

/**
 * The maximum number of characters in an error response, and the number of characters that are redacted
 * in order to show a response. Redaction is far slower than reading, and a few compressed bytes can
 * become megabytes.
 */
const MAX_ERROR_LENGTH = 65_536;

/** Reads a response up to a limit in bytes, counted after decompression. */
export async function readText(response: Response, limit: number): Promise<ResponseText> {
  // Some platforms do not support streams.
  if (!response.body) return { text: await response.text() };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode() };
    size += value.length;
    if (size > limit) {
      // This drops the connection. Whether that succeeds does not change the result.
      reader.cancel().catch(() => {});
      return { text, exceeds: limit };
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Returns the success envelope of a response, or throws the error that the response amounts to. Only
 * this function and {@link readError} parse the body.
 */
export function readEnvelope(result: ReadResponse, isList: boolean): Envelope {
  const body = bodyOf(result);
  if (result.response.ok && isSuccess(result.label, body, isList)) return body;
  throw readError(result, body);
}

function bodyOf(result: ReadResponse): unknown {
  return excessOf(result) ? undefined : parseJson(result.text);
}

/** Says in which way a response is too large. */
function excessOf({ response, text, exceeds }: ReadResponse): string | undefined {
  if (exceeds) return `is larger than ${exceeds} bytes (maxResponseSize)`;
  return !response.ok && text.length > MAX_ERROR_LENGTH
    ? `is an error of more than ${MAX_ERROR_LENGTH} characters`
    : undefined;
}

/**
 * Creates a `Response` with an unread body, as `fetch` would return it. Errors are often logged, so
 * the secrets in an error response are redacted.
 * @throws {UnexpectedResponseError} if the response is too large.
 */
export function toResponse(result: ReadResponse): Response {
  const { response, text, redact } = result;
  if (excessOf(result)) throw readError(result);
  const { ok, status, headers, url } = response;
  // For a redirect, browsers return an opaque response. Its status 0 is invalid for a new Response.
  if (status === 0) return response;
  const copy = ok
    ? new Response(text || null, response)
    : new Response(redact(text) || null, { status, headers: redactHeaders(headers, redact) });
  // The constructor cannot set the URL, and tools show it.
  return Object.defineProperty(copy, "url", { value: ok ? url : redact(url) });
}

/** Headers whose whole value is a secret. */
const SECRET_HEADERS = /^((proxy-)?authorization|(set-)?cookie)$/;

/** Copies headers with their secrets redacted. */
export function redactHeaders(headers: Headers, redact: Redact): Headers {
  return new Headers(
    [...headers].map(([name, value]): [string, string] => [
      name,
      // Reserialized JSON may contain characters that a header cannot.
      SECRET_HEADERS.test(name) ? REDACTED : redact(value).replaceAll(/[^\t\x20-\xff]/g, "?"),
    ]),
  );
}

/** Creates the error for a response that is not a success. */
export function readError(result: ReadResponse, body = bodyOf(result)): ResponseError {
  const { label, response, text, redact } = result;
  const { ok, status, headers } = response;
  const { data } = Object(body);
  const head = { status, headers: redactHeaders(headers, redact) };
  if (!ok && isObjectOrArray(data) && !Array.isArray(data)) {
    return new ServiceError(label, head, body as ErrorEnvelope, redact);
  }
  const mismatch = body === undefined ? "is not JSON" : "does not match the contract";
  const problem = excessOf(result) ?? (text ? mismatch : "is empty");
  // A malformed response to the token request may contain a token in any form, so none of it is shown.
  const mayHoldToken = ok && isTokenRequest(label);
  const shown = mayHoldToken ? "" : redact(text.slice(0, MAX_ERROR_LENGTH));
  return new UnexpectedResponseError(label, head, problem, shown);
}

/** Checks only what the client itself relies on. For the rest, it trusts the service. */
function isSuccess(label: RequestLabel, body: unknown, isList: boolean): body is Envelope {
  const { data, meta } = Object(body);
  if (!isObjectOrArray(data)) return false;
  if (isTokenRequest(label)) {
    // A token that is not a valid header value would fail later, in a platform error that quotes it.
    return typeof data.access_token === "string" && /^[\x21-\x7e]+$/.test(data.access_token);
  }
  return !isList || (Array.isArray(data) && isObjectOrArray(meta));
}

export function isTokenRequest({ operationId }: RequestLabel): boolean {
  return operationId === "auth.createToken";
}
