import { inBrazil } from "../../sandbox/domain/calendar.ts";
import type { Exploration } from "./options.ts";
import { listOf } from "./payments.ts";
import type { StoryResult } from "./run-story.ts";
import type { Line, Story } from "./story.ts";

/** What an error says of a broken promise. */
interface Failure {
  result: StoryResult;
  /** How often the promise was broken when the story was run again. */
  failed: number;
  replays: number;
  stateFile: string;
}

/** The story of a broken promise, for a person. */
export function describeFailure(failure: Failure, replay: string): string {
  const { result, failed, replays, stateFile } = failure;
  const { sentence = "", problem = "" } = result.broken ?? {};
  return [
    `A promise of the shop is broken: ${sentence}`,
    problem,
    "",
    ...numbered(result.story.lines),
    "",
    "What the shop believed, and what was true:",
    ...beliefs(result.story),
    "",
    `It failed in ${failed} of ${replays} replays. To replay it: ${replay}`,
    `To look at it in the inspector: centavo sandbox --state ${stateFile}`,
  ].join("\n");
}

function numbered(lines: readonly Line[]): string[] {
  let number = 0;
  let before = "";
  return lines.map(({ at, text, isStep }) => {
    const shown = inBrazil(at).replace("T", " ").slice(0, "2026-03-02 09:00:00".length);
    const time = shown === before ? "" : shown;
    before = shown;
    if (isStep) number += 1;
    return `${isStep ? `${number}.`.padStart(3) : "   "} ${time.padEnd(19)}  ${isStep ? "" : "  "}${text}`;
  });
}

function beliefs({ orders, believed, payments }: Story): string[] {
  return orders.map((order) => {
    const { id, ...known } = believed.get(order.id) ?? { id: undefined, unknown: true };
    const belief = Object.entries(known)
      .filter(([, value]) => typeof value === "boolean")
      .map(([name, value]) => (value ? name : `not ${name}`));
    return `  ${order.id}: the shop: ${belief.join(", ")}. The service: ${listOf(payments.of(order))}.`;
  });
}

/** What was tried, in one line for each part. */
export function describeExploration(tried: Exploration): string {
  const seconds = Math.max(tried.duration, 1) / 1000;
  const rate = Math.round(tried.stories / seconds);
  return [
    `explore: ${tried.stories} stories in ${seconds.toFixed(1)} s (${rate} a second), seed ${tried.seed}`,
    `  steps: ${counts(tried.steps)}`,
    `  ${tried.pairs} pairs of steps`,
    `  statuses: ${counts(tried.statuses)}`,
  ].join("\n");
}

function counts(tally: Readonly<Record<string, number>>): string {
  const rows = Object.entries(tally).sort(([, one], [, other]) => other - one);
  return rows.map(([name, count]) => `${name} ${count}`).join(", ") || "none";
}
