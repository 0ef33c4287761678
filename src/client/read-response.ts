import type { ErrorEnvelope } from "../../generated/types.ts";
import {
  type RequestLabel,
  type ResponseError,
  ServiceError,
  UnexpectedResponseError,
} from "./errors.ts";
import { isObjectOrArray, parseJson } from "./parse-json.ts";
import type { Redact } from "./redact.ts";

/** A response whose body has been read. */
export interface ReadResponse {
  name: RequestLabel;
  response: Response;
  content: ResponseText;
  /** Masks the secrets of the request, in addition to everything that is always masked. */
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
  if (result.response.ok && isSuccess(result, body, isList)) return body;
  throw createError(result, body);
}

/** Creates the error for a response that is not a success. */
export function readError(result: ReadResponse): ResponseError {
  return createError(result, bodyOf(result));
}

function bodyOf(result: ReadResponse): unknown {
  return isTooLarge(result) ? undefined : parseJson(result.content.text);
}

/**
 * Creates a `Response` with an unread body, as `fetch` would return it. Errors are often logged, so
 * the secrets in an error response are masked.
 * @throws {UnexpectedResponseError} if the response is too large.
 */
export function toResponse(result: ReadResponse): Response {
  const { response, content, redact } = result;
  if (isTooLarge(result)) throw readError(result);
  const { ok, status, statusText, headers, url } = response;
  // For a redirect, browsers return an opaque response. Its status 0 is invalid for a new Response.
  if (status === 0) return response;
  const body = content.text || null;
  const copy = ok
    ? new Response(body, { status, statusText, headers })
    : new Response(body && redact(body), { status, headers: redactHeaders(headers, redact) });
  // The constructor cannot set the URL, and tools show it.
  return Object.defineProperty(copy, "url", { value: ok ? url : redact(url) });
}

/** Headers whose whole value is a secret. */
const SECRET_HEADERS = new Set(["authorization", "proxy-authorization", "cookie"]);

/** Copies headers with their secrets masked. */
export function redactHeaders(headers: Headers, redact: Redact): Headers {
  return new Headers(
    [...headers].map(([name, value]): [string, string] => [
      name,
      // Reserialized JSON may contain characters that a header cannot.
      SECRET_HEADERS.has(name) ? "[redacted]" : redact(value).replaceAll(/[^\t\x20-\xff]/g, "?"),
    ]),
  );
}

/**
 * The maximum number of characters in an error response, and the number of characters that are masked
 * in order to show a response. Masking is far slower than reading, and a few compressed bytes can
 * become megabytes.
 */
const MAX_ERROR_LENGTH = 65_536;

function isTooLarge(result: ReadResponse): boolean {
  return result.content.exceeds !== undefined || isLongError(result);
}

function isLongError({ response, content }: ReadResponse): boolean {
  return !response.ok && content.text.length > MAX_ERROR_LENGTH;
}

function createError(result: ReadResponse, body: unknown): ResponseError {
  const { name, response, content, redact } = result;
  const { ok, status, headers } = response;
  const head = { status, headers: redactHeaders(headers, redact) };
  if (!ok && isError(body)) return new ServiceError(name, head, body, redact);
  const problem = describeProblem(result, body);
  // A malformed response to the token request may contain a token in any form, so none of it is shown.
  const mayHoldToken = ok && isTokenRequest(name);
  const shown = mayHoldToken ? "" : redact(content.text.slice(0, MAX_ERROR_LENGTH));
  return new UnexpectedResponseError(name, head, problem, shown);
}

function describeProblem(result: ReadResponse, body: unknown): string {
  const { text, exceeds } = result.content;
  if (exceeds !== undefined) {
    return `is larger than ${exceeds} bytes: increase maxResponseSize if you expect this`;
  }
  if (isLongError(result)) return `is an error of more than ${MAX_ERROR_LENGTH} characters`;
  if (text === "") return "is empty";
  return body === undefined ? "is not JSON" : "does not match the contract";
}

/** Checks only what the client itself relies on. For the rest, it trusts the service. */
function isSuccess({ name }: ReadResponse, body: unknown, isList: boolean): body is Envelope {
  if (!isObjectOrArray(body) || !isObjectOrArray(body.data)) return false;
  if (isTokenRequest(name)) return isToken(body.data.access_token);
  return !isList || (Array.isArray(body.data) && isObjectOrArray(body.meta));
}

function isTokenRequest({ operationId }: RequestLabel): boolean {
  return operationId === "auth.createToken";
}

/** A token that is not a valid header value would fail later, in a platform error that quotes it. */
function isToken(value: unknown): boolean {
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
}

function isError(body: unknown): body is ErrorEnvelope {
  return isObjectOrArray(body) && isObjectOrArray(body.data) && !Array.isArray(body.data);
}
