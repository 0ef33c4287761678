import type { Event } from "../../../generated/sandbox-control-types.ts";
import { type Controls, language } from "./labels.ts";
import type { PlainRequest } from "./tasks.ts";

/** An operation with the values of one request. */
export interface Call {
  id: string;
  /** What its button says. */
  title?: string;
  method: string;
  /** With parameters in braces. */
  path: string;
  values: Values;
}

/** The values of a request, by their place in it. */
export interface Values {
  path?: Record<string, string>;
  query?: Record<string, string>;
  header?: Record<string, string>;
  body?: unknown;
}

/** What the contract says of an operation that can follow another one. */
export interface LinkedOperation {
  method: string;
  path: string;
  title: Record<"en" | "pt-BR", string>;
  /** The statuses of the resource in which it has an effect. All, if the contract names none. */
  from?: readonly string[];
  /** What can follow it. */
  links: readonly Link[];
}

/** An operation, and where its values are: each by its place, its name, and its path in the exchange before. */
interface Link {
  id: string;
  /** What the contract says of it, where another link leads to the same operation. */
  title?: LinkedOperation["title"];
  takes: readonly (readonly [place: keyof Values, name: string, from: readonly string[]])[];
}

/** By their ids, and by each tag what can follow whatever else happened to its resource. Set by scripts/docs/page-sandbox.ts. */
declare const LINKED_OPERATIONS: Record<string, LinkedOperation>;

/** What a page shows of the resource that the latest calls were about. */
export interface Shown {
  /** The operation that answered with the resource. */
  id: string;
  exchange: { request: Values; response: unknown };
  /** Its `tag` is that of its operations, such as `payments`. */
  resource?: { tag: string; id: string; status: string | undefined; method: string | undefined };
}

/** The tags whose resources the inspector has a page for. It has none for a split. */
const TAGS = ["payments", "subscriptions", "customers", "cards", "subaccounts", "withdrawals"];

/** What is shown after a call. One that is about something else, such as the clock, leaves the resource. */
export function shownAfter(
  { id, values }: Call,
  response: unknown,
  { before, events }: { before: Shown | undefined; events: readonly Event[] },
): Shown {
  const [tag = ""] = id.split(".");
  const data = valueAt(response, ["data"]) as Partial<Record<string, string>> | undefined;
  const shown = { id, exchange: { request: values, response } };
  if (TAGS.includes(tag) && data?.id && !id.endsWith("Split"))
    return {
      ...shown,
      resource: { tag, id: data.id, status: data.status, method: data.paymentMethod },
    };
  const resource = before?.resource;
  if (!resource) return shown;
  const statuses = events.flatMap((event) =>
    event.type === "status.changed" && event.resource.id === resource.id ? [event.data.to] : [],
  );
  return { ...before, id, resource: { ...resource, status: statuses.at(-1) ?? resource.status } };
}

/** What others than the API do to a resource. */
export interface StatusMove {
  tag: string;
  from: readonly string[];
  to: string;
  /** Empty if it happens to all payments. */
  methods: readonly string[];
  /** The contract's sentence for the transition. Only the service's own have one, not those of the sandbox alone. */
  title?: Record<"en" | "pt-BR", string>;
}

/** Set by scripts/docs/page-sandbox.ts. */
declare const STATUS_MOVES: readonly StatusMove[];

/** How far the clock can be moved, in days. */
const CLOCK = { day: 1, month: 30, year: 365 } as const;

/** What can happen next. The clock comes last: the second press of a double click moves no time. */
export function movesOf(shown: Shown, say: Controls): Call[] {
  const { tag, id, status, method = "" } = shown.resource ?? {};
  const possible = STATUS_MOVES.filter(
    ({ tag: of, from, methods }) =>
      of === tag &&
      from.includes(`${status}`) &&
      (methods.length === 0 || methods.includes(method)),
  );
  const steps = (["day", "month", "year"] as const).slice(0, tag === "subscriptions" ? 3 : 1);
  const post = (operation: string, title: string, path: string, body: object): Call => {
    return { id: operation, title, method: "POST", path, values: { body } };
  };
  return [
    ...possible.map(({ to, title }) => {
      const said = title?.[language()] ?? say[`${tag}.${to}` as keyof Controls];
      return post(`${tag}.setStatus`, said, `/_sandbox/${tag}/${id}/status`, { status: to });
    }),
    ...linksOf(shown),
    ...steps.map((step) =>
      post("clock.advance", say[step], "/_sandbox/clock/advance", { days: CLOCK[step] }),
    ),
  ];
}

/** What the contract's links lead to, where the exchange has what they need. */
function linksOf({ id, exchange, resource }: Shown): Call[] {
  const own = LINKED_OPERATIONS[id]?.links ?? [];
  const links = own.length > 0 ? own : (LINKED_OPERATIONS[`${resource?.tag}`]?.links ?? []);
  return links.flatMap(({ id: linked, title: said, takes }) => {
    const target = LINKED_OPERATIONS[linked];
    if (!target || (target.from && !target.from.includes(`${resource?.status}`))) return [];
    const values: Record<string, Record<string, string>> = {};
    for (const [place, name, from] of takes) {
      const value = valueAt(exchange, from);
      if (value === undefined || value === null) return [];
      values[place] = { ...values[place], [name]: `${value}` };
    }
    const { method, path, title } = target;
    return [{ id: linked, title: (said ?? title)[language()], method, path, values }];
  });
}

/** The request of a call. */
export function requestOf({ method, path: template, values }: Call): PlainRequest {
  const { path = {}, query, header: headers = {}, body } = values;
  const filled = Object.entries(path).reduce(
    (rest, [name, value]) => rest.replace(`{${name}}`, encodeURIComponent(value)),
    template,
  );
  const search = new URLSearchParams(query).toString();
  const request = { method, path: filled + (search && `?${search}`) };
  if (body === undefined) return { ...request, headers, body: null };
  const withType = { "content-type": "application/json", ...headers };
  return { ...request, headers: withType, body: JSON.stringify(body) };
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key],
    value,
  );
}
