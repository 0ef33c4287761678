import type { Event, LoggedRequest } from "../../../generated/sandbox-control-types.ts";
import { escapeControls } from "../../client/escape-controls.ts";
import { formatMoney } from "../../text/format-money.ts";
import { inBrazil } from "../domain/calendar.ts";

type EventType = Event["type"];
type EventOf<Type extends EventType> = Omit<Extract<Event, { type: Type }>, "id">;
/** An event, which may have no id yet. */
type AnyEvent = { [Type in EventType]: EventOf<Type> }[EventType];

/** What the line of an event says beside its time and its resource. */
interface Description {
  /** The operation of a request, or what happened. */
  name: string;
  /** In centavos. */
  amount?: number | undefined;
  outcome: string;
}

const descriptions: { [Type in EventType]: (event: EventOf<Type>) => Description } = {
  "request.received": ({ data }) => ({
    name: data.operationId ?? `${data.method} ${data.path}`,
    outcome: "has begun",
  }),
  "request.completed": ({ data }) => ({
    name: data.operationId ?? `${data.method} ${data.path}`,
    amount: amountOf(data),
    outcome: outcomeOf(data),
  }),
  "request.warned": ({ data }) => ({
    name: "  warning",
    outcome: data.warnings.join("; "),
  }),
  "status.changed": ({ resource, data }) => ({
    name: `${resource.type} status`,
    outcome: data.from === null ? data.to : `${data.from} → ${data.to}`,
  }),
  "ledger.posted": ({ data }) => ({
    name: "ledger",
    outcome: `${data.event}, ${data.entries.length} entries`,
  }),
  "balance.settled": ({ data }) => ({
    name: "settlement",
    amount: data.amount,
    outcome: `became available to ${data.subaccountId === null ? "the company" : "the subaccount"}`,
  }),
  "subscription.charged": ({ data }) => ({
    name: "subscription charge",
    amount: data.amount,
    outcome: `${data.outcome}, attempt ${data.attempt}`,
  }),
  "postback.attempted": ({ data }) => ({
    name: "postback",
    outcome: [
      data.status ?? "no response",
      `attempt ${data.attempt}`,
      data.forwarded && "by a listener",
      data.nextAttemptAt && `next ${inBrazil(data.nextAttemptAt)}`,
    ]
      .filter(Boolean)
      .join(", ")
      .concat(data.problem === null ? "" : `: ${data.problem}`),
  }),
  "clock.advanced": ({ data }) => ({ name: "clock", outcome: `→ ${inBrazil(data.to)}` }),
  "company.imported": ({ data }) => ({ name: "import", outcome: `${data.records} records` }),
  "company.restored": ({ data }) => ({ name: "restore", outcome: `snapshot ${data.snapshotId}` }),
};

const WIDTHS = { name: 26, id: 36, amount: 15 };

/**
 * An event in one line: its time by the company's clock in Brazil, the operation or what happened, the id of the
 * resource, the amount, and the outcome. The columns of all lines are aligned.
 *
 * @example
 * describeEvent(event);
 * // "2026-03-02T09:00:00-03:00  payment status              c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d                   PENDING → PAID"
 */
export function describeEvent(event: AnyEvent): string {
  const { name, amount, outcome } = descriptionOf(event);
  const columns = [
    inBrazil(event.at),
    name.padEnd(WIDTHS.name),
    (event.resource?.id ?? "").padEnd(WIDTHS.id),
    (amount === undefined ? "" : formatMoney(amount)).padStart(WIDTHS.amount),
    outcome,
  ];
  return escapeControls(columns.join("  "));
}

/** The same facts as in the line, for programs that read logs. Those of a request are apart too. */
export function eventFacts(event: AnyEvent): object {
  const { name, amount, outcome } = descriptionOf(event);
  const { at, type, resource } = event;
  const facts = { at, type, name: name.trim(), resource, amount, outcome };
  if (type !== "request.completed") return facts;
  const { status, duration } = event.data;
  return { ...facts, status, duration };
}

function descriptionOf(event: AnyEvent): Description {
  // A newer sandbox may have events that this version does not know.
  const describe = Object.hasOwn(descriptions, event.type)
    ? (descriptions[event.type] as (event: AnyEvent) => Description)
    : undefined;
  return describe?.(event) ?? { name: event.type, outcome: "" };
}

/** `200 PENDING, 3.2 ms`, or why the request was rejected: `400, 1.3 ms: "amount must be an integer"`. */
function outcomeOf({ status, response, reasons, duration }: LoggedRequest): string {
  const newStatus = fieldOf(fieldOf(response, "data"), "status");
  const result = [status ?? "no response", typeof newStatus === "string" && newStatus];
  // Those of the service may be Portuguese.
  const why = reasons.length === 0 ? "" : `: ${reasons.map((each) => `"${each}"`).join("; ")}`;
  return `${result.filter(Boolean).join(" ")}, ${duration.toFixed(1)} ms${why}`;
}

/** The amount of the resource in the response, or else the one that the request gave. */
function amountOf({ body, response }: LoggedRequest): number | undefined {
  const amounts = [
    fieldOf(fieldOf(response, "data"), "amount"),
    fieldOf(body, "amount"),
    fieldOf(fieldOf(body, "billingData"), "amount"),
  ];
  return amounts.find((each) => typeof each === "number");
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
