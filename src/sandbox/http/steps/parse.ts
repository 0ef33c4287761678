import type { RoutedExchange } from "../exchange.ts";
import { parseBody, parseQuery } from "../path-query-body.ts";

/** @throws {ValidationError} if a parameter repeats. */
export function parseParameters<Each extends RoutedExchange>(exchange: Each): Each {
  const { endpoint, request } = exchange;
  if (request.query === "") return exchange;
  return { ...exchange, query: parseQuery(request.query, endpoint.queryNames) };
}

/**
 * Unknown input is ignored, including the body of an operation that takes none.
 * @throws {ValidationError} if the body is not JSON.
 */
export function parseJson<Each extends RoutedExchange>(exchange: Each): Each {
  const { endpoint, request } = exchange;
  if (!endpoint.body) return exchange;
  return { ...exchange, body: parseBody(request.headers, request.body) };
}
