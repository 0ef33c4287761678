import type { ApiPromise } from "./api-promise.ts";

/** What any operation returns. Lists have `meta`, if they have pages. */
export interface Answer {
  data: unknown;
  message?: unknown;
  meta?: { total: number };
}

/** What the contract says of an operation: whether it has a body, and where its parameters are. */
interface OperationFacts {
  id: string;
  body?: unknown;
  parameters: readonly { in: string }[];
}

/** What an operation is called with. */
export interface OperationRequest {
  path: unknown[];
  query: object;
  headers: Record<string, string>;
  body: unknown;
}

type Method = (...args: unknown[]) => ApiPromise<Answer>;

/** Calls an operation that only its id names, and returns what a sandbox warns about too. */
export async function callOperation(
  client: object,
  { id, body: takesBody, parameters }: OperationFacts,
  { path, query, headers, body }: OperationRequest,
): Promise<{ answer: Answer; warnings: string[] }> {
  const [group, name] = id.split(".") as [string, string];
  const method = (client as Record<string, Record<string, Method>>)[group]?.[name] as Method;
  const takesQuery = parameters.some((each) => each.in === "query");
  const payload = takesBody ? [body] : takesQuery ? [query] : [];
  const { response, ...answer } = await method(...path, ...payload, { headers }).withResponse();
  return { answer, warnings: warningsIn(response.headers) };
}

/** Each warning is percent-encoded. */
export function warningsIn(headers: Headers): string[] {
  const warnings = headers.get("x-sandbox-warning")?.split("; ") ?? [];
  return warnings.map(decodeURIComponent);
}
