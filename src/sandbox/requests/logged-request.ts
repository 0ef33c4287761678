import type {
  EventResource,
  LoggedRequest,
  ReceivedRequest,
} from "../../../generated/sandbox-control-types.ts";
import { isObject, isString, type JsonObject } from "../../contract/cursor.ts";
import { redactPath, redactReceived } from "../../text/redact-by-search.ts";
import { redactFields } from "../request-log/redact-by-contract.ts";
import type { Company, NewEvent } from "../store/records.ts";
import { type CompanyCall, warningsFor } from "./company-request.ts";
import type { Input } from "./read-input.ts";
import type { Reply } from "./request.ts";
import type { AnyResult } from "./success-reply.ts";

/** Of a longer body, the log only contains the length. */
const MAX_BODY_LENGTH = 10_000;

interface Completed {
  company: Company;
  /** What the handler has returned. */
  result: AnyResult | undefined;
  /** Its reply, and the one that the client sees. */
  reply: Reply;
  shown: Reply;
}

/** The events of a request, without its secrets: its outcome, and its warnings, if it has any. */
export function completedEvents(call: CompanyCall, completed: Completed, at: string): NewEvent[] {
  const { operation } = call;
  const { company, result, reply, shown } = completed;
  const { status, reasons = [] } = shown;
  const data: LoggedRequest = {
    ...receivedRequest(call),
    status,
    reasons,
    response: shownResponse(shown, operation.secrets.response),
    duration: roundToMicroseconds(call.elapsed()),
  };
  const common = {
    at,
    cause: { type: "request", requestId: call.id },
    // The client may not have got the response that names it.
    resource: resourceOf(call, result, reply.json),
  } as const;
  const events: NewEvent[] = [{ ...common, type: "request.completed", data }];
  const warnings = warningsFor(company, call);
  if (warnings.length > 0)
    events.push({
      ...common,
      type: "request.warned",
      data: { operationId: operation.id, warnings: [...warnings] },
    });
  return events;
}

/** The event of a request whose response is not known yet. */
export function receivedEvent(call: CompanyCall, at: string): NewEvent {
  return {
    type: "request.received",
    at,
    cause: { type: "request", requestId: call.id },
    resource: null,
    data: receivedRequest(call),
  };
}

function receivedRequest(call: CompanyCall): ReceivedRequest {
  const { id, request, operation, input } = call;
  return {
    id,
    method: request.method,
    path: hasOnlyUuids(call) ? request.path : redactPath(request.path),
    operationId: operation.id,
    query: shownQuery(input.query),
    subaccountId: subaccountOf(input),
    body: shownRequestBody(call),
  };
}

/** A valid header is a UUID. Any other text could be a secret that was sent in the wrong place. */
function subaccountOf({ valid }: Input): string | null {
  const id = valid?.headers["x-subaccount-id"];
  return isString(id) ? id : null;
}

/** Whether a path is valid, and has no text of the caller's choice. */
function hasOnlyUuids({ input, operation }: CompanyCall): boolean {
  return input.valid !== undefined && operation.pathHasOnlyUuids;
}

/** A body that fits the contract has its secrets in known places only. */
function shownRequestBody({ operation, input }: CompanyCall): unknown {
  const { bytes, body, valid, hasUnknownFields } = input;
  if (body === undefined) return null;
  if (!valid || hasUnknownFields) return redactUnknown(body);
  if (bytes.length > MAX_BODY_LENGTH) return `${new TextDecoder().decode(bytes).length} characters`;
  return redactFields(valid.body, operation.secrets.request);
}

function shownResponse({ status, json = {}, body }: Reply, secrets: readonly string[]): unknown {
  if (status === null) return null;
  // The body of a recorded request is JSON.
  const { length } = body as string;
  return length > MAX_BODY_LENGTH ? `${length} characters` : redactFields(json, secrets);
}

/** The resource that a request names in its path or body, or that it has created. */
function resourceOf(
  { operation: { resource }, input: { valid } }: CompanyCall,
  result: AnyResult | undefined,
  json: object | undefined,
): EventResource | null {
  if (!resource || !valid) return null;
  let id: unknown;
  for (const name of resource.idFields) id ??= valid.path[name] ?? fieldOf(valid.body, name);
  const createdId = result && "createdId" in result ? result.createdId : undefined;
  id ??= createdId ?? fieldOf(fieldOf(json, "data"), "id");
  return id === undefined ? null : { type: resource.type, id: `${id}` };
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function shownQuery(query: object = {}): JsonObject {
  if (Object.keys(query).length === 0) return {};
  const shown = redactUnknown(query);
  return isObject(shown) ? shown : {};
}

/** Redacts what the contract does not describe: invalid bodies, unknown fields and queries. */
function redactUnknown(value: unknown): unknown {
  const length = lengthOf(value);
  if (length === undefined) return "nested too deep";
  return length > MAX_BODY_LENGTH ? `${length} characters` : redactReceived(value);
}

/** Undefined if nested too deeply: JSON.parse accepts any depth, but JSON.stringify overflows the stack. */
function lengthOf(value: unknown): number | undefined {
  try {
    return JSON.stringify(value).length;
  } catch {
    return undefined;
  }
}

function roundToMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
