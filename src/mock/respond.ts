import { STATUS_CODES } from "node:http";
import { Cursor, type JsonObject } from "../contract/cursor.ts";
import { MAX_ITEMS, TOO_MANY_ITEMS } from "../contract/validation-limits.ts";
import { createOperationMatcher } from "./match-operation.ts";
import { preferExample, readPreference } from "./prefer-header.ts";
import { createPrism } from "./prism.ts";
import { RequestError } from "./request-error.ts";

/** A request as it arrived. */
export interface MockRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What is sent back, and why where that is no success. */
export interface MockResponse {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  problem?: string;
}

/** Makes the function that answers requests as the contract says. */
export async function createResponder(
  document: JsonObject,
): Promise<(arrived: MockRequest) => Promise<MockResponse>> {
  const route = createOperationMatcher(Cursor.root(document));
  const prism = await createPrism(document);

  return async ({ method, url, headers, body: text }) => {
    try {
      const { pathname: path, searchParams } = readUrl(url);
      const operation = route(method, path);
      const body = readBody(headers["content-type"], text);
      assertItemCount(body);
      const preference =
        readPreference(headers.prefer ?? "", operation) ?? preferExample(operation, path, body);
      const query = readQuery(searchParams);
      const judged = { ...headers, ...JSON_HEADERS, "content-length": `${text.length}` };
      const request = { method, path, query, headers: judged, body };
      return { headers: {}, ...(await prism(operation.id, request, preference)) };
    } catch (error) {
      if (error instanceof RequestError) return respondWithError(error);
      const { stack } = error as Error;
      return {
        ...respondWithError(new RequestError(500, "Internal server error")),
        problem: `${stack}`,
      };
    }
  };
}

/**
 * There is JSON and nothing else, and what a caller says of it has been checked before Prism, which
 * fails on a type that it cannot read.
 */
const JSON_HEADERS = { accept: "application/json", "content-type": "application/json" };

function readUrl(url: string): URL {
  try {
    return new URL(url, "http://mock");
  } catch {
    throw new RequestError(400, `${url} is no address`, { logged: "The target is no address" });
  }
}

function readQuery(parameters: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [value = "", ...more] = parameters.getAll(name);
      return [name, more.length > 0 ? [value, ...more] : value];
    }),
  );
}

/** Prism's own server never answers malformed JSON. */
function readBody(type = "", text: string): unknown {
  if (text === "") return undefined;
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new RequestError(400, "The body has to be sent with Content-Type: application/json");
  }
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes from the body, which may hold a card number.
    throw new RequestError(400, "The body is not valid JSON");
  }
}

/** Prism would complain of each item, and hold the process up while it does. */
function assertItemCount(body: unknown): void {
  let count = 0;
  const left = [body];
  // A body may be nested deeper than functions can call themselves.
  while (left.length > 0) {
    const value = left.pop();
    if (Array.isArray(value)) count += value.length;
    if (count > MAX_ITEMS) throw new RequestError(400, TOO_MANY_ITEMS);
    if (typeof value !== "object" || value === null) continue;
    for (const inner of Object.values(value)) left.push(inner);
  }
}

export function respondWithError({ status, reasons, headers, logged }: RequestError): MockResponse {
  const data = { message: reasons, error: STATUS_CODES[status], statusCode: status };
  return { status, headers, body: { data }, problem: logged };
}
