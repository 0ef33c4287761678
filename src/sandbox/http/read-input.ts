import type { HandlerRequest } from "../handlers/handler-types.ts";
import type { UnknownField } from "../openapi/drop-unknown-fields.ts";
import type { Route } from "../openapi/routes-from-contract.ts";
import type { AnyOperation, Endpoint } from "./handler-registry.ts";
import { parseBody, parseQuery } from "./parse-request.ts";
import type { RequestState } from "./request-event.ts";
import { warningsAbout } from "./request-warnings.ts";
import { type UnvalidatedRequest, type ValidRequest, validateRequest } from "./validate-request.ts";
import { rejectWrongTaxIds } from "./wrong-tax-ids.ts";

/** An HTTP request with its unparsed body. */
export interface ApiRequest {
  method: string;
  path: string;
  /** Everything after the question mark. */
  query: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
  /** The base URL of files in the response. */
  baseUrl(): string;
}

/** What is known about a request, with its handler. */
export interface HandledRequest extends RequestState {
  endpoint?: Endpoint;
}

export type AnyRequest = HandlerRequest<AnyOperation>;

/**
 * Parses and validates a request.
 * @throws {ValidationError} if the contract does not allow it.
 */
export function readInput(
  endpoint: Endpoint,
  path: Record<string, string>,
  request: ApiRequest,
  state: HandledRequest,
): AnyRequest {
  const { headers } = request;
  if (request.query !== "") state.query = parseQuery(request.query, parameterNames(endpoint));
  // Unknown input is ignored, including the body of an operation that takes none.
  if (endpoint.body) state.body = parseBody(headers, request.body);
  const { query = {}, body } = state;
  const input = validateAndWarn(endpoint, { path, query, headers, body }, state);
  const [example] = Object.values(endpoint.examples);
  return { ...input, example } as AnyRequest;
}

/** Warns also about an invalid request: a misspelt field may be what makes it invalid. */
function validateAndWarn(
  endpoint: Endpoint,
  request: UnvalidatedRequest,
  state: HandledRequest,
): ValidRequest {
  const unknown = unknownParameters(endpoint, request.query);
  try {
    const valid = validateRequest(endpoint, request, endpoint.validators, unknown);
    if (state.company?.checkTaxIds) rejectWrongTaxIds(valid.body, endpoint.body);
    state.valid = valid;
    return valid;
  } finally {
    state.hasUnknownFields = unknown.length > 0;
    state.warnings = warningsAbout(state.valid?.body, endpoint.body, unknown);
  }
}

/** A misspelt filter would return everything, and be hard to find. */
function unknownParameters(endpoint: Route, query: Record<string, string>): UnknownField[] {
  const given = Object.keys(query);
  if (given.length === 0) return [];
  const known = parameterNames(endpoint);
  return given.filter((name) => !known.includes(name)).map((name) => ({ path: [name], known }));
}

function parameterNames({ parameters }: Route): string[] {
  return parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
}
