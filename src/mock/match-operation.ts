import type { Cursor } from "../contract/cursor.ts";
import { type Operation, operations } from "../contract/operations.ts";
import { RequestError } from "./request-error.ts";

export type MatchOperation = (method: string, path: string) => Operation;

/** Makes the function that finds the operation a request is for, or refuses the request. */
export function createOperationMatcher(contract: Cursor): MatchOperation {
  const all = operations(contract).map((operation) => ({
    operation,
    method: operation.place.key.toUpperCase(),
    template: operation.pathItem.key,
    pattern: new RegExp(`^${operation.pathItem.key.replace(/\{\w+\}/g, "[^/]+")}$`),
  }));
  // OpenAPI matches a path without parameters first: /payments/refund is no payment's id.
  all.sort((one, other) => countParameters(one.template) - countParameters(other.template));

  return (method, path) => {
    checkEncoding(path);
    const template = all.find(({ pattern }) => pattern.test(path))?.template;
    const there = all.filter((one) => one.template === template);
    const found = there.find((one) => one.method === method);
    if (found) return found.operation;
    if (there.length === 0) throw new RequestError(404, `Cannot ${method} ${path}`);
    const allow = there.map((one) => one.method).join(", ");
    throw new RequestError(405, `Cannot ${method} ${path}, only ${allow}`, { headers: { allow } });
  };
}

function countParameters(template: string): number {
  return template.split("{").length;
}

function checkEncoding(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    throw new RequestError(400, `${path} is not percent-encoded UTF-8`);
  }
}
