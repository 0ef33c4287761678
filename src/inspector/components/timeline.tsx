import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Event, LedgerEntry } from "../../../generated/sandbox-control-types.ts";
import { formatMoney } from "../../sandbox/domain/format-money.ts";
import { useData } from "../live-data.ts";
import { Loading, Section } from "./layout.tsx";
import { Others } from "./remaining-fields.tsx";
import { Table } from "./table.tsx";
import { Day, Duration, HttpStatus, Json, Money, ResourceLink, Status, Time } from "./values.tsx";

/** The largest page that the contract allows. */
const PAGE_SIZE = 100;

/** Everything that happened to a resource, in its order: the latest events, and earlier ones on demand. */
export function Timeline({ resourceId }: { resourceId: string }) {
  const [pages, setPages] = useState(1);
  const timeline = useData(
    async ({ control }) => {
      const numbers = Array.from({ length: pages }, (_, index) => index + 1);
      const read = await Promise.all(
        numbers.map((page) => control.events.list({ resourceId, page, limit: PAGE_SIZE })),
      );
      const events = read.flatMap(({ data }) => data).reverse();
      return { events, earlier: (read[0]?.meta.total ?? 0) - events.length };
    },
    [resourceId, pages],
  );
  return (
    <Section title="Timeline">
      <Loading of={timeline}>
        {({ events, earlier }) => (
          <>
            {earlier > 0 && (
              <button type="button" class="quiet" onClick={() => setPages(pages + 1)}>
                Show earlier events, {earlier} in all
              </button>
            )}
            <EventList
              events={events}
              of={resourceId}
              empty="Nothing has happened to it yet, or too long ago."
            />
          </>
        )}
      </Loading>
    </Section>
  );
}

interface EventListProps {
  events: Event[];
  empty: string;
  /** The id of the resource that they all concern. */
  of?: string;
}

/** Events in the given order. */
export function EventList({ events, empty, of }: EventListProps) {
  if (events.length === 0) return <p class="muted">{empty}</p>;
  return (
    <ol class="events">
      {events.map((event) => (
        <li key={event.id} class={event.type.replace(".", "-")}>
          <Time at={event.at} />
          <div>
            <p>
              {summaryOf(event)}{" "}
              {event.resource && event.resource.id !== of && event.type !== SAYS_WHOSE && (
                <ResourceLink {...event.resource} />
              )}
            </p>
            <EventDetails event={event} />
            <Others of={event} operation="events.list" shown={shownOf(event)} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Its words have the link to its resource. */
const SAYS_WHOSE: Event["type"] = "balance.settled";

/** What happened, in a few words, by the type of the event. */
const summaries: {
  [Type in Event["type"]]: (data: Extract<Event, { type: Type }>["data"]) => ComponentChildren;
} = {
  "request.completed": ({ operationId, method, path, status, duration, id }) => (
    <>
      <HttpStatus value={status} />{" "}
      <ResourceLink type="request" id={id} label={operationId ?? `${method} ${path}`} />{" "}
      <Duration of={duration} />
    </>
  ),
  "request.warned": ({ warnings }) => <>Warning: {warnings.join("; ")}</>,
  "status.changed": ({ from, to }) => (
    <>
      {from && (
        <>
          <Status value={from} /> →{" "}
        </>
      )}
      <Status value={to} />
    </>
  ),
  "ledger.posted": ({ event, entries }) => (
    <>
      Ledger: {event}, {entries.length} entries
    </>
  ),
  "balance.settled": ({ subaccountId, amount }) => (
    <>
      {formatMoney(amount)} became available to {subaccountId === null && "the "}
      <Owner subaccountId={subaccountId} />
    </>
  ),
  "subscription.charged": ({ amount, attempt, outcome }) => (
    <>
      Charge {formatMoney(amount)}, attempt {attempt}: <Status value={outcome} />
    </>
  ),
  "postback.attempted": ({ eventId, resourceStatus, attempt, status }) => (
    <>
      <ResourceLink type="postback" id={eventId} label={`Postback of ${resourceStatus}`} />, attempt{" "}
      {attempt}: <HttpStatus value={status} />
    </>
  ),
  "clock.advanced": () => <>The clock advanced</>,
  "company.imported": () => <>A state file was imported</>,
  "company.restored": () => <>A snapshot was restored</>,
};

function summaryOf(event: Event): ComponentChildren {
  const summary = summaries[event.type] as (data: Event["data"]) => ComponentChildren;
  return summary(event.data);
}

/** The fields of an event that are in its words. */
const WORDS = ["id", "at", "type", "cause.type", "cause.requestId", "resource.type", "resource.id"];

/** The data that is in no details as it is. */
const DATA: Partial<Record<Event["type"], readonly string[]>> = {
  "status.changed": ["data.from", "data.to"],
  "request.warned": ["data.operationId", "data.warnings"],
  "ledger.posted": [
    "data.event",
    "data.entries.account",
    "data.entries.subaccountId",
    "data.entries.day",
    "data.entries.amount",
  ],
};

function shownOf({ type }: Event): string[] {
  return [...WORDS, ...(DATA[type] ?? ["data"])];
}

function EventDetails({ event }: { event: Event }) {
  if (event.type === "status.changed" || event.type === "request.warned") return null;
  return (
    <details>
      <summary>
        {event.type === "ledger.posted" ? "Entries" : "Details"}{" "}
        {event.cause.type !== "request" && <small>cause: {event.cause.type}</small>}
      </summary>
      {event.type === "ledger.posted" ? (
        <LedgerEntries entries={event.data.entries} />
      ) : (
        <Json value={event.data} />
      )}
    </details>
  );
}

type PostedEntry = Pick<LedgerEntry, "account" | "subaccountId" | "day" | "amount">;

/** The entries of a posting, each with its account and the day on which it counts. */
function LedgerEntries({ entries }: { entries: PostedEntry[] }) {
  return (
    <Table
      label="Ledger entries"
      rows={entries.map((entry, index) => ({ ...entry, index }))}
      keyOf={({ index }) => index}
      empty="It has no entries."
      columns={[
        { title: "Account", cell: ({ account }) => account },
        { title: "Owner", cell: ({ subaccountId }) => <Owner subaccountId={subaccountId} /> },
        { title: "Day", cell: ({ day }) => <Day day={day} /> },
        { title: "Amount", isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
      ]}
    />
  );
}

/** Whose account it is. */
export function Owner({ subaccountId }: { subaccountId: string | null }) {
  return subaccountId === null ? (
    <>company</>
  ) : (
    <ResourceLink type="subaccount" id={subaccountId} />
  );
}
