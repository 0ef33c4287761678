import type { Cursor } from "../../../src/contract/cursor.ts";
import { type Transition, transitionsOf } from "../transition-rows.ts";
import { Translation } from "../translation.ts";
import { type Arrow, drawStates } from "./draw-states.ts";
import type { Line } from "./drawing.ts";
import type { Words } from "./words.ts";

const OPERATION = /^\w+\.\w+$/;
const PORTUGUESE = Translation.read();

/** The statuses of a payment: a state machine for each group of methods with the same transitions. */
export function paymentStates(contract: Cursor, words: Words): string {
  const all = transitionsOf(contract.at("components", "schemas", "PaymentStatus"));
  const methods = [...new Set(all.flatMap(({ methods }) => methods))];
  const groups = Object.values(
    Object.groupBy(methods, (method) =>
      JSON.stringify(
        all.filter(({ methods }) => methods.includes(method)).map(({ from, to }) => [from, to]),
      ),
    ),
  );
  const machines = groups.map((group = []) => {
    const transitions = all
      .map((row) => ({ ...row, methods: row.methods.filter((method) => group.includes(method)) }))
      .filter(({ methods }) => methods.length > 0)
      // A transition of all methods of the group need not name them.
      .map((row) => (row.methods.length === group.length ? { ...row, methods: [] } : row));
    return { name: methodNames(group, words), arrows: arrowsOf(transitions, words) };
  });
  return drawStates({ ...words.states.payment, legend: words.states, machines });
}

export function subscriptionStates(contract: Cursor, words: Words): string {
  const all = transitionsOf(contract.at("components", "schemas", "SubscriptionStatus"));
  return drawStates({
    ...words.states.subscription,
    legend: words.states,
    machines: [{ arrows: arrowsOf(all, words) }],
  });
}

/**
 * A new resource comes from its trigger, which then needs no label at each arrow. What is possible in any
 * status is one arrow, and not one from each.
 */
function arrowsOf(transitions: readonly Transition[], words: Words): Arrow[] {
  const statuses = transitions.flatMap(({ from, to }) => [...from, to]);
  return transitions.flatMap(({ from, to, trigger, methods, assumed }) => {
    const isNew = from.length === 0;
    const isFromAny = statuses.every((status) => from.includes(status));
    const cause = triggerIn(words, trigger);
    const lines: Line[] = [
      { tone: OPERATION.test(cause) ? "code" : "plain", text: isNew ? "" : cause },
      { tone: "soft", text: methodNames(methods, words) },
    ];
    const label = lines.filter(({ text }) => text !== "");
    const starts = isNew ? [cause] : isFromAny ? [words.states.any] : from;
    return starts.map((start) => ({ from: start, to, assumed, label }));
  });
}

function methodNames(methods: readonly string[], { states }: Words): string {
  const names: Record<string, string> = states.methods;
  return methods.map((method) => names[method] ?? method).join(", ");
}

function triggerIn({ locale }: Words, trigger: string): string {
  return locale.startsWith("en") ? trigger : PORTUGUESE.say(trigger);
}
