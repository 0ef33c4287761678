import { ATTEMPT_TIMEOUT } from "../../../src/sandbox/postbacks/retry-schedule.ts";
import { duration, retryDelays, sum } from "../retry-table.ts";
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
