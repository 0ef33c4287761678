import type { OperationId } from "../../generated/client.ts";
import type { ErrorEnvelope } from "../../generated/types.ts";
import { type CentavoError, ServiceError, UnexpectedAnswerError } from "./errors.ts";
import type { Redact } from "./redact.ts";
import type { WrittenRequest } from "./request.ts";

/** What a call brings back. */
export interface Answer {
  /** The success envelope. */
  envelope: { data: unknown };
  /** The answer itself; its body has been read. */
  response: Response;
}

/** The text of an answer, or as much of it as may be read. */
export interface Content {
  text: string;
  /** The limit in bytes that the answer exceeds. */
  exceeds?: number;
}

/** Reads an answer up to a limit. Its bytes are counted after decompression. */
export async function readContent(response: Response, limit: number): Promise<Content> {
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

/** Reads the success envelope of an answer, or throws what is wrong. */
export function readAnswer(
  request: WrittenRequest,
  response: Response,
  content: Content,
  redact: Redact,
): Answer {
  const isTooLarge = content.exceeds !== undefined || isLongError(response, content);
  const body = isTooLarge ? undefined : parseJson(content.text);
  if (response.ok && isSuccess(request, body)) return { envelope: body, response };
  throw readError(request.id, response, content, body, redact);
}

/** Headers of which all that they hold is a secret. */
const secretHeaders = new Set(["authorization", "proxy-authorization", "cookie"]);

/** A copy of headers, as far as they may be shown. */
export function redactHeaders(headers: Headers, redact: Redact): Headers {
  return new Headers(
    [...headers].map(([name, value]): [string, string] => [
      name,
      // JSON that is written anew may hold what no header can.
      secretHeaders.has(name) ? "[redacted]" : redact(value).replaceAll(/[^\t\x20-\xff]/g, "?"),
    ]),
  );
}

/**
 * How many characters of an answer are masked to show them, and how many an error may have: masking
 * takes far longer than reading, and a few bytes that are compressed become megabytes.
 */
const mostShown = 65_536;

function isLongError({ ok }: Response, { text }: Content): boolean {
  return !ok && text.length > mostShown;
}

function readError(
  id: OperationId,
  response: Response,
  content: Content,
  body: unknown,
  redact: Redact,
): CentavoError {
  const { ok, status, headers } = response;
  const head = { status, headers: redactHeaders(headers, redact) };
  if (!ok && isError(body)) return new ServiceError(id, head, body, redact);
  const problem = problemOf(response, content, body);
  // A broken answer to the keys may hold a token in any form, so none of it is shown.
  const hasToken = ok && id === "auth.createToken";
  const shown = hasToken ? "" : redact(content.text.slice(0, mostShown));
  return new UnexpectedAnswerError(id, head, problem, shown);
}

function problemOf(response: Response, content: Content, body: unknown): string {
  const { text, exceeds } = content;
  if (exceeds !== undefined) {
    return `is larger than ${exceeds} bytes: pass a larger maxResponseSize to createCentavo if it may be`;
  }
  if (isLongError(response, content)) return `is an error of more than ${mostShown} characters`;
  if (text === "") return "is empty";
  return body === undefined ? "is no JSON" : "is not what the contract says";
}

/** Only as much is checked as the client itself relies on; the rest is the service's promise. */
function isSuccess({ id, operation }: WrittenRequest, body: unknown): body is Answer["envelope"] {
  if (!isObject(body) || !isObject(body.data)) return false;
  if (id === "auth.createToken") return isToken(body.data.access_token);
  return !operation.pageSize || (Array.isArray(body.data) && isObject(body.meta));
}

/** What is no header value would be refused later, with the token in the platform's message. */
function isToken(value: unknown): boolean {
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
}

function isError(body: unknown): body is ErrorEnvelope {
  return isObject(body) && isObject(body.data) && !Array.isArray(body.data);
}

/** The value of a JSON text, or `undefined` where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value has fields; a list has, too. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
