import type { ApiPromise } from "../../client/api-promise.ts";
import { CommandError } from "../define-command.ts";
import type { ServiceConnection } from "../sandbox-connection.ts";
import type { OperationRow } from "./operation-table.ts";
import type { OperationRequest } from "./read-request.ts";

/** What any operation returns. Lists have `meta`, if they have pages. */
export interface Answer {
  data: unknown;
  message?: unknown;
  meta?: { total: number };
}

type Method = (...args: unknown[]) => ApiPromise<Answer>;

/** Calls an operation with the client of its interface. */
export async function callWithClient(
  { id, api, body: schema, parameters }: OperationRow,
  { path, query, headers, body }: Partial<OperationRequest>,
  { centavo, control }: ServiceConnection,
): Promise<{ answer: Answer; warnings: string[] }> {
  const [group, name] = id.split(".") as [string, string];
  const clients = { service: centavo, control } as unknown as Record<
    string,
    Record<string, Record<string, Method>>
  >;
  const method = clients[api]?.[group]?.[name];
  if (!method) throw new CommandError(`${id} is only in a sandbox`);
  const takesQuery = parameters.some((each) => each.in === "query");
  const argument = schema ? [body] : takesQuery ? [query] : [];
  const { response, ...answer } = await method(...(path ?? []), ...argument, {
    headers,
  }).withResponse();
  // Each warning is percent-encoded.
  const warnings = response.headers.get("x-sandbox-warning")?.split("; ") ?? [];
  return { answer, warnings: warnings.map(decodeURIComponent) };
}
