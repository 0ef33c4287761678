import type { Event } from "../../../generated/sandbox-control-types.ts";
import type { PlainRequest } from "./tasks.ts";

/** What the contract says of an operation that can follow another one. */
export interface LinkedOperation {
  method: string;
  path: string;
  title: Record<"en" | "pt-BR", string>;
  /** The statuses of the resource in which it has an effect. All, if the contract names none. */
  from?: readonly string[];
  /** What can follow it: an operation, with expressions for its parameters and its body. */
  links: readonly {
    id: string;
    parameters: Record<string, string>;
    body?: Record<string, string>;
  }[];
}

/** By their ids. Set by scripts/docs/page-sandbox.ts. */
declare const LINKED_OPERATIONS: Record<string, LinkedOperation>;

/** A request that can be sent next, and the values in it. */
export interface Move {
  id: string;
  title?: string;
  request: PlainRequest;
  values: Values;
}

/** What the expressions of links read. */
interface Values {
  path: Record<string, string>;
  query: Record<string, string>;
  header: Record<string, string>;
  body: unknown;
}

/** What a page shows of the resource that the latest requests were about. */
export interface Shown {
  id: string;
  values: Values;
  response: unknown;
  resource: Resource | undefined;
}

interface Resource {
  /** The tag of its operations, such as `payments`. */
  tag: string;
  id: string;
  status: string | undefined;
  method: string | undefined;
}

/** What is shown after a step. One that is about something else, such as the clock, leaves the resource. */
export function shownAfter(
  { id, values, before }: Move & { before: Shown | undefined },
  text: string,
  events: readonly Event[],
): Shown {
  const response = parsed(text);
  const [tag = ""] = id.split(".");
  const data = valueAt(response, ["data"]) as Partial<Record<string, string>> | undefined;
  if (TAGS.includes(tag) && data?.id) {
    const { id: resourceId, status, paymentMethod: method } = data;
    return { id, values, response, resource: { tag, id: resourceId, status, method } };
  }
  if (!before?.resource) return { id, values, response, resource: undefined };
  const change = events.findLast(
    (event) => event.type === "status.changed" && event.resource.id === before.resource?.id,
  );
  const status = change?.type === "status.changed" ? change.data.to : before.resource.status;
  return { ...before, resource: { ...before.resource, status } };
}

/** The tags whose resources the inspector has a page for. */
const TAGS = ["payments", "subscriptions", "customers", "cards", "subaccounts", "withdrawals"];

type Who =
  | "pay"
  | "expire"
  | "accept"
  | "dispute"
  | "approve"
  | "reject"
  | "withdraw"
  | "fail"
  | "day"
  | "month"
  | "year";

/** What others than the API do to a resource, by its status. */
const CONTROLS: readonly [Who, tag: string, from: string, to: string, methods?: string[]][] = [
  ["pay", "payments", "PENDING", "PAID", ["pix", "billet"]],
  ["expire", "payments", "PENDING", "CANCELED", ["pix", "billet"]],
  ["accept", "payments", "PENDING", "SUCCEEDED", ["card"]],
  ["dispute", "payments", "SUCCEEDED", "DISPUTED", ["card"]],
  ["approve", "subaccounts", "PENDING", "APPROVED"],
  ["reject", "subaccounts", "PENDING", "REJECTED"],
  ["withdraw", "withdrawals", "PENDING", "PAID"],
  ["fail", "withdrawals", "PENDING", "FAILED"],
];

/** How far the clock can be moved, in days. */
const CLOCK: readonly [Who, days: number][] = [
  ["day", 1],
  ["month", 30],
  ["year", 365],
];

/** What the controls of the sandbox can do next. */
export function controlsOf(resource: Resource | undefined, say: Record<Who, string>): Move[] {
  const possible = CONTROLS.filter(
    ([, tag, from, , methods]) =>
      tag === resource?.tag &&
      from === resource.status &&
      (!methods || methods.includes(`${resource.method}`)),
  );
  const clock = CLOCK.filter(([who]) => who === "day" || resource?.tag === "subscriptions");
  return [
    ...possible.map(([who, tag, , status]) =>
      moveOf(`${tag}.setStatus`, say[who], `/_sandbox/${tag}/${resource?.id}/status`, { status }),
    ),
    ...clock.map(([who, days]) =>
      moveOf("clock.advance", say[who], "/_sandbox/clock/advance", { days }),
    ),
  ];
}

function moveOf(id: string, title: string, path: string, body: object): Move {
  const request = jsonRequest("POST", path, body);
  return { id, title, request, values: { path: {}, query: {}, header: {}, body } };
}

/** What the contract's links lead to, where the response has what they need. */
export function linksOf({ id, values, response, resource }: Shown): Move[] {
  const language = document.documentElement.lang === "pt-BR" ? "pt-BR" : "en";
  const own = LINKED_OPERATIONS[id]?.links ?? [];
  // A control answers with the resource, as the operation does that reads it.
  const links = own.length > 0 ? own : (LINKED_OPERATIONS[`${resource?.tag}.get`]?.links ?? []);
  return links.flatMap((link) => {
    const target = LINKED_OPERATIONS[link.id];
    if (!target || (target.from && !target.from.includes(`${resource?.status}`))) return [];
    const read = (expression: string) => evaluated(expression, values, response);
    const found = Object.entries(link.parameters).map(([name, value]) => [name, read(value)]);
    const body =
      link.body &&
      Object.fromEntries(Object.entries(link.body).map(([name, value]) => [name, read(value)]));
    if ([...found.map(([, value]) => value), ...Object.values(body ?? {})].includes(undefined))
      return [];
    const move = requestOf(target, Object.fromEntries(found), body);
    return [{ id: link.id, title: target.title[language], ...move }];
  });
}

function requestOf(
  { method, path: template }: LinkedOperation,
  parameters: Record<string, string>,
  body: object | undefined,
) {
  const path: Values["path"] = {};
  const query: Values["query"] = {};
  const header: Values["header"] = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (name.startsWith("header.")) header[name.slice("header.".length)] = value;
    else (template.includes(`{${name}}`) ? path : query)[name] = value;
  }
  const request = jsonRequest(method, pathWith(template, path, query), body, header);
  return { request, values: { path, query, header, body } };
}

/** A path with its parameters, and those of the query. */
export function pathWith(
  template: string,
  path: Record<string, string>,
  query: Record<string, string>,
): string {
  const filled = Object.entries(path).reduce(
    (rest, [name, value]) => rest.replace(`{${name}}`, encodeURIComponent(value)),
    template,
  );
  const search = new URLSearchParams(query).toString();
  return filled + (search && `?${search}`);
}

export function jsonRequest(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): PlainRequest {
  if (body === undefined) return { method, path, headers, body: null };
  const withType = { "content-type": "application/json", ...headers };
  return { method, path, headers: withType, body: JSON.stringify(body) };
}

/**
 * The value of a runtime expression of OpenAPI.
 *
 * @example
 * evaluated("$response.body#/data/id", values, { data: { id: "c9d1" } }); // "c9d1"
 */
function evaluated(expression: string, values: Values, response: unknown): string | undefined {
  const [, message, place = "", rest = ""] =
    /^\{?\$(request|response)\.(body|path|query|header)[#.](.*?)\}?$/.exec(expression) ?? [];
  const bodies: Record<string, unknown> = { request: values.body, response };
  const found =
    place === "body"
      ? valueAt(bodies[message ?? ""], rest.split("/").slice(1))
      : values[place as "path" | "query" | "header"]?.[rest];
  return found === undefined || found === null ? undefined : `${found}`;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown> | null)?.[key],
    value,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
