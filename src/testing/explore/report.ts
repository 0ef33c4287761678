import { inBrazil } from "../../sandbox/domain/calendar.ts";
import type { Exploration } from "./options.ts";
import { listOf } from "./promises.ts";
import type { Line, Told } from "./run-story.ts";

/** What a failure tells besides its story. */
interface Failure {
  told: Told;
  seed: number;
  path: string;
  /** How often it failed when it was told again. */
  failed: number;
  replays: number;
  stateFile: string;
}

/** The story of a broken promise, for a person. */
export function describeFailure(failure: Failure): string {
  const { told, seed, path, failed, replays, stateFile } = failure;
  const { sentence = "", problem = "" } = told.broken ?? {};
  return [
    `A promise of the shop is broken: ${sentence}`,
    problem,
    "",
    ...numbered(told.lines),
    "",
    "What the shop believed, and what was true:",
    ...beliefs(told),
    "",
    `It failed in ${failed} of ${replays} replays. To replay it: explore({ …, seed: ${seed}, path: "${path}" })`,
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

function beliefs({ orders, believed, truth }: Told): string[] {
  return orders.map((order) => {
    const known = believed.get(order.id);
    const belief = known
      ? Object.entries(known)
          .filter(([name]) => name !== "id")
          .map(([name, value]) => (value === true ? name : value === false ? `not ${name}` : ""))
          .filter(Boolean)
          .join(", ")
      : "unknown";
    return `  ${order.id}: the shop: ${belief}. The service: ${listOf(truth.paymentsOf(order))}.`;
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
