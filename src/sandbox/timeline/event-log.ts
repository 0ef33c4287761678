import type { EventEmitter } from "node:events";
import { redactShown } from "../request-log/redact-secrets.ts";
import type { NewEvent } from "../store/records.ts";
import { describeEvent } from "./describe-event.ts";

/** `newEvents` emits this with the events themselves, of any company, as they happen. */
export const HAPPENED = Symbol("happened");

/** The changes that a request did not cause. The line of a request says what it changed. */
const JOBS = new Set<NewEvent["type"]>(["status.changed", "subscription.charged"]);
const ALWAYS = new Set<NewEvent["type"]>([
  "request.completed",
  "request.warned",
  "postback.attempted",
]);

/** Logs the events of all companies from now on, each in one line. */
export function logEvents(newEvents: EventEmitter, log: (line: () => string) => void): void {
  newEvents.on(HAPPENED, (events: readonly NewEvent[]) => {
    for (const event of events.filter(isLogged)) log(() => redactShown(describeEvent(event)));
  });
}

function isLogged({ type, cause }: NewEvent): boolean {
  return ALWAYS.has(type) || (JOBS.has(type) && cause.type !== "request");
}
