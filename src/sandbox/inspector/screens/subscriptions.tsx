import type { Event } from "../../../../generated/sandbox-control-types.ts";
import type { Subscription } from "../../../../generated/types.ts";
import { addDays, dayOf, daysBetween } from "../../domain/calendar.ts";
import { EventList } from "../components/events.tsx";
import { Loading, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { Filter, PAGE_SIZE, Pager, pageOf, Table } from "../components/table.tsx";
import { Copy, Day, Fields, Money, ResourceLink, Status } from "../components/values.tsx";
import { formOf } from "../contract.ts";
import { formatDay, formatMoney } from "../format.ts";
import { useData } from "../live-data.ts";
import { addressOf, type Place } from "../router.ts";
import { ActionButton } from "./payments.tsx";

const filters = formOf("service", "subscriptions.list").parameters.filter(
  ({ in: where, name }) => where === "query" && name !== "page" && name !== "limit",
);

export function Subscriptions({ place }: { place: Place }) {
  const query = { ...place.filters, page: pageOf(place), limit: PAGE_SIZE };
  const list = useData(({ service }) => service.subscriptions.list(query as object), [query]);
  return (
    <Section
      title="All subscriptions"
      actions={
        <OperationButton api="control" id="subscriptions.create" label="Create a subscription" />
      }
    >
      <div class="filters">
        {filters.map(({ name, schema }) => (
          <Filter
            key={name}
            place={place}
            name={name}
            label={name}
            {...(schema.enum && { values: schema.enum })}
          />
        ))}
      </div>
      <Loading of={list}>
        {({ data, meta }) => (
          <>
            <Table
              label="Subscriptions"
              rows={data}
              keyOf={({ id }) => id}
              empty="There are no subscriptions."
              columns={[
                {
                  title: "Subscription",
                  cell: ({ id }) => <ResourceLink type="subscription" id={id} />,
                },
                { title: "Title", cell: ({ title }) => title },
                { title: "Status", cell: ({ status }) => <Status value={status} /> },
                {
                  title: "Amount",
                  isNumber: true,
                  cell: ({ amount }) => <Money centavos={amount} />,
                },
                { title: "Every", cell: ({ frequency }) => `${frequency} days` },
                { title: "First charge", cell: ({ dueDate }) => <Day day={dueDate} /> },
              ]}
            />
            <Pager place={place} total={meta.total} />
          </>
        )}
      </Loading>
    </Section>
  );
}

export function SubscriptionDetails({ place }: { place: Place }) {
  const { id } = place;
  const subscription = useData(
    ({ service }) => service.subscriptions.get(id).then(({ data }) => data),
    [id],
  );
  const clock = useData(({ control }) => control.clock.get().then(({ data }) => data));
  const events = useData(
    ({ control }) =>
      control.events.list({ resourceId: id, limit: 100 }).then(({ data }) => data.reverse()),
    [id],
  );
  return (
    <>
      <p>
        <a href={addressOf({ companyId: place.companyId, screen: "subscriptions" })}>
          All subscriptions
        </a>{" "}
        · <code>{id}</code> <Copy text={id} />
      </p>
      <Loading of={subscription}>
        {(data) => (
          <>
            <Section title={data.title} actions={<Status value={data.status} />}>
              <p class="amount">
                <Money centavos={data.amount} /> every {data.frequency} days
              </p>
              <Cycles
                events={events.data ?? []}
                next={clock.data && nextCycle(data, events.data ?? [], clock.data.now)}
              />
              <div class="actions">
                <ActionButton
                  label="Suspend"
                  problem={
                    data.status === "ACTIVE"
                      ? undefined
                      : `It is ${data.status}, and this needs ACTIVE.`
                  }
                  run={({ service }) => service.subscriptions.suspend(id)}
                />
                <ActionButton
                  label="Reactivate"
                  problem={
                    data.status === "SUSPENDED"
                      ? undefined
                      : `It is ${data.status}, and this needs SUSPENDED.`
                  }
                  run={({ service }) => service.subscriptions.reactivate(id)}
                />
                <ActionButton
                  label="Cancel"
                  problem={data.status === "DELETED" ? "It is DELETED." : undefined}
                  run={({ service }) => service.subscriptions.cancel(id)}
                />
                <OperationButton
                  api="service"
                  id="subscriptions.update"
                  parameters={{ subscriptionId: id }}
                />
              </div>
            </Section>
            <Section
              title="Splits"
              actions={
                <OperationButton
                  api="service"
                  id="subscriptions.addSplit"
                  fields={{ subscriptionId: id }}
                />
              }
            >
              <Table
                label="Splits"
                rows={data.splits}
                keyOf={({ id }) => id}
                empty="It has no splits."
                columns={[
                  {
                    title: "Subaccount",
                    cell: ({ subaccountId }) => (
                      <ResourceLink type="subaccount" id={subaccountId} />
                    ),
                  },
                  {
                    title: "Share",
                    cell: ({ splitPercentage }) =>
                      splitPercentage ? `${splitPercentage} %` : "an amount",
                  },
                  {
                    title: "Amount",
                    isNumber: true,
                    cell: ({ liquidAmount }) => <Money centavos={liquidAmount} />,
                  },
                  {
                    title: "Remove",
                    cell: (split) => (
                      <ActionButton
                        label="Remove"
                        run={({ service }) => service.subscriptions.removeSplit(id, split.id)}
                      />
                    ),
                  },
                ]}
              />
            </Section>
            <Section title="Timeline">
              <EventList events={events.data ?? []} empty="The timeline has no events of it." />
            </Section>
            <Section title="Data">
              <p>
                <ResourceLink type="customer" id={data.customerId} />{" "}
                <ResourceLink type="card" id={data.cardId} />
              </p>
              <Fields value={data} />
            </Section>
          </>
        )}
      </Loading>
    </>
  );
}

/** The day of the next cycle: neither retries nor suspensions shift it. Undefined if there is none. */
function nextCycle(
  { status, dueDate, frequency, duration, expirationDate }: Subscription,
  events: Event[],
  now: string,
): string | undefined {
  const charged = events.filter(
    (event) => event.type === "subscription.charged" && event.data.attempt === 1,
  ).length;
  if (status !== "ACTIVE" || (duration && charged >= duration)) return undefined;
  const begun = Math.floor(daysBetween(dueDate, dayOf(Date.parse(now))) / frequency) + 1;
  const day = addDays(dueDate, Math.max(0, begun) * frequency);
  return expirationDate && day > expirationDate ? undefined : day;
}

/** One square for each charge and each retry, and one for the next charge. */
function Cycles({ events, next }: { events: Event[]; next: string | undefined }) {
  const charges = events.filter((event) => event.type === "subscription.charged");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which needs the keyboard's focus
    <section class="scroll" tabIndex={0} aria-label="Charges">
      <ol class="cycles">
        {charges.map(({ id, at, data: { outcome, attempt, amount } }) => {
          const day = formatDay(dayOf(Date.parse(at)));
          const label = `${day}: ${formatMoney(amount)} ${outcome}${attempt > 1 ? `, retry ${attempt - 1}` : ""}`;
          return (
            <li
              key={id}
              class={`${outcome.toLowerCase()} ${attempt > 1 ? "retry" : ""}`}
              title={label}
            >
              <span>{day.slice(0, 5)}</span>
              <small>{attempt > 1 ? `retry ${attempt - 1} ${outcome}` : outcome}</small>
            </li>
          );
        })}
        {next && (
          <li class="next" title={`Next charge on ${formatDay(next)}`}>
            <span>{formatDay(next).slice(0, 5)}</span>
            <small>next</small>
          </li>
        )}
      </ol>
    </section>
  );
}
