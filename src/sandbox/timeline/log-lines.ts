import { redactShown } from "../../text/redact-by-search.ts";
import type { NewEvents } from "../runtime/new-events.ts";
import type { NewEvent } from "../store/records.ts";
import { describeEvent, eventFacts } from "./describe-event.ts";

/** What the line of the request that caused it says already. */
const SAID_BY_REQUEST = new Set<NewEvent["type"]>(["status.changed", "ledger.posted"]);

/** Logs the events of all companies from now on, each in one line: as text, or by its facts as JSON. */
export function logEvents(
  newEvents: NewEvents,
  log: (line: () => string) => void,
  asJson?: (facts: object) => string,
): void {
  const describe = asJson
    ? (event: NewEvent) => asJson(eventFacts(event))
    : (event: NewEvent) => redactShown(describeEvent(event));
  newEvents.on((events) => {
    for (const event of events.filter(isLogged)) log(() => describe(event));
  });
}

function isLogged({ type, cause }: NewEvent): boolean {
  if (type === "request.received") return false;
  return cause.type !== "request" || !SAID_BY_REQUEST.has(type);
}
