import { fetch } from "../sandbox/fetch.ts";
import type { Request } from "./requests-from-examples.ts";

export interface MockResponse {
  status: number;
  headers: Headers;
  /** The parsed JSON of the response. */
  body: unknown;
}

/** Sends a request, with a token unless `headers` say otherwise, and gives up if there is no response. */
export async function send(url: string, request: Request, headers = {}): Promise<MockResponse> {
  const { operation, body } = request;
  return exchange(`${url}${targetOf(request)}`, {
    method: operation.cursor.key.toUpperCase(),
    headers: {
      authorization: "Bearer any",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...request.headers,
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** The path of a request with its query. */
function targetOf({ operation, path, query }: Omit<Request, "headers">): string {
  const written = operation.pathItem.key.replace(
    /\{(\w+)\}/g,
    (_, name) => `${path[name] ?? name}`,
  );
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}=${value}`),
  );
  return pairs.length > 0 ? `${written}?${pairs.join("&")}` : written;
}

/** Sends any request. */
export async function exchange(address: string, init: RequestInit = {}): Promise<MockResponse> {
  const response = await fetch(address, { signal: AbortSignal.timeout(5_000), ...init });
  const { status, headers } = response;
  return { status, headers, body: await response.json() };
}
