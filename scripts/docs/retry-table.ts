import { retryDelay } from "../../src/sandbox/postbacks/retry-schedule.ts";
import { table } from "./markdown-table.ts";
import { words } from "./pictures/words.ts";

/** The sandbox's own delays between the attempts to deliver a postback, in milliseconds. */
export function retryDelays(): number[] {
  const delays: number[] = [];
  for (let delay = retryDelay(1); delay !== undefined; delay = retryDelay(delays.length + 1))
    delays.push(delay);
  return delays;
}

const HEADS = {
  en: { columns: ["Attempt", "When"], first: "at once" },
  "pt-BR": { columns: ["Tentativa", "Quando"], first: "na hora" },
} as const;

/** The attempts, each with the wait before it and the time since the first one, in the words of the picture. */
export function retryTable(language: keyof typeof HEADS): string {
  const { columns, first } = HEADS[language];
  const { wait } = words[language].retries;
  const later = retryDelays().map((delay, index, delays) =>
    wait(duration(delay), duration(sum(delays.slice(0, index + 1)))),
  );
  return table(
    columns,
    [first, ...later].map((when, index) => [`${index + 1}`, when]),
  );
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

/** Its units are the same in both languages. */
export function duration(ms: number): string {
  const minutes = ms / 60_000;
  const parts = [
    [Math.floor(minutes / 1440), "d"],
    [Math.floor(minutes / 60) % 24, "h"],
    [minutes % 60, "min"],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.join(" ");
}
