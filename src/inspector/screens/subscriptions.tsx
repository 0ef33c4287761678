import type { NextCharge, SubscriptionDetails } from "../../../generated/sandbox-control-types.ts";
import type { Subscription } from "../../../generated/types.ts";
import { dayOf } from "../../sandbox/domain/calendar.ts";
import { formatMoney } from "../../text/format-money.ts";
import { Loading } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { ResourceLink, shortId } from "../components/values.tsx";
import { formOf } from "../contract.ts";
import { formatDay } from "../format.ts";
import { inLanguage, texts, withMeaning } from "../language.ts";
import { useData } from "../live-data.ts";
import type { Resource } from "../resource.ts";

type Data = Subscription & SubscriptionDetails;

export const subscriptions: Resource<Data> = {
  type: "subscription",
  list: { api: "service", id: "subscriptions.list" },
  create: [{ api: "control", id: "subscriptions.create" }],
  get: { api: "service", id: "subscriptions.get" },
  details: "subscriptions.getDetails",
  statuses: "SubscriptionStatus",
  Extra: OfSubscription,
  elsewhere: ["subscriptionId", "nextCharge"],
};

const removeSplit = formOf("service", "subscriptions.removeSplit");

function OfSubscription({ data }: { data: Data }) {
  const { id, title, frequency, duration, cardId, nextCharge } = data;
  return (
    <>
      <p>
        {title},{texts.subscriptions.everyDays(frequency)}
        {duration && texts.subscriptions.times(duration)}
      </p>
      <Charges subscriptionId={id} next={nextCharge} />
      <div class="actions">
        <OperationButton
          api="service"
          id="subscriptions.update"
          parameters={{ subscriptionId: id }}
          fields={{ ...data, tokenizedCardId: cardId }}
        />
        <OperationButton
          api="service"
          id="subscriptions.addSplit"
          fields={{ subscriptionId: id }}
        />
        {data.splits.map((split) => (
          <OperationButton
            key={split.id}
            api="service"
            id="subscriptions.removeSplit"
            label={`${inLanguage(removeSplit.summary)} ${shortId(`${split.id}`)}`}
            parameters={{ subscriptionId: id, splitId: `${split.id}` }}
          />
        ))}
      </div>
    </>
  );
}

/** The number of charges in the strip: more than a subscription makes in some years. */
const LATEST = 100;

/** One square for the next charge, and one for each charge and retry, the newest first. */
function Charges({ subscriptionId, next }: { subscriptionId: string; next: NextCharge | null }) {
  const charges = useData(
    async ({ control }) => {
      const filter = { resourceId: subscriptionId, type: "subscription.charged" } as const;
      const { data } = await control.events.list({ ...filter, limit: LATEST });
      return data.flatMap(({ at, ...event }) => {
        const day = formatDay(dayOf(Date.parse(at)));
        return event.type === "subscription.charged" ? [{ at, day, ...event.data }] : [];
      });
    },
    [subscriptionId],
  );
  return (
    <Loading of={charges}>
      {(data) => (
        <ul class="charges" aria-label={texts.subscriptions.charges}>
          {next && (
            <li>
              {formatDay(next.date)}
              <small>{formatMoney(next.amount)}</small>
              <small>
                {texts.subscriptions.next} {retry(next.attempt)}
              </small>
            </li>
          )}
          {data.map(({ at, day, amount, attempt, outcome, paymentId }) => (
            <li key={`${at} ${attempt}`} class={outcome.toLowerCase()}>
              {paymentId === null ? (
                day
              ) : (
                <ResourceLink type="payment" id={paymentId} label={day} />
              )}
              <small>{formatMoney(amount)}</small>
              <small>
                {withMeaning(outcome)} {retry(attempt)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </Loading>
  );
}

function retry(attempt: number): string {
  return attempt > 1 ? texts.subscriptions.retry(attempt - 1) : "";
}
