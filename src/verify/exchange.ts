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
  /** The subaccount in whose context the request runs. */
  subaccountId?: string;
  status: number;
  /** Undefined if the response is not JSON. */
  body?: unknown;
  /** Why we sent it. A recorded request has none. */
  probe?: Probe;
}

/** What a request of ours finds out. */
interface Probe {
  /** The pointers of the assumptions that it is about. */
  about: readonly string[];
  /** In a few words, for the report: `without customerData.phone`. */
  purpose: string;
  /** What the contract says of it. By default, the service accepts it. */
  expect?: Expectation;
}

export type Expectation =
  | { outcome: "accepted"; values?: Record<string, unknown> }
  | { outcome: "rejected" }
  | { outcome: "error"; cause?: Cause };
