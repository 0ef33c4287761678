import type { Cursor } from "../contract/cursor.ts";
import { type Operation, routesOf } from "../contract/operations.ts";
import { createRouter } from "../contract/router.ts";
import { RequestError } from "./request-error.ts";

type MatchOperation = (method: string, path: string) => Operation;

/** Finds the operation of a request. @throws {RequestError} 400, 404 or 405 if there is none. */
export function createOperationMatcher(contract: Cursor): MatchOperation {
  const find = createRouter(routesOf(contract));

  return (method, path) => {
    assertPercentEncoded(path);
    const methods = find(path)?.methods;
    if (!methods)
      throw new RequestError(404, `Cannot ${method} ${path}`, { logged: "no such path" });
    const route = methods.get(method);
    if (route) return route.operation;
    const allow = [...methods.keys()].join(", ");
    throw new RequestError(405, `Cannot ${method} ${path}, only ${allow}`, {
      headers: { allow },
      logged: `only ${allow}`,
    });
  };
}

function assertPercentEncoded(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    throw new RequestError(400, `${path} is not percent-encoded UTF-8`, {
      logged: "the path is not percent-encoded UTF-8",
    });
  }
}
