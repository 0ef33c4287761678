import { ATTEMPT_TIMEOUT, retryDelay } from "../../../src/sandbox/postbacks/retry-policy.ts";
import { cross, dot, LINE, line, paragraph, picture, WIDTH, wrap, write } from "./drawing.ts";
import type { Words } from "./words.ts";

const MARGIN = 16;
const MIDDLE = 138;
const ROW = 42;

/** The attempts from top to bottom, with the waits between them. */
export function postbackRetries(words: Words, delays: readonly number[] = retryDelays()): string {
  const { title, description, ...text } = words.retries;
  const room = WIDTH - 2 * MARGIN;
  const rules = [
    { what: text.delivered, means: text.deliveredMeans },
    { what: text.otherwise(ATTEMPT_TIMEOUT / 1000), means: text.otherwiseMeans },
  ].map(({ what, means }) => [...wrap(what, room, "strong"), ...wrap(means, room, "soft")]);
  const ruleTop = (index: number) => 28 + rules.slice(0, index).flat().length * LINE + index * 8;
  const head = ruleTop(rules.length) + 16;
  const top = head + 26;
  const yOf = (attempt: number) => top + attempt * ROW;
  const last = yOf(delays.length);
  const attempts = [undefined, ...delays].map((delay, index) => {
    const since = delays.slice(0, index).reduce((sum, each) => sum + each, 0);
    const y = yOf(index);
    return [
      ...(delay === undefined
        ? []
        : [
            write(MIDDLE + 18, y - ROW / 2 + 4, { tone: "soft", text: text.wait(duration(delay)) }),
          ]),
      write(MARGIN, y + 4, { tone: "strong", text: text.attempt(index + 1) }),
      dot([MIDDLE, y], index === 0 ? "accent" : "hollow"),
      write(
        WIDTH - MARGIN,
        y + 4,
        { tone: "plain", text: index === 0 ? text.atOnce : duration(since) },
        "end",
      ),
    ].join("\n");
  });
  const notes = wrap(text.note, room, "soft");
  const end = last + 40;
  return picture({ title, description }, end + 22 + notes.length * LINE, [
    ...rules.map((rule, index) => paragraph(MARGIN, ruleTop(index), rule)),
    write(WIDTH - MARGIN, head, { tone: "soft", text: text.sinceFirst }, "end"),
    line([MIDDLE, top], [MIDDLE, end - 6]),
    ...attempts,
    cross([MIDDLE, end]),
    write(MIDDLE + 18, end + 4, { tone: "assumed", text: text.gaveUp }),
    paragraph(MARGIN, end + 32, notes),
  ]);
}

/** The sandbox's own delays, in milliseconds. */
function retryDelays(): number[] {
  const delays: number[] = [];
  for (let delay = retryDelay(1); delay !== undefined; delay = retryDelay(delays.length + 1))
    delays.push(delay);
  return delays;
}

/** Its units are the same in both languages. */
function duration(ms: number): string {
  const minutes = ms / 60_000;
  const parts = [
    [Math.floor(minutes / 1440), "d"],
    [Math.floor(minutes / 60) % 24, "h"],
    [minutes % 60, "min"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}
