import type { NextCharge, SubscriptionCharge } from "../../../generated/sandbox-control-types.ts";
import type { Subscription, SubscriptionSplit } from "../../../generated/types.ts";
import { dayOf } from "../../sandbox/domain/calendar.ts";
import { formatMoney } from "../../sandbox/domain/format-money.ts";
import { callOperation } from "../api.ts";
import { ActionButton, statusProblem } from "../components/action-button.tsx";
import { ListLink, Loading, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Timeline } from "../components/timeline.tsx";
import { Fields, Money, ResourceLink, Status } from "../components/values.tsx";
import { formOf, service, transitions } from "../contract.ts";
import { formatDay } from "../format.ts";
import { labelOf } from "../labels.ts";
import { inLanguage, texts, withMeaning } from "../language.ts";
import { useData } from "../live-data.ts";
import type { Route } from "../router.ts";

export function SubscriptionDetails({ route }: { route: Route }) {
  const { id } = route;
  const subscription = useData(
    ({ service }) => service.subscriptions.get(id).then(({ data }) => data),
    [id],
  );
  const details = useData(
    ({ control }) => control.subscriptions.getDetails(id).then(({ data }) => data),
    [id],
  );
  return (
    <>
      <ListLink route={route} />
      <Loading of={subscription}>
        {(data) => (
          <>
            <Section title={data.title} actions={<Status value={data.status} />}>
              <p class="amount">
                <Money centavos={data.amount} />
                {texts.subscriptions.everyDays(data.frequency)}
                {data.duration && texts.subscriptions.times(data.duration)}
              </p>
              <Charges subscriptionId={id} next={details.data?.nextCharge} />
              <SubscriptionActions subscription={data} />
            </Section>
            <Splits subscription={data} />
            <Timeline resourceId={id} />
            <Section title={texts.words.data}>
              <Fields value={data} kinds={returns} />
            </Section>
          </>
        )}
      </Loading>
    </>
  );
}

const { returns } = formOf("service", "subscriptions.get");

/** A button for each operation that the contract lets change the status. */
function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { id, status, cardId } = subscription;
  const parameters = { subscriptionId: id };
  const changes = (transitions.SubscriptionStatus ?? []).filter(({ trigger }) =>
    service.some((form) => form.id === trigger),
  );
  return (
    <div class="actions">
      {changes.map(({ from, to, trigger }) => (
        <ActionButton
          key={trigger}
          label={inLanguage(labelOf(trigger.replace("subscriptions.", "")))}
          problem={statusProblem(
            status,
            [from ?? []].flat().filter((each) => each !== to),
          )}
          isDestructive={to === "DELETED"}
          run={(clients) =>
            callOperation(clients, "service", formOf("service", trigger), {
              parameters,
              body: undefined,
            })
          }
        />
      ))}
      <OperationButton
        api="service"
        id="subscriptions.update"
        label={texts.subscriptions.update}
        parameters={parameters}
        fields={{ ...subscription, tokenizedCardId: cardId }}
      />
    </div>
  );
}

function Splits({ subscription: { id, splits } }: { subscription: Subscription }) {
  return (
    <Section
      title={texts.subscriptions.splits}
      actions={
        <OperationButton
          api="service"
          id="subscriptions.addSplit"
          label={texts.subscriptions.addSplit}
          fields={{ subscriptionId: id }}
        />
      }
    >
      <Table
        label={texts.subscriptions.splits}
        rows={splits}
        keyOf={({ id }) => id}
        empty={texts.subscriptions.noSplits}
        columns={splitColumns(id)}
      />
    </Section>
  );
}

function splitColumns(subscriptionId: string): Column<SubscriptionSplit>[] {
  return [
    {
      title: texts.subscriptions.subaccount,
      cell: ({ subaccountId }) => <ResourceLink type="subaccount" id={subaccountId} />,
    },
    {
      title: texts.subscriptions.share,
      cell: ({ splitPercentage }) =>
        splitPercentage ? `${splitPercentage} %` : texts.subscriptions.fixedShare,
    },
    {
      title: texts.words.amount,
      isNumber: true,
      cell: ({ liquidAmount }) => <Money centavos={liquidAmount} />,
    },
    {
      title: texts.words.remove,
      cell: (split) => (
        <ActionButton
          label={texts.words.remove}
          run={({ service }) => service.subscriptions.removeSplit(subscriptionId, split.id)}
        />
      ),
    },
  ];
}

/** The number of charges in the strip: more than a subscription makes in some years. */
const LATEST = 100;

/** One square for each charge and each retry, and one for the next. */
function Charges(props: { subscriptionId: string; next: NextCharge | null | undefined }) {
  const { subscriptionId, next } = props;
  const strip = useData(
    async ({ control }) => {
      const events = await control.events.list({
        resourceId: subscriptionId,
        type: "subscription.charged",
        limit: LATEST,
      });
      return {
        charges: events.data.flatMap(({ at, ...event }) =>
          event.type === "subscription.charged" ? [{ at, ...event.data }] : [],
        ),
        earlier: events.meta.total - events.data.length,
      };
    },
    [subscriptionId],
  );
  return (
    <Loading of={strip}>
      {({ charges, earlier }) => (
        <ol class="charges" aria-label={texts.subscriptions.charges}>
          {earlier > 0 && <li>{texts.subscriptions.earlier(earlier)}</li>}
          {charges.toReversed().map(({ at, ...charge }) => (
            <Charge key={`${at} ${charge.attempt}`} at={at} charge={charge} />
          ))}
          {next && <Next charge={next} />}
        </ol>
      )}
    </Loading>
  );
}

function Charge({ at, charge }: { at: string; charge: SubscriptionCharge }) {
  const { outcome, attempt, amount, paymentId } = charge;
  const day = formatDay(dayOf(Date.parse(at)));
  return (
    <li class={outcome.toLowerCase()}>
      {paymentId === null ? (
        <span>{day}</span>
      ) : (
        <ResourceLink type="payment" id={paymentId} label={day} />
      )}
      <small>{formatMoney(amount)}</small>
      <small class="outcome">
        {retry(attempt)}
        {withMeaning(outcome)}
      </small>
    </li>
  );
}

function Next({ charge: { date, amount, attempt } }: { charge: NextCharge }) {
  return (
    <li class="next">
      <span>{formatDay(date)}</span>
      <small>{formatMoney(amount)}</small>
      <small>
        {attempt > 1 ? texts.subscriptions.nextRetry(retry(attempt)) : texts.subscriptions.next}
      </small>
    </li>
  );
}

function retry(attempt: number): string {
  return attempt > 1 ? texts.subscriptions.retry(attempt - 1) : "";
}
