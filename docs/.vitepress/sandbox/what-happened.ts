import type { Event, PostbackDetails } from "../../../generated/sandbox-control-types.ts";
import { filledIn } from "../../../src/text/filled-in.ts";
import { formatMoney } from "../../../src/text/format-money.ts";
import { element, pre, pretty } from "./elements.ts";
import { type Labels, labels } from "./labels.ts";
import type { Outcome } from "./tasks.ts";

type Of<Type extends Event["type"]> = Extract<Event, { type: Type }>;

const shortId = (id: string) => id.slice(0, 8);
const named = ({ type, id }: { type: string; id: string }) => `${type} ${shortId(id)}`;

/** The events that readers care about, each in a line. */
const LINES: { [Type in Event["type"]]?: (event: Of<Type>, say: Labels) => string } = {
  "status.changed": ({ resource, data }, say) =>
    `${named(resource)}: ${data.from ?? say.created} → ${data.to}`,
  "ledger.posted": ({ data }, say) => {
    const entries = data.entries.map(({ account, subaccountId, amount }) => {
      const owner = subaccountId === null ? "" : ` ${shortId(subaccountId)}`;
      return `${account}${owner} ${formatMoney(amount)}`;
    });
    return `${say.ledger} (${data.event}): ${entries.join(", ")}`;
  },
  "balance.settled": ({ data }, say) => filledIn(say.available, [formatMoney(data.amount)]),
  "subscription.charged": ({ resource, data }, say) =>
    `${named(resource)}: ${filledIn(say.charge, [formatMoney(data.amount)])}, ${data.outcome}`,
  "clock.advanced": ({ data }, say) => filledIn(say.clock, [data.to]),
};

/** What a request caused, with the postbacks that followed. */
export function whatHappened({ events, earlier, postbacks }: Outcome): HTMLElement {
  const say = labels();
  const list = element("ul", "");
  for (const event of events) {
    const tell = LINES[event.type] as ((event: Event, say: Labels) => string) | undefined;
    if (event.type === "postback.attempted") list.append(attemptOf(event, postbacks, say));
    else if (tell) list.append(element("li", tell(event, say)));
  }
  if (earlier > 0) list.prepend(element("li", filledIn(say.earlier, [earlier])));
  return list.childElementCount > 0 ? list : element("p", say.nothing);
}

/** An attempt to deliver a postback, with its body. */
function attemptOf(
  { data }: Of<"postback.attempted">,
  postbacks: readonly PostbackDetails[],
  say: Labels,
): HTMLElement {
  const postback = postbacks.find(({ eventId }) => eventId === data.eventId);
  const attempt = filledIn(say.attempt, [data.resourceStatus, data.attempt]);
  const answer = data.problem ?? filledIn(say.answered, [data.status]);
  const retry = data.nextAttemptAt === null ? "" : `, ${say.again}`;
  const details = element("details", "");
  const url = element("code", `POST ${postback?.url}`);
  const summary = element("summary", `${attempt}: ${answer}${retry}`);
  details.append(summary, url, pre(say.body, pretty(postback?.body)));
  const item = element("li", "");
  item.append(details);
  return item;
}
