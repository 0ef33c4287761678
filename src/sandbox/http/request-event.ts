import type { EventResource, LoggedRequest } from "../../../generated/sandbox-control-types.ts";
import { isObject, isString, type JsonObject } from "../../contract/cursor.ts";
import { redactPath } from "../../text/redact-text.ts";
import { redactFields } from "../request-log/redact-by-contract.ts";
import { MAX_BODY_LENGTH, redactSecrets } from "../request-log/redact-by-search.ts";
import type { NewEvent } from "../store/records.ts";
import { StoredJson } from "../store/stored-json.ts";
import type { Exchange, Reply } from "./exchange.ts";

/** The events of a request, without its secrets: its outcome, and its warnings, if it has any. */
export function requestEvents(exchange: Exchange, reply: Reply, at: string): NewEvent[] {
  const completed = completedEvent(exchange, reply, at);
  const { endpoint, warnings = [] } = exchange;
  if (!endpoint || warnings.length === 0) return [completed];
  const data = { operationId: endpoint.id, warnings: [...warnings] };
  return [completed, { ...completed, type: "request.warned", data }];
}

function completedEvent(
  exchange: Exchange,
  reply: Reply,
  at: string,
): NewEvent & { type: "request.completed" } {
  const { id, request, endpoint, elapsed } = exchange;
  const { status, reasons } = reply;
  const data: LoggedRequest = {
    id,
    method: request.method,
    path: hasOnlyUuids(exchange) ? request.path : redactPath(request.path),
    operationId: endpoint?.id ?? null,
    status,
    reasons,
    query: shownQuery(exchange.query),
    subaccountId: subaccountOf(exchange),
    body: shownRequestBody(exchange),
    response: null,
    duration: roundToMicroseconds(elapsed()),
  };
  showResponse(data, endpoint?.secrets.response ?? [], reply);
  return {
    type: "request.completed",
    at,
    cause: { type: "request", requestId: id },
    // The client may not have got the response that names it.
    resource: resourceOf(exchange, (exchange.reply ?? reply).body),
    data,
  };
}

/** A valid header is a UUID. Any other text could be a secret that was sent in the wrong place. */
function subaccountOf({ valid }: Exchange): string | null {
  const id = valid?.headers["x-subaccount-id"];
  return isString(id) ? id : null;
}

/** Whether a path is valid, and has no text of the caller's choice. */
function hasOnlyUuids({ valid, endpoint }: Exchange): boolean {
  return valid !== undefined && endpoint?.pathHasOnlyUuids === true;
}

/** A body that fits the contract has its secrets in known places only. */
function shownRequestBody({ request, endpoint, body, valid, hasUnknownFields }: Exchange): unknown {
  if (body === undefined) return null;
  if (!valid || hasUnknownFields) return redactSecrets(body);
  if (request.body.length > MAX_BODY_LENGTH)
    return `${new TextDecoder().decode(request.body).length} characters`;
  return redactFields(valid.body, endpoint?.secrets.request ?? []);
}

/** Most events are never read, so stored text is parsed only when its event is. */
function showResponse(
  data: LoggedRequest,
  secrets: readonly string[],
  { status, body, text }: Reply,
): void {
  if (status === null) return;
  if (text.length > MAX_BODY_LENGTH) data.response = `${text.length} characters`;
  else if (body instanceof StoredJson)
    Object.defineProperty(data, "response", { get: () => redactFields(body.read(), secrets) });
  else data.response = redactFields(body, secrets);
}

/** The resource that a request names in its path or body, or that it has created. */
function resourceOf({ endpoint, valid, response }: Exchange, body: object): EventResource | null {
  const resource = endpoint?.resource;
  if (!resource || !valid) return null;
  let id: unknown;
  for (const name of resource.idFields) id ??= valid.path[name] ?? fieldOf(valid.body, name);
  id ??= response?.createdId ?? fieldOf(fieldOf(body, "data"), "id");
  return id === undefined ? null : { type: resource.type, id: `${id}` };
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function shownQuery(query: object = {}): JsonObject {
  if (Object.keys(query).length === 0) return {};
  const shown = redactSecrets(query);
  return isObject(shown) ? shown : {};
}

function roundToMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
