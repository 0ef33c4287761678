import { type ReturnCodeName, returnCodes } from "../../generated/errors.ts";
import type { OperationId } from "../../generated/operations.ts";
import type { ErrorEnvelope } from "../../generated/types.ts";
import type { Redact } from "./redact.ts";

// The fields are declared and no more, since the constructors set them: it keeps the client small.

/** How errors and hooks name a request. */
export interface RequestLabel {
  /** Given by the named methods. `createFetch` and `createCentavoFetch` know methods and paths only. */
  operationId?: OperationId;
  method: string;
  path: string;
}

/** What every error of the client is. A call that you abort rejects with your own reason instead. */
export abstract class CentavoError extends Error {
  /**
   * The operation that failed, such as `payments.get`. It is `undefined` for requests of `createFetch`
   * and `createCentavoFetch`; the message then begins with the method and the path.
   */
  declare readonly operationId: OperationId | undefined;

  constructor(
    { operationId, method, path }: RequestLabel,
    message: string,
    options?: ErrorOptions,
  ) {
    super(`${operationId ?? `${method} ${path}`}: ${message}`, options);
    this.operationId = operationId;
  }
}

/** What an error shows of an answer's head. */
type Head = Pick<Response, "status" | "headers">;

/** What every error is that comes with an answer. */
export abstract class ResponseError extends CentavoError {
  /** The HTTP status. */
  declare readonly status: number;
  /** The headers of the answer. */
  declare readonly headers: Headers;

  constructor(name: RequestLabel, { status, headers }: Head, message: string) {
    super(name, message);
    this.status = status;
    this.headers = headers;
  }
}

/**
 * The service answered with an error.
 *
 * @example
 * try {
 *   await centavo.payments.get(paymentId);
 * } catch (error) {
 *   if (!(error instanceof ServiceError)) throw error;
 *   console.error(error.status, error.code, error.messages);
 * }
 */
export class ServiceError extends ResponseError {
  override name = "ServiceError";
  /** The service's own code, where it gives one. */
  declare readonly returnCode: number | undefined;
  /** The name of the code, where it is known. */
  declare readonly code: ReturnCodeName | undefined;
  /** What went wrong, in words for people. Empty when the service does not say. */
  declare readonly messages: readonly string[];
  /** The answer, with keys and card data taken out. */
  declare readonly body: unknown;

  constructor(name: RequestLabel, head: Head, body: ErrorEnvelope, redact: Redact) {
    const shown = redact(body);
    const { message, error, returnCode: given } = shown.data;
    const returnCode = typeof given === "number" ? given : undefined;
    const messages = [message].flat().filter((one) => typeof one === "string");
    const code = nameOf(returnCode);
    const said = messages.join("; ") || (typeof error === "string" && error) || "no message";
    const known = [code, returnCode].filter(Boolean).join(", ");
    super(name, head, `the service answered ${head.status}: ${said}${known && ` (${known})`}`);
    this.returnCode = returnCode;
    this.code = code;
    this.messages = messages;
    this.body = shown;
  }
}

/** No answer came in time. */
export class TimeoutError extends CentavoError {
  override name = "TimeoutError";
  /** The time that was allowed, in milliseconds. */
  declare readonly timeout: number;
  /** Whether one attempt or the call as a whole took too long. */
  declare readonly scope: "attempt" | "total";

  constructor(name: RequestLabel, scope: "attempt" | "total", timeout: number) {
    const what = scope === "attempt" ? "an attempt" : "the call";
    super(name, `${what} took longer than ${timeout} ms`);
    this.scope = scope;
    this.timeout = timeout;
  }
}

/** No answer came because the connection failed. `cause` is the platform's own error. */
export class NetworkError extends CentavoError {
  override name = "NetworkError";

  constructor(name: RequestLabel, cause: Error) {
    super(name, `the connection failed: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * An answer came that is not what the contract says: HTML of a proxy, broken JSON, nothing at all,
 * an error of more than 65,536 characters, or more than `maxResponseSize`.
 */
export class UnexpectedResponseError extends ResponseError {
  override name = "UnexpectedResponseError";
  /** The beginning of the answer, with keys and card data taken out; nothing of a new token's answer. */
  declare readonly text: string;

  constructor(name: RequestLabel, head: Head, problem: string, text: string) {
    super(name, head, `the answer with status ${head.status} ${problem}`);
    this.text = text.slice(0, 500);
  }
}

/**
 * Whether an error is the service's answer with this return code.
 *
 * @example
 * try {
 *   await centavo.payments.get(paymentId);
 * } catch (error) {
 *   if (isReturnCode(error, "PaymentNotFound")) return undefined;
 *   throw error;
 * }
 */
export function isReturnCode<Name extends ReturnCodeName>(
  error: unknown,
  name: Name,
): error is ServiceError & { code: Name; returnCode: (typeof returnCodes)[Name] } {
  return error instanceof ServiceError && error.code === name;
}

function nameOf(returnCode: number | undefined): ReturnCodeName | undefined {
  const names = Object.keys(returnCodes) as ReturnCodeName[];
  return names.find((name) => returnCodes[name] === returnCode);
}

/** Platforms hide the reason in the cause, and some in its code: "fetch failed" alone helps nobody. */
function reasonOf(error: Error & { code?: string }): string {
  const cause: Partial<typeof error> = Object(error.cause);
  return cause.message || cause.code || error.message || error.code || "unknown";
}
