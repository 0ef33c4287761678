import { STATUS_CODES } from "node:http";
import { Cursor, type JsonObject } from "../contract/cursor.ts";
import { excessOf } from "../contract/validation-limits.ts";
import { describeError } from "../text/describe-error.ts";
import { createOperationMatcher } from "./match-operation.ts";
import { preferExample, readPreference } from "./prefer-header.ts";
import { createPrism } from "./prism.ts";
import { RequestError } from "./request-error.ts";

export interface MockRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface MockResponse {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  /** The reason of an error, for the log. */
  problem?: string;
}

/** Creates the function that responds to requests according to the contract. */
export async function createResponder(
  document: JsonObject,
): Promise<(request: MockRequest) => Promise<MockResponse>> {
  const matchOperation = createOperationMatcher(Cursor.root(document));
  const prism = await createPrism(document);

  return async ({ method, url, headers, body: text }) => {
    try {
      const { pathname: path, searchParams } = readUrl(url);
      const operation = matchOperation(method, path);
      const body = readBody(headers["content-type"], text);
      // Prism would report each item, and block the process meanwhile.
      const excess = excessOf(body);
      if (excess) throw new RequestError(400, excess);
      const preference =
        readPreference(headers.prefer ?? "", operation) ?? preferExample(operation, path, body);
      const query = readQuery(searchParams);
      const prismHeaders = { ...headers, ...JSON_HEADERS, "content-length": `${text.length}` };
      const request = { method, path, query, headers: prismHeaders, body };
      return { headers: {}, ...(await prism(operation.id, request, preference)) };
    } catch (error) {
      if (error instanceof RequestError) return respondWithError(error);
      const logged = describeError(error, (message) => message);
      return respondWithError(new RequestError(500, "Internal server error", { logged }));
    }
  };
}

/**
 * Replaces the media types of the request. The interface only has JSON, `readBody` has already checked
 * the type of the body, and Prism fails on a type that it cannot parse.
 */
const JSON_HEADERS = { accept: "application/json", "content-type": "application/json" };

function readUrl(url: string): URL {
  try {
    return new URL(url, "http://mock");
  } catch {
    throw new RequestError(400, `${url} is not a valid URL`, {
      logged: "The request target is not a valid URL",
    });
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

/** Malformed JSON is rejected here because Prism's own server never responds to it. */
function readBody(type = "", text: string): unknown {
  if (text === "") return undefined;
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new RequestError(400, "The body must be sent with Content-Type: application/json");
  }
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may contain a card number.
    throw new RequestError(400, "The body is not valid JSON");
  }
}

export function respondWithError({ status, reasons, headers, logged }: RequestError): MockResponse {
  const data = { message: reasons, error: STATUS_CODES[status], statusCode: status };
  return { status, headers, body: { data }, problem: logged };
}
