import type { Cursor } from "../contract/cursor.ts";
import type { Operation } from "../contract/operations.ts";

/** What makes the service reject a request, as far as the contract can say it. */
export type Cause =
  | "no-token"
  | "wrong-keys"
  | "invalid-id"
  | "invalid-query"
  | "invalid-body"
  | "unknown-id";

/** A request to the service and its response, sent by us or recorded by somebody else. It is read once, and not kept. */
export interface Exchange {
  operation: Operation;
  path: Record<string, string>;
  query: Record<string, string>;
  /** Undefined if there is none. */
  requestBody?: unknown;
  status: number;
  /** Undefined if the response is not JSON. */
  body?: unknown;
  /** Whether the response is so long that it was not read to its end. */
  isTooLong?: boolean;
  /** Why we sent it. A recorded request has none. */
  probe?: Probe;
}

/** What a request of ours finds out. */
export interface Probe {
  /** The pointers of the assumptions that it is about. */
  about: readonly string[];
  /** In a few words, for the report: `without customerData.phone`. */
  purpose: string;
  /** What the contract says of it. By default, the service accepts it. */
  expect?: Expectation;
  /** The JSON pointers of the fields in which the body differs from a valid one. */
  differs?: readonly string[];
  /** The requests of an operation and form whose refusals count only after a control. Those without one have none. */
  group?: string;
  /** An equally valid request as those of its group. If the service refuses it, their refusals say nothing. */
  isControl?: boolean;
  /** What has to be open, so that it is sent: a group, or the key of a request that has not shown what it should. */
  again?: string;
}

/** What names a request of ours in a run. */
export function keyOf({ operation, group, purpose }: Probe & Pick<Exchange, "operation">): string {
  return `${group ?? operation.id} ${purpose}`;
}

export interface Expectation {
  /** `none`: the list has no item that a filter could find. */
  outcome: "accepted" | "rejected" | "none";
  /** What the response shows if the service accepts it. */
  values?: Record<string, unknown>;
  /** Why the service rejects it, unless that is what it is about. */
  cause?: Cause;
}

/** A longer body is not read. */
export const MAX_BODY_LENGTH = 10_000_000;

/** Whether a status is a success. Services differ in which one they return: 200, 201 or 204. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Whether a status may be an answer to what a request says, and not to how it was sent. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}

/** The response that the contract has for a status. What it has for a success is true of each success. */
export function responseFor({ cursor }: Operation, status: number): Cursor {
  const responses = cursor.at("responses");
  const declared = responses.at(`${status}`);
  if (declared.exists) return declared.target;
  return responses.at(isSuccess(status) ? "200" : "default").target;
}
