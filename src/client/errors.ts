import { type ReturnCodeName, returnCodes } from "../../generated/errors.ts";
import type { OperationId } from "../../generated/operations.ts";
import type { ErrorEnvelope } from "../../generated/types.ts";
import { escapeControls } from "./escape-controls.ts";
import type { Redact } from "./redact.ts";

// The classes only `declare` their fields, and the constructors set them. This keeps the client small.

/** How errors and hooks name a request. */
export interface RequestLabel {
  /** Set by the named methods. `createFetch` and `createCentavoFetch` only know the method and path. */
  operationId?: OperationId;
  method: string;
  path: string;
}

/**
 * The base class of all errors of the client. A call that you abort rejects with your own abort reason
 * instead.
 */
export abstract class CentavoError extends Error {
  /**
   * The operation that failed, e.g. `payments.get`. It is `undefined` for requests of `createFetch` and
   * `createCentavoFetch`, whose messages begin with the method and the path instead.
   */
  declare readonly operationId: OperationId | undefined;

  constructor(
    { operationId, method, path }: RequestLabel,
    message: string,
    options?: ErrorOptions,
  ) {
    // The message may quote what a server sent, and be printed.
    super(escapeControls(`${operationId ?? `${method} ${path}`}: ${message}`), options);
    this.operationId = operationId;
  }
}

/** The parts of a response's head that an error shows. */
type Head = Pick<Response, "status" | "headers">;

/** The base class of all errors that come with a response. */
export abstract class ResponseError extends CentavoError {
  /** The HTTP status. */
  declare readonly status: number;
  /** The headers of the response. */
  declare readonly headers: Headers;

  constructor(name: RequestLabel, { status, headers }: Head, message: string) {
    super(name, message);
    Object.assign(this, { status, headers });
  }
}

/**
 * The service responded with an error.
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
  /** The service's own code, if the response has one. */
  declare readonly returnCode: number | undefined;
  /** The name of the code, if the client knows it. */
  declare readonly code: ReturnCodeName | undefined;
  /** Human-readable reasons. Empty if the service gives none. */
  declare readonly messages: readonly string[];
  /** The body of the response, with keys and card data redacted. */
  declare readonly body: unknown;

  constructor(name: RequestLabel, head: Head, body: ErrorEnvelope, redact: Redact) {
    const shown = redact(body);
    const { message, error, returnCode: rawCode } = shown.data;
    const returnCode = typeof rawCode === "number" ? rawCode : undefined;
    const messages = [message].flat().filter((item) => typeof item === "string");
    const names = Object.keys(returnCodes) as ReturnCodeName[];
    const code = names.find((name) => returnCodes[name] === returnCode);
    const reason = messages.join("; ") || (typeof error === "string" && error) || "no message";
    const codes = [code, returnCode].filter(Boolean).join(", ");
    const suffix = codes && ` (${codes})`;
    super(name, head, `the service responded with ${head.status}: ${reason}${suffix}`);
    Object.assign(this, { returnCode, code, messages, body: shown });
  }
}

/** An attempt or the whole call took too long. */
export class TimeoutError extends CentavoError {
  override name = "TimeoutError";
  /** The limit that was exceeded, in milliseconds. */
  declare readonly timeout: number;
  /** Whether a single attempt or the whole call took too long. */
  declare readonly scope: "attempt" | "total";

  constructor(name: RequestLabel, scope: "attempt" | "total", timeout: number) {
    const what = scope === "attempt" ? "an attempt" : "the call";
    super(name, `${what} took longer than ${timeout} ms`);
    Object.assign(this, { timeout, scope });
  }
}

/** The connection failed, so there is no response. `cause` is the platform's own error. */
export class NetworkError extends CentavoError {
  override name = "NetworkError";

  constructor(name: RequestLabel, cause: Error) {
    const { message, code }: Error & { code?: string } = cause;
    // Platforms put the reason in the cause, some only in its code. "fetch failed" alone is no help.
    const inner: Error & { code?: string } = Object(cause.cause);
    const reason = inner.message || inner.code || message || code || "unknown";
    super(name, `the connection failed: ${reason}`, { cause });
  }
}

/**
 * The response does not match the contract: HTML from a proxy, malformed JSON, an empty body, an error
 * of more than 65,536 characters, or a body larger than `maxResponseSize`.
 */
export class UnexpectedResponseError extends ResponseError {
  override name = "UnexpectedResponseError";
  /**
   * The first 500 characters of the body, with keys and card data redacted. Empty if the response may
   * hold a new token.
   */
  declare readonly text: string;

  constructor(name: RequestLabel, head: Head, problem: string, text: string) {
    super(name, head, `the response with status ${head.status} ${problem}`);
    this.text = text.slice(0, 500);
  }
}

/**
 * Whether an error is a {@link ServiceError} with this return code, by its name or its number. Codes without a name here,
 * such as those that only the sandbox has, have a number.
 *
 * @example
 * try {
 *   await centavo.payments.get(paymentId);
 * } catch (error) {
 *   if (isReturnCode(error, "PaymentNotFound")) return undefined;
 *   throw error;
 * }
 */
export function isReturnCode<Code extends ReturnCodeName | number>(
  error: unknown,
  code: Code,
): error is ServiceError &
  (Code extends ReturnCodeName
    ? { code: Code; returnCode: (typeof returnCodes)[Code] }
    : { returnCode: Code }) {
  return error instanceof ServiceError && (error.code === code || error.returnCode === code);
}
