import type { OperationId } from "../../generated/operations.ts";

/**
 * Functions that observe every request. They never see a key, a token or the body of a request. The call waits for
 * them within its total timeout, and an error that a hook throws rejects the call.
 */
export interface Hooks {
  /**
   * Called before each attempt. It may add, replace and delete headers; the client adds the bearer
   * token afterwards. The hook sees `[redacted]` for a key, a token or a card number in a header.
   */
  onRequest?: (event: RequestEvent) => void | Promise<void>;
  /** Called with each response, whatever its status. */
  onResponse?: (event: ResponseEvent) => void | Promise<void>;
  /** Called before the wait for the next attempt. */
  onRetry?: (event: RetryEvent) => void | Promise<void>;
}

/** The hooks of `createFetch` and `createCentavoFetch`, which know no operations. */
export interface FetchHooks {
  /** See {@link Hooks}. */
  onRequest?: (event: FetchHookEvent<RequestEvent>) => void | Promise<void>;
  /** See {@link Hooks}. */
  onResponse?: (event: FetchHookEvent<ResponseEvent>) => void | Promise<void>;
  /** See {@link Hooks}. */
  onRetry?: (event: FetchHookEvent<RetryEvent>) => void | Promise<void>;
}

/** An event without an operation id. Its `path` is the path of the URL, with secrets redacted. */
export type FetchHookEvent<HookEvent> = Omit<HookEvent, "operationId">;

/** An attempt that is about to start. */
export interface RequestEvent {
  operationId: OperationId;
  method: string;
  /** The path template of the contract, e.g. `/payments/{paymentId}`. */
  path: string;
  /** `1` for the first attempt. */
  attempt: number;
  /** The headers to send, without the bearer token and without secrets. */
  headers: Headers;
}

/** A response, whatever its status. */
export interface ResponseEvent {
  operationId: OperationId;
  method: string;
  /** The path template of the contract, e.g. `/payments/{paymentId}`. */
  path: string;
  /** `1` for the first attempt. */
  attempt: number;
  status: number;
  headers: Headers;
  /** The time from sending the request to the end of the response, in milliseconds. */
  duration: number;
}

/** An attempt that failed and will be retried. */
export interface RetryEvent {
  operationId: OperationId;
  method: string;
  /** The path template of the contract, e.g. `/payments/{paymentId}`. */
  path: string;
  /** The attempt that failed. */
  attempt: number;
  /** The wait before the next attempt, in milliseconds. */
  delay: number;
  /** Why the attempt failed. */
  error: unknown;
}
