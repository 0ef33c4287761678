import type { Event, PostbackDetails } from "../../../generated/sandbox-control-types.ts";
import { formatMoney } from "../../../src/text/format-money.ts";
import { element, pre, pretty } from "./elements.ts";
import { labels } from "./labels.ts";
import type { Outcome } from "./tasks.ts";

type Of<Type extends Event["type"]> = Extract<Event, { type: Type }>;
type Lines = { [Type in Event["type"]]?: (event: Of<Type>) => string };

/** The events that readers care about, each in a line. */
function lines(): Lines {
  const say = labels();
  return {
    "status.changed": ({ resource, data }) =>
      `${resource.type} ${resource.id.slice(0, 8)}: ${data.from ?? say.created} → ${data.to}`,
    "ledger.posted": ({ data }) => {
      const entries = data.entries.map(({ account, subaccountId, amount }) => {
        const owner = subaccountId === null ? account : `${account} ${subaccountId.slice(0, 8)}`;
        return `${owner} ${formatMoney(amount)}`;
      });
      return `${say.ledger} (${data.event}): ${entries.join(", ")}`;
    },
    "balance.settled": ({ data }) => `${formatMoney(data.amount)} ${say.available}`,
    "subscription.charged": ({ resource, data }) =>
      `${resource.type} ${resource.id.slice(0, 8)}: ${say.charge} ${formatMoney(data.amount)}, ${data.outcome}`,
    "clock.advanced": ({ data }) => `${say.clock} ${data.to}`,
  };
}

/** What a request caused, with the postbacks that followed. */
export function whatHappened({ events, more, postbacks }: Outcome): HTMLElement {
  const say = labels();
  const tell = lines();
  const list = element("ul", "");
  for (const event of events) {
    if (event.type === "postback.attempted") {
      list.append(attemptOf(event, postbacks));
      continue;
    }
    const line = (tell[event.type] as ((event: Event) => string) | undefined)?.(event);
    if (line) list.append(element("li", line));
  }
  if (more > 0) list.append(element("li", say.more(more)));
  return list.childElementCount > 0 ? list : element("p", say.nothing);
}

/** An attempt to deliver a postback, with its body. */
function attemptOf(
  { data }: Of<"postback.attempted">,
  postbacks: readonly PostbackDetails[],
): HTMLElement {
  const say = labels();
  const postback = postbacks.find(({ eventId }) => eventId === data.eventId);
  const answer = data.problem ?? say.answered(data.status);
  const retry = data.nextAttemptAt === null ? "" : `, ${say.afterRetry}`;
  const line = `${say.postback} ${data.resourceStatus}, ${say.attempt(data.attempt)}: ${answer}${retry}`;
  const item = element("li", "");
  const details = element("details", "");
  details.append(
    element("summary", line),
    element("code", `POST ${postback?.url}`),
    pre(say.sent, pretty(postback?.body)),
  );
  item.append(details);
  return item;
}
