import type { ErrorEnvelope } from "../../generated/types.ts";
import {
  type RequestLabel,
  type ResponseError,
  ServiceError,
  UnexpectedResponseError,
} from "./errors.ts";
import { isObjectOrArray, parseJson } from "./parse-json.ts";
import type { Redact } from "./redact.ts";

/** The last answer to a request. */
export interface ReadResponse {
  name: RequestLabel;
  /** Its body has been read. */
  response: Response;
  content: ResponseText;
  /** Hides what was secret in the request, beside what always is. */
  redact: Redact;
}

/** What every success holds. */
export interface Envelope {
  data: unknown;
}

/** The text of an answer, or as much of it as may be read. */
export interface ResponseText {
  text: string;
  /** The limit in bytes that the answer exceeds. */
  exceeds?: number;
}

/** Reads an answer up to a limit. Its bytes are counted after decompression. */
export async function readText(response: Response, limit: number): Promise<ResponseText> {
  // Some platforms have no streams.
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
      // The connection is given up. Whether that works says nothing about the answer.
      reader.cancel().catch(() => {});
      return { text, exceeds: limit };
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Reads the success envelope of an answer, or throws what is wrong. Nothing else parses the answer. */
export function readEnvelope(answer: ReadResponse, isList: boolean): Envelope {
  const body = bodyOf(answer);
  if (answer.response.ok && isSuccess(answer, body, isList)) return body;
  throw errorOf(answer, body);
}

/** The error that an answer is. */
export function readError(answer: ReadResponse): ResponseError {
  return errorOf(answer, bodyOf(answer));
}

function bodyOf(answer: ReadResponse): unknown {
  return isTooLarge(answer) ? undefined : parseJson(answer.content.text);
}

/**
 * An answer as a fetch gives it, its body unread. Errors tend to be logged, so one comes with its
 * secrets masked. An answer that is too large rejects.
 */
export function toResponse(answer: ReadResponse): Response {
  const { response, content, redact } = answer;
  if (isTooLarge(answer)) throw readError(answer);
  const { ok, status, statusText, headers, url } = response;
  // What a browser gives of a redirect has no status that one can make a Response with.
  if (status === 0) return response;
  const body = content.text || null;
  const copy = ok
    ? new Response(body, { status, statusText, headers })
    : new Response(body && redact(body), { status, headers: redactHeaders(headers, redact) });
  // A Response that is made has no address, and tools show it.
  return Object.defineProperty(copy, "url", { value: ok ? url : redact(url) });
}

/** Headers of which all that they hold is a secret. */
const SECRET_HEADERS = new Set(["authorization", "proxy-authorization", "cookie"]);

/** A copy of headers, as far as they may be shown. */
export function redactHeaders(headers: Headers, redact: Redact): Headers {
  return new Headers(
    [...headers].map(([name, value]): [string, string] => [
      name,
      // JSON that is written anew may hold what no header can.
      SECRET_HEADERS.has(name) ? "[redacted]" : redact(value).replaceAll(/[^\t\x20-\xff]/g, "?"),
    ]),
  );
}

/**
 * How many characters of an answer are masked to show them, and how many an error may have: masking
 * takes far longer than reading, and a few bytes that are compressed become megabytes.
 */
const MAX_ERROR_LENGTH = 65_536;

function isTooLarge(answer: ReadResponse): boolean {
  return answer.content.exceeds !== undefined || isLongError(answer);
}

function isLongError({ response, content }: ReadResponse): boolean {
  return !response.ok && content.text.length > MAX_ERROR_LENGTH;
}

function errorOf(answer: ReadResponse, body: unknown): ResponseError {
  const { name, response, content, redact } = answer;
  const { ok, status, headers } = response;
  const head = { status, headers: redactHeaders(headers, redact) };
  if (!ok && isError(body)) return new ServiceError(name, head, body, redact);
  const problem = problemOf(answer, body);
  // A broken answer to the keys may hold a token in any form, so none of it is shown.
  const hasToken = ok && isTokenRequest(name);
  const shown = hasToken ? "" : redact(content.text.slice(0, MAX_ERROR_LENGTH));
  return new UnexpectedResponseError(name, head, problem, shown);
}

function problemOf(answer: ReadResponse, body: unknown): string {
  const { text, exceeds } = answer.content;
  if (exceeds !== undefined) {
    return `is larger than ${exceeds} bytes: set a larger maxResponseSize if it may be`;
  }
  if (isLongError(answer)) return `is an error of more than ${MAX_ERROR_LENGTH} characters`;
  if (text === "") return "is empty";
  return body === undefined ? "is no JSON" : "is not what the contract says";
}

/** Only as much is checked as the client itself relies on; the rest is the service's promise. */
function isSuccess({ name }: ReadResponse, body: unknown, isList: boolean): body is Envelope {
  if (!isObjectOrArray(body) || !isObjectOrArray(body.data)) return false;
  if (isTokenRequest(name)) return isToken(body.data.access_token);
  return !isList || (Array.isArray(body.data) && isObjectOrArray(body.meta));
}

function isTokenRequest({ operationId }: RequestLabel): boolean {
  return operationId === "auth.createToken";
}

/** What is no header value would be refused later, with the token in the platform's message. */
function isToken(value: unknown): boolean {
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
}

function isError(body: unknown): body is ErrorEnvelope {
  return isObjectOrArray(body) && isObjectOrArray(body.data) && !Array.isArray(body.data);
}
