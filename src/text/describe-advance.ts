import type { AdvanceEvents, EventType } from "../../generated/sandbox-control-types.ts";
import { formatMoney } from "./format-money.ts";

/** What the events of an advance are called, in the order in which they matter. */
const names: readonly (readonly [type: EventType, one: string, many: string])[] = [
  ["subscription.charged", "subscription charge", "subscription charges"],
  ["status.changed", "change of status", "changes of status"],
  ["ledger.posted", "ledger posting", "ledger postings"],
  ["postback.attempted", "postback attempt", "postback attempts"],
];

/**
 * What an advance of the clock did, in a sentence or two.
 *
 * @example
 * describeAdvance({ counts: { "balance.settled": 1, "status.changed": 2 }, settled: 4990, after: 30 });
 * // "R$ 49,90 became available. The advance caused 2 changes of status."
 */
export function describeAdvance({ counts, settled }: AdvanceEvents): string {
  const parts = names.flatMap(([type, one, many]) => {
    const count = counts[type] ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  const sentences = [
    counts["balance.settled"] && `${describeMoney(settled)} became available.`,
    parts.length > 0 && `The advance caused ${parts.join(", ")}.`,
  ].filter(Boolean);
  return sentences.join(" ") || "No charge, settlement, change of status or postback was due.";
}

function describeMoney(centavos: number | null): string {
  return centavos === null ? "More than the timeline keeps" : formatMoney(centavos);
}
