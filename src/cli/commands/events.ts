import type { Event } from "../../../generated/sandbox-control-types.ts";
import { CommandError } from "../command.ts";
import type { Connection } from "../sandbox-connection.ts";

/** Reads the stream of new events after an id (Server-Sent Events). Resolves when the sandbox ends it. */
export async function followEvents(
  { url, token }: Pick<Connection, "url" | "token">,
  after: number,
  show: (event: Event) => void,
): Promise<void> {
  const headers = { accept: "text/event-stream", authorization: `Bearer ${await token()}` };
  let text = "";
  try {
    const response = await fetch(`${url}/_sandbox/events?after=${after}`, { headers });
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
