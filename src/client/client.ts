import type { OperationId } from "../../generated/client.ts";
import { createCall, createListCall } from "./call.ts";
import type { OperationRow } from "./operation.ts";
import { type CallOptions, type CentavoOptions, readOptions } from "./options.ts";
import type { Input } from "./request.ts";
import { createSend, type Send } from "./send.ts";

/**
 * Makes a client of the operations in a table: `Surface` is what the table's ids give, `a.b` as the
 * method `b` of the group `a`. Its token is the payment interface's, from the same base address.
 */
export function createClient<Surface>(
  table: Readonly<Record<string, OperationRow>>,
  options: CentavoOptions,
): Surface {
  const send = createSend(readOptions(options));
  const groups: Record<string, Record<string, unknown>> = {};
  // Errors and hooks are typed for the payment interface, whose ids users compare with.
  for (const [id, operation] of Object.entries(table) as [OperationId, OperationRow][]) {
    const [group, name] = id.split(".") as [string, string];
    groups[group] ??= {};
    groups[group][name] = createMethod(id, operation, send);
  }
  return groups as Surface;
}

/** A method takes path parameters first, then the body or the query, then options. */
function createMethod(id: OperationId, operation: OperationRow, send: Send) {
  const { path: pattern, takes, pageSize } = operation;
  const count = pattern.split("{").length - 1;
  return (...args: unknown[]) => {
    const path = args.splice(0, count);
    const payload = takes && { [takes]: args.shift() };
    const options = (args.shift() ?? {}) as CallOptions;
    const input: Input = { id, operation, path, options, ...payload };
    return pageSize ? createList(input, pageSize, send) : createCall(send(input));
  };
}

function createList(input: Input, defaultLimit: number, send: Send) {
  // Copied: pages are fetched later, and are to be pages of the same list.
  const query: { page?: number; limit?: number } = { ...input.query };
  return createListCall(send(input), {
    first: query.page ?? 1,
    limit: query.limit ?? defaultLimit,
    fetch: (page) => send({ ...input, query: { ...query, page } }),
  });
}
