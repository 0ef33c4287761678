import type { EventResource, LoggedRequest } from "../../../generated/sandbox-control-types.ts";
import { isObject, isString, type JsonObject } from "../../contract/cursor.ts";
import { redactPath } from "../../http-server/redact-text.ts";
import { redactFields } from "../request-log/redact-by-contract.ts";
import { MAX_BODY_LENGTH, redactSecrets } from "../request-log/redact-by-search.ts";
import { monotonicTime } from "../runtime/clock.ts";
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
  const { id, request, endpoint, startedAt } = exchange;
  const { status, reasons } = reply;
  const readResponse = responseReader(endpoint?.secrets.response ?? [], reply);
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
    // Most events are never read.
    get response() {
      return readResponse();
    },
    duration: roundToMicroseconds(monotonicTime() - startedAt),
  };
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
  if (request.body.length > MAX_BODY_LENGTH) return `${request.body.toString().length} characters`;
  return redactFields(valid.body, endpoint?.secrets.request ?? []);
}

/** Keeps no more of the request than what it returns. */
function responseReader(secrets: readonly string[], { status, body, text }: Reply): () => unknown {
  if (status === null) return () => null;
  const { length } = text;
  if (length > MAX_BODY_LENGTH) return () => `${length} characters`;
  return () => redactFields(body instanceof StoredJson ? body.read() : body, secrets);
}

/** The resource that a request names in its path or body, or that it has created. */
function resourceOf({ endpoint, valid, response }: Exchange, body: object): EventResource | null {
  const resource = endpoint?.resource;
  if (!resource || !valid) return null;
  const given = resource.idFields.map((name) => valid.path[name] ?? fieldOf(valid.body, name));
  const created = response?.createdId ?? fieldOf(fieldOf(body, "data"), "id");
  const id = [...given, created].find((each) => each !== undefined);
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
