import type { HandlerRequest, HandlerResponse, StreamResponse } from "../handlers/handler-types.ts";
import type { Company } from "../store/records.ts";
import type { AnyOperation, CompanyEndpoint, Endpoint, PublicEndpoint } from "./endpoints.ts";
import type { ValidRequest } from "./validate-against-schema.ts";

/** An HTTP request with its unparsed body. */
export interface ApiRequest {
  method: string;
  path: string;
  /** Everything after the question mark. */
  query: string;
  headers: Record<string, string | undefined>;
  body: Uint8Array;
  /** The body piece by piece, of a request whose body is a file. `body` is empty then. */
  stream(): AsyncIterable<Uint8Array>;
  /** The base URL of files in the response. */
  baseUrl(): string;
}

export type AnyRequest = HandlerRequest<AnyOperation>;
export type AnyResponse = HandlerResponse<AnyOperation>;

/** What a request ends with. */
export interface Reply {
  /** Null if the connection is cut without a response. */
  status: number | null;
  body: object;
  /** The body as it is sent. */
  text: string;
  headers?: Record<string, string>;
  /** Why the request was rejected. Empty if it succeeded. */
  reasons: string[];
}

/**
 * A request on its way to its reply. It never changes: each step takes one and returns the next, which knows more. If a
 * step fails, the timeline shows what was known up to then.
 */
export interface Exchange {
  readonly id: string;
  /** How many milliseconds it has taken. */
  readonly elapsed: () => number;
  readonly request: ApiRequest;
  /** The operation. */
  readonly endpoint?: Endpoint;
  /** The parameters in the path. */
  readonly path?: Record<string, string>;
  /** The caller, from the access token or the inspector's session. */
  readonly caller?: Caller;
  readonly company?: Company;
  readonly query?: Record<string, string>;
  /** The parsed body. */
  readonly body?: unknown;
  /** The request, once it is validated. */
  readonly valid?: ValidRequest | undefined;
  /** Whether the query or the body has fields that the contract does not know. */
  readonly hasUnknownFields?: boolean;
  /** What is allowed in the request, but probably a mistake. */
  readonly warnings?: readonly string[];
  /** The error with which the request ends. */
  readonly rejection?: unknown;
  /** Whether a fault may apply, so the operation has not run yet. */
  readonly mayFail?: boolean;
  /** An injected error, in place of the response of the operation. */
  readonly injected?: Error | undefined;
  /** What the handler has returned. */
  readonly response?: AnyResponse;
  readonly reply?: Reply;
  readonly openStream?: StreamResponse["openStream"];
  readonly stream?: AsyncIterable<string>;
  /** Whether the transaction of the operation has already added the request to the timeline. */
  readonly isRecorded?: boolean;
}

/** The company of a request, and when its authentication expires. */
export interface Caller {
  companyId: string;
  /** In seconds since 1970 on the company's clock. */
  exp: number;
  /** How often the company's keys had been rotated when it was authenticated. Undefined if that does not matter. */
  rotations: number | undefined;
  /** Whether the operator uses the company in its place. */
  isOperator: boolean;
}

/** An exchange whose operation is known. */
export type RoutedExchange = Exchange & { endpoint: Endpoint; path: Record<string, string> };

/** An exchange that needs no company. */
export type PublicExchange = RoutedExchange & { endpoint: PublicEndpoint };

/** An exchange of a company. */
export type CompanyExchange = RoutedExchange & { endpoint: CompanyEndpoint; caller: Caller };

/** A request for the handler of its operation. */
export function inputOf({ endpoint, valid }: RoutedExchange): AnyRequest {
  return { ...valid, example: endpoint.example } as AnyRequest;
}
