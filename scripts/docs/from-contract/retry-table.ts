import { retryDelay } from "../../../src/sandbox/postbacks/retry-schedule.ts";
import { table } from "./markdown-table.ts";

/** The sandbox's attempts to deliver a postback, each with the wait before it and the time since the first one. */
export function retryTable(): string {
  const rows = [["1", "at once"]];
  let total = 0;
  for (let delay = retryDelay(1); delay !== undefined; delay = retryDelay(rows.length)) {
    total += delay;
    rows.push([`${rows.length + 1}`, `${duration(delay)} later, ${duration(total)} in total`]);
  }
  return table(["Attempt", "When"], rows);
}

/** Its units are the same in both languages. */
function duration(ms: number): string {
  const minutes = ms / 60_000;
  const parts = [
    [Math.floor(minutes / 1440), "d"],
    [Math.floor(minutes / 60) % 24, "h"],
    [minutes % 60, "min"],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.join(" ");
}
