import type { EventResource, LoggedRequest } from "../../../generated/sandbox-control-types.ts";
import { isObject, isString, type JsonObject } from "../../contract/cursor.ts";
import { redactPath } from "../../http-server/redact-text.ts";
import type { Parameter, Route } from "../openapi/routes-from-contract.ts";
import { maskFields } from "../request-log/mask-fields.ts";
import { MAX_BODY_LENGTH, redactSecrets } from "../request-log/redact-secrets.ts";
import { monotonicTime } from "../runtime/clock.ts";
import type { Company, NewEvent } from "../store/records.ts";
import { UnparsedJson } from "../store/unparsed-json.ts";
import type { ValidRequest } from "./validate-request.ts";

/** What is known about a request so far. The timeline shows it even if the request fails midway. */
export interface RequestState {
  readonly id: string;
  /** In milliseconds of {@link monotonicTime}. */
  readonly startedAt: number;
  endpoint?: Route;
  /** Whether the inspector sent the request. */
  isInspector?: boolean;
  company?: Company;
  query?: Record<string, string>;
  /** The parsed body. */
  body?: unknown;
  /** The request, once it is validated. */
  valid?: ValidRequest;
  /** The id of the resource that the request has created, if the response does not show it. */
  createdId?: string | undefined;
  /** Whether the request is on the timeline, in the transaction of what it has changed. */
  isRecorded?: boolean;
  /** Whether the body has fields that the contract does not know. */
  hasUnknownFields?: boolean;
  /** What is allowed in the body, but probably a mistake. */
  warnings?: readonly string[];
}

export interface Outcome {
  status: number | null;
  reasons: string[];
  body: object;
  /** The number of characters of the body. */
  length: number;
}

/** The events of a request, without its secrets: its outcome, and its warnings, if it has any. */
export function requestEvents(
  request: { method: string; path: string; body: Buffer },
  state: RequestState,
  outcome: Outcome,
  at: string,
): NewEvent[] {
  const completed = completedEvent(request, state, outcome, at);
  const { endpoint, warnings = [] } = state;
  if (!endpoint || warnings.length === 0) return [completed];
  const data = { operationId: endpoint.id, warnings: [...warnings] };
  return [completed, { ...completed, type: "request.warned", data }];
}

function completedEvent(
  request: { method: string; path: string; body: Buffer },
  state: RequestState,
  outcome: Outcome,
  at: string,
): NewEvent & { type: "request.completed" } {
  const { status, reasons } = outcome;
  const data: LoggedRequest = {
    id: state.id,
    method: request.method,
    path: hasOnlyUuids(state) ? request.path : redactPath(request.path),
    operationId: state.endpoint?.id ?? null,
    status,
    reasons,
    query: shownQuery(state.query),
    subaccountId: subaccountOf(state),
    body: shownRequestBody(request.body, state),
    response: shownResponseBody(state, outcome),
    duration: roundToMicroseconds(monotonicTime() - state.startedAt),
  };
  return {
    type: "request.completed",
    at,
    cause: { type: "request", requestId: state.id },
    resource: resourceOf(state, outcome.body),
    data,
  };
}

/** A valid header is a UUID. Any other text could be a secret that was sent in the wrong place. */
function subaccountOf({ valid }: RequestState): string | null {
  const id = valid?.headers["x-subaccount-id"];
  return isString(id) ? id : null;
}

/** Whether a path is valid, and has no text of the caller's choice. */
function hasOnlyUuids({ valid, endpoint }: RequestState): boolean {
  const isUuid = ({ in: where, kind }: Parameter) => where !== "path" || kind === "uuid";
  return valid !== undefined && endpoint?.parameters.every(isUuid) === true;
}

/** A body that fits the contract has its secrets in known places only. */
function shownRequestBody(raw: Buffer, state: RequestState): unknown {
  const { endpoint, body, valid, hasUnknownFields } = state;
  if (body === undefined) return null;
  if (!valid || hasUnknownFields) return redactSecrets(body);
  if (raw.length > MAX_BODY_LENGTH) return `${raw.toString().length} characters`;
  return endpoint?.hasSecrets.request ? maskFields(valid.body) : valid.body;
}

function shownResponseBody({ endpoint }: RequestState, { status, body, length }: Outcome): unknown {
  if (status === null) return null;
  if (length > MAX_BODY_LENGTH) return `${length} characters`;
  const value = body instanceof UnparsedJson ? body.read() : body;
  return endpoint?.hasSecrets.response ? maskFields(value) : value;
}

/** The type of the resource that the operations of a group concern, and the names of its id in a request. */
const RESOURCES: Record<string, { type: EventResource["type"]; idFields: readonly string[] }> = {
  payments: { type: "payment", idFields: ["paymentId", "transactionId"] },
  customers: { type: "customer", idFields: ["customerId"] },
  cards: { type: "card", idFields: ["tokenizedCardId"] },
  subaccounts: { type: "subaccount", idFields: ["subaccountId"] },
  subscriptions: { type: "subscription", idFields: ["subscriptionId"] },
  bankAccounts: { type: "bankAccount", idFields: [] },
  withdrawals: { type: "withdrawal", idFields: ["withdrawalId"] },
};

/** The resource that a request names in its path or body, or that it has created. */
function resourceOf(
  { endpoint, valid, createdId }: RequestState,
  response: object,
): EventResource | null {
  const [group = ""] = endpoint?.id.split(".") ?? [];
  const resource = RESOURCES[group];
  if (!resource || !valid) return null;
  const given = resource.idFields.map((name) => valid.path[name] ?? fieldOf(valid.body, name));
  const created = createdId ?? fieldOf(fieldOf(response, "data"), "id");
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
