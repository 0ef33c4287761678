import type { ComponentChildren } from "preact";
import type { Event, LedgerPosting } from "../../../../generated/sandbox-control-types.ts";
import { formatMoney } from "../format.ts";
import { useSession } from "../live-data.ts";
import { addressOf } from "../router.ts";
import { Table } from "./table.tsx";
import { Day, HttpStatus, Json, Money, ResourceLink, Status, Time } from "./values.tsx";

/** Events in the order in which they happened, or the latest first. */
export function EventList({ events, empty }: { events: Event[]; empty: string }) {
  if (events.length === 0) return <p class="muted">{empty}</p>;
  return (
    <ol class="events">
      {events.map((event) => (
        <li key={event.id} class={event.type.replace(".", "-")}>
          <Time at={event.at} />
          <div>
            <p>
              <What event={event} /> {event.resource && <ResourceLink {...event.resource} />}
            </p>
            <Details event={event} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** What happened, in a few words. */
function What({ event }: { event: Event }): ComponentChildren {
  const { clients } = useSession();
  switch (event.type) {
    case "request.completed": {
      const { operationId, method, path, status, duration, id } = event.data;
      return (
        <>
          <HttpStatus value={status} />{" "}
          <a
            href={addressOf({
              companyId: clients.companyId,
              screen: "requests",
              filters: { request: id },
            })}
          >
            {operationId ?? `${method} ${path}`}
          </a>{" "}
          <small class="muted">{duration} ms</small>
        </>
      );
    }
    case "request.warned":
      return <>Warning: {event.data.warnings.join("; ")}</>;
    case "status.changed":
      return (
        <>
          {event.data.from && (
            <>
              <Status value={event.data.from} /> →{" "}
            </>
          )}
          <Status value={event.data.to} />
        </>
      );
    case "ledger.posted":
      return (
        <>
          Ledger: {event.data.event}, {event.data.entries.length} entries
        </>
      );
    case "subscription.charged":
      return (
        <>
          Charge {formatMoney(event.data.amount)}, attempt {event.data.attempt}:{" "}
          <Status value={event.data.outcome} />
        </>
      );
    case "postback.attempted":
      return (
        <>
          Postback, attempt {event.data.attempt}: <HttpStatus value={event.data.status} />
        </>
      );
    case "clock.advanced":
      return <>The clock advanced</>;
    case "company.restored":
      return <>A snapshot was restored</>;
  }
}

function Details({ event }: { event: Event }) {
  if (event.type === "status.changed" || event.type === "request.warned") return null;
  if (event.type === "ledger.posted") return <Entries entries={event.data.entries} />;
  return (
    <details>
      <summary>
        {event.cause.type === "request" ? "Details" : `Details, by a ${event.cause.type}`}
      </summary>
      <Json value={event.data} />
    </details>
  );
}

/** The entries of a posting, each with its account and the day on which it counts. */
function Entries({ entries }: { entries: LedgerPosting["entries"] }) {
  return (
    <details>
      <summary>Entries</summary>
      <Table
        label="Ledger entries"
        rows={entries.map((entry, index) => ({ ...entry, index }))}
        keyOf={({ index }) => index}
        empty="It has no entries."
        columns={[
          { title: "Account", cell: ({ account }) => account },
          {
            title: "Of",
            cell: ({ subaccountId }) =>
              subaccountId === null ? (
                "the company"
              ) : (
                <ResourceLink type="subaccount" id={subaccountId} />
              ),
          },
          { title: "Day", cell: ({ day }) => <Day day={day} /> },
          { title: "Amount", isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
        ]}
      />
    </details>
  );
}
