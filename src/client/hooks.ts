import type { OperationId } from "../../generated/operations.ts";

/**
 * Functions that are told of every request. None of them sees a key, a token or a body. The call
 * waits for them as long as it has time, and an error that one of them throws fails it.
 */
export interface Hooks {
  /**
   * Called before each attempt. Headers may be added, replaced and deleted; the bearer token comes
   * after. Where a header holds a key, a token or a card number, a hook sees `[redacted]` in its place.
   */
  onRequest?: (event: RequestEvent) => void | Promise<void>;
  /** Called with each answer, whatever its status. */
  onResponse?: (event: ResponseEvent) => void | Promise<void>;
  /** Called before the wait for the next attempt. */
  onRetry?: (event: RetryEvent) => void | Promise<void>;
}

/** The hooks of `createFetch` and `createCentavoFetch`, which know no operations. */
export interface FetchHooks {
  /** As in {@link Hooks}. */
  onRequest?: (event: FetchHookEvent<RequestEvent>) => void | Promise<void>;
  /** As in {@link Hooks}. */
  onResponse?: (event: FetchHookEvent<ResponseEvent>) => void | Promise<void>;
  /** As in {@link Hooks}. */
  onRetry?: (event: FetchHookEvent<RetryEvent>) => void | Promise<void>;
}

/** An event whose `path` is that of the address, without secrets, since no operation is known. */
export type FetchHookEvent<Event> = Omit<Event, "operationId">;

/** An attempt that is about to be made. */
export interface RequestEvent {
  operationId: OperationId;
  method: string;
  /** The path as the contract writes it, such as `/payments/{paymentId}`. */
  path: string;
  /** `1` for the first attempt. */
  attempt: number;
  /** The headers to send, without the bearer token and without secrets. */
  headers: Headers;
}

/** An answer that came. */
export interface ResponseEvent {
  operationId: OperationId;
  method: string;
  /** The path as the contract writes it, such as `/payments/{paymentId}`. */
  path: string;
  /** `1` for the first attempt. */
  attempt: number;
  status: number;
  headers: Headers;
  /** The time from sending the request to the end of the answer, in milliseconds. */
  duration: number;
}

/** An attempt that failed and is made again. */
export interface RetryEvent {
  operationId: OperationId;
  method: string;
  /** The path as the contract writes it, such as `/payments/{paymentId}`. */
  path: string;
  /** The attempt that failed. */
  attempt: number;
  /** The wait before the next attempt, in milliseconds. */
  delay: number;
  /** Why the attempt failed. */
  error: unknown;
}
