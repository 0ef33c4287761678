import type { Event } from "../../../generated/sandbox-control-types.ts";
import { describeEvent } from "../../sandbox/timeline/describe-event.ts";
import { CommandError, command } from "../command.ts";
import { connectionFlags, limitFlag } from "../flags.ts";
import { print } from "../print.ts";
import { type Connection, withSandbox } from "../sandbox-connection.ts";

export const events = command({
  name: "events",
  summary: "Lists what happened, the latest last.",
  flags: {
    ...connectionFlags,
    limit: limitFlag,
    follow: { help: "go on with what happens, until Ctrl-C" },
  },
  run: (values, io) =>
    withSandbox(values, async (connection) => {
      const { data } = await connection.control.events.list({ limit: Number(values.limit) });
      const show = (event: Event) => print(io, values, event, describeEvent);
      for (const event of data.toReversed()) show(event);
      if (!values.follow) return;
      await followEvents(connection, data[0]?.id ?? 0, show);
      throw new CommandError(`the sandbox at ${connection.url} has ended`);
    }),
});

/**
 * Reads the stream of events after an id, or from now on (Server-Sent Events). Resolves when the sandbox ends it, and
 * rejects when the signal does.
 */
export async function followEvents(
  { url, token }: Pick<Connection, "url" | "token">,
  after: number | undefined,
  show: (event: Event) => void,
  signal: AbortSignal | null = null,
): Promise<void> {
  const headers = { accept: "text/event-stream", authorization: `Bearer ${await token()}` };
  let text = "";
  try {
    const query = after === undefined ? "" : `?after=${after}`;
    const response = await fetch(`${url}/_sandbox/events${query}`, { headers, signal });
    if (!response.ok || !response.body)
      throw new CommandError(`the sandbox does not stream events: it answered ${response.status}`);
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      const frames = `${text}${piece}`.split("\n\n");
      text = frames.pop() ?? "";
      for (const event of frames.flatMap(eventIn)) show(event);
    }
  } catch (error) {
    // The sandbox was killed before the stream began, or in the middle of it. Fetch throws a TypeError.
    if (!(error instanceof TypeError)) throw error;
  }
}

/** The event of a frame. A comment has none. */
function eventIn(frame: string): Event[] {
  return frame
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice("data: ".length)));
}
