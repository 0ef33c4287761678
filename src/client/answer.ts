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

/** Reads the success envelope of an answer, or throws what is wrong. */
export function readAnswer(
  request: WrittenRequest,
  response: Response,
  text: string,
  redact: Redact,
): Answer {
  const body = parseJson(text);
  if (response.ok && isSuccess(request, body)) return { envelope: body, response };
  throw readError(request.id, response, text, body, redact);
}

/** The headers of an answer, as far as they may be shown. */
export function readHeaders({ headers }: Response, redact: Redact): Headers {
  return new Headers([...headers].map(([name, value]): [string, string] => [name, redact(value)]));
}

function readError(
  id: OperationId,
  response: Response,
  text: string,
  body: unknown,
  redact: Redact,
): CentavoError {
  const { ok, status } = response;
  const head = { status, headers: readHeaders(response, redact) };
  if (!ok && isError(body)) return new ServiceError(id, head, body, redact);
  const problem =
    text === "" ? "is empty" : body === undefined ? "is no JSON" : "is not what the contract says";
  // A broken answer to the keys may hold a token in any form, so none of it is shown.
  const shown = ok && id === "auth.createToken" ? "" : redact(text);
  return new UnexpectedAnswerError(id, head, problem, shown);
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
