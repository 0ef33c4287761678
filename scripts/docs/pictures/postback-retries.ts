import { ATTEMPT_TIMEOUT, retryDelay } from "../../../src/sandbox/postbacks/retry-schedule.ts";
import { drawSequence, LEFT, type Message, plain, RIGHT, strong } from "./draw-sequence.ts";
import type { Words } from "./words.ts";

const [SANDBOX, SERVER] = [0, 1];

/** The attempts from top to bottom, with the waits between them. */
export function postbackRetries(words: Words): string {
  const { title, description, sandbox, server, ...text } = words.retries;
  const again = retryDelays().map(
    (delay, index, delays): Message => ({
      from: SANDBOX,
      to: SERVER,
      lines: [
        strong(text.attempt(index + 2)),
        {
          tone: "soft",
          text: text.wait(duration(delay), duration(sum(delays.slice(0, index + 1)))),
        },
      ],
    }),
  );
  return drawSequence({
    title,
    description,
    lanes: [
      { name: sandbox, x: LEFT },
      { name: server, x: RIGHT },
    ],
    messages: [
      { from: SANDBOX, to: SERVER, lines: [strong(text.attempt(1))] },
      {
        from: SERVER,
        to: SANDBOX,
        reply: true,
        lines: [plain(text.failed(ATTEMPT_TIMEOUT / 1000))],
      },
      ...again,
    ],
    notes: [text.delivered, text.gaveUp(again.length + 1), text.note],
  });
}

/** The sandbox's own delays, in milliseconds. */
function retryDelays(): number[] {
  const delays: number[] = [];
  for (let delay = retryDelay(1); delay !== undefined; delay = retryDelay(delays.length + 1))
    delays.push(delay);
  return delays;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
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
