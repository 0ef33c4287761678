import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Event } from "../../../generated/sandbox-control-types.ts";
import { formatMoney } from "../../text/format-money.ts";
import { formOf } from "../contract.ts";
import { texts, withMeaning } from "../language.ts";
import { useData } from "../live-data.ts";
import { AllSaid, Loading, Section } from "./layout.tsx";
import { Duration, Fields, HttpStatus, ResourceLink, Status, Time } from "./values.tsx";

const { returns } = formOf("control", "events.list");

/** The largest page that the contract allows. */
const PAGE_SIZE = 100;

/** Everything that happened to a resource, the newest first: the latest events, and earlier ones on demand. */
export function Timeline({ resourceId }: { resourceId: string }) {
  const [pages, setPages] = useState(1);
  const timeline = useData(
    async ({ control }) => {
      const numbers = Array.from({ length: pages }, (_, index) => index + 1);
      const read = await Promise.all(
        numbers.map((page) => control.events.list({ resourceId, page, limit: PAGE_SIZE })),
      );
      const events = read.flatMap(({ data }) => data);
      return { events, earlier: (read[0]?.meta.total ?? 0) - events.length };
    },
    [resourceId, pages],
  );
  return (
    <Section title={texts.timeline.title}>
      <Loading of={timeline}>
        {({ events, earlier }) => (
          <>
            <EventList events={events} of={resourceId} empty={texts.timeline.nothing} />
            {earlier > 0 && (
              <button type="button" class="quiet" onClick={() => setPages(pages + 1)}>
                {texts.timeline.earlier(earlier)}
              </button>
            )}
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
      {events.filter(isShown).map((event) => (
        <li key={event.id} class={event.type.replace(".", "-")}>
          <Time at={event.at} />
          <div>
            <p>
              {summaryOf(event)}{" "}
              {event.resource && event.resource.id !== of && event.type !== SAYS_WHOSE && (
                <ResourceLink {...event.resource} />
              )}{" "}
              {CAUSES.includes(event.cause.type) && (
                <small>{texts.timeline.cause(withMeaning(event.cause.type))}</small>
              )}
            </p>
            {event.type === "ledger.posted" && (
              <details>
                <summary>{texts.timeline.entries}</summary>
                <Fields value={{ entries: event.data.entries }} kinds={returns} path="data" />
              </details>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** A request that has a response is one line. */
function isShown({ type, cause }: Event, _: number, all: readonly Event[]): boolean {
  const { requestId } = cause;
  const isResponse = (other: Event) =>
    other.type === "request.completed" && other.cause.requestId === requestId;
  return type !== "request.received" || !all.some(isResponse);
}

/** Those that the words of an event do not tell. */
const CAUSES: readonly Event["cause"]["type"][] = ["job", "buyer"];

/** Its words have the link to its resource. */
const SAYS_WHOSE: Event["type"] = "balance.settled";

/** What happened, in a few words, by the type of the event. */
const summaries: {
  [Type in Event["type"]]: (data: Extract<Event, { type: Type }>["data"]) => ComponentChildren;
} = {
  "request.received": ({ operationId, method, path, id }) => (
    <>
      <ResourceLink type="request" id={id} label={operationId ?? `${method} ${path}`} /> …
    </>
  ),
  "request.completed": ({ operationId, method, path, status, duration, id }) => (
    <>
      <HttpStatus value={status} />{" "}
      <ResourceLink type="request" id={id} label={operationId ?? `${method} ${path}`} />{" "}
      <Duration of={duration} />
    </>
  ),
  "request.warned": ({ warnings }) => (
    <>
      {texts.form.warning}
      <AllSaid of={warnings} />
    </>
  ),
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
    <>{texts.timeline.posted(withMeaning(event), entries.length)}</>
  ),
  "balance.settled": ({ subaccountId, amount }) => (
    <>
      {texts.timeline.available(formatMoney(amount))}
      <Owner subaccountId={subaccountId} />
    </>
  ),
  "subscription.charged": ({ amount, attempt, outcome, paymentId }) => (
    <>
      {texts.timeline.charged(formatMoney(amount), attempt)}
      <Status value={outcome} />{" "}
      {paymentId !== null && <ResourceLink type="payment" id={paymentId} />}
    </>
  ),
  "postback.attempted": ({ eventId, resourceStatus, attempt, status }) => (
    <>
      <ResourceLink
        type="postback"
        id={eventId}
        label={texts.timeline.postbackOf(resourceStatus)}
      />
      {texts.timeline.attempt(attempt)}
      <HttpStatus value={status} />
    </>
  ),
  "clock.advanced": ({ to }) => (
    <>
      {texts.timeline.advanced} <Time at={to} />
    </>
  ),
  "company.imported": () => <>{texts.timeline.imported}</>,
  "company.restored": () => <>{texts.timeline.restored}</>,
};

function summaryOf(event: Event): ComponentChildren {
  const summary = summaries[event.type] as (data: Event["data"]) => ComponentChildren;
  return summary(event.data);
}

/** Whose account it is. */
export function Owner({ subaccountId }: { subaccountId: string | null }) {
  return subaccountId === null ? (
    texts.words.company
  ) : (
    <ResourceLink type="subaccount" id={subaccountId} />
  );
}
