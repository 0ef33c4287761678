import { groupBy } from "../domain/group-by.ts";
import { movementsOf, type ReceivableSum, receivableSums } from "../domain/receivables.ts";
import type { Posting } from "./store.ts";

/** The payments of which some fees were posted before, which new postings move. */
export function subjectsWithFees(postings: readonly Posting[]): string[] {
  const moving = postings.filter(({ event }) => movesFees.has(event));
  return [...new Set(moving.map(({ subject }) => subject))];
}

const movesFees = new Set<Posting["event"]>(["anticipation", "refund", "chargeback"]);

/** What new postings change in the sums of receivables. Takes what was posted before for {@link subjectsWithFees}. */
export function changedReceivables(
  earlier: readonly Posting[],
  postings: readonly Posting[],
): ReceivableSum[] {
  const before = groupBy(earlier, ({ subject }) => subject);
  return postings.flatMap((posting) => {
    const all = [...(before.get(posting.subject) ?? []), posting];
    before.set(posting.subject, all);
    const movements = movementsOf(entriesOf(all));
    return receivableSums(movements.filter(({ event }) => event === posting.event));
  });
}

/** The entries of postings, each with its event. */
export function entriesOf(postings: readonly Posting[]) {
  return postings.flatMap(({ event, entries }) => entries.map((entry) => ({ ...entry, event })));
}
