import type { Event, EventType, operations } from "../../../generated/sandbox-control-types.ts";
import { describeEvent } from "../../sandbox/timeline/describe-event.ts";
import { CommandError, command } from "../define-command.ts";
import { choicesOf } from "../operation-commands/operation-table.ts";
import { wholeId } from "../operation-commands/short-ids.ts";
import { print } from "../print.ts";
import { type Connection, withSandbox } from "../sandbox-connection.ts";
import { connectionFlags, isNotEmpty } from "../shared-flags.ts";

export const events = command({
  name: "events",
  summary: "Lists what happened, the latest last.",
  flags: {
    limit: {
      value: "COUNT",
      fallback: "20",
      help: "how many to list, from 1 to 100",
      accepts: (text: string) => /^([1-9]\d?|100)$/.test(text),
    },
    resource: {
      value: "ID",
      help: "only events of a resource, by its id or a unique end of it",
      accepts: isNotEmpty,
    },
    follow: { help: "go on with what happens, until Ctrl-C" },
    // Read from the contract only if somebody asks.
    get type() {
      const values = choicesOf("events.list", "type");
      return { value: "TYPE", help: `only events of a type: ${values.join(", ")}`, values };
    },
    ...connectionFlags,
  },
  run: (values, io) =>
    withSandbox(values, async (connection) => {
      const { type, resource } = values as { type?: EventType; resource?: string };
      const resourceId = resource && (await wholeId(connection.control, resource));
      const filter = { ...(type && { type }), ...(resourceId && { resourceId }) };
      const limit = Number(values.limit);
      const { data } = await connection.control.events.list({ limit, ...filter });
      const show = (event: Event) => print(io, values, event, describeEvent);
      for (const event of data.toReversed()) show(event);
      if (!values.follow) return;
      await followEvents(connection, { after: data[0]?.id ?? 0, ...filter }, show);
      throw new CommandError(`the sandbox at ${connection.url} has ended`);
    }),
});

type EventsFilter = NonNullable<operations["events.list"]["parameters"]["query"]>;

/**
 * Reads the stream of the events that a filter matches, by default from now on (Server-Sent Events). Resolves when the sandbox ends it, and
 * rejects when the signal does.
 */
export async function followEvents(
  { url, token }: Pick<Connection, "url" | "token">,
  filter: EventsFilter,
  show: (event: Event) => void,
  signal: AbortSignal | null = null,
): Promise<void> {
  const headers = { accept: "text/event-stream", authorization: `Bearer ${await token()}` };
  let text = "";
  try {
    const query = new URLSearchParams(
      Object.entries(filter).map(([name, value]) => [name, `${value}`]),
    );
    const response = await fetch(`${url}/_sandbox/events?${query}`, { headers, signal });
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
