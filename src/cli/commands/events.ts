import { setTimeout } from "node:timers/promises";
import type { Event, EventType, operations } from "../../../generated/sandbox-control-types.ts";
import { describeEvent } from "../../sandbox/timeline/describe-event.ts";
import { command } from "../define-command.ts";
import { choicesOf } from "../operation-commands/operation-table.ts";
import { wholeId } from "../operation-commands/short-ids.ts";
import { print } from "../print.ts";
import { connectionFlags, isNotEmpty } from "../shared-flags.ts";
import { type Connection, withSandbox } from "../with-sandbox.ts";

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
      const show = (event: Event) => print(io, values, event, describeEvent);
      const { data } = await connection.control.events.list({
        limit: Number(values.limit),
        ...filter,
      });
      for (const event of data.toReversed()) show(event);
      let after = data[0]?.id ?? 0;
      while (values.follow) {
        const events = await eventsAfter(connection, after, filter);
        for (const event of events) show(event);
        after = events.at(-1)?.id ?? after;
        await setTimeout(PAUSE);
      }
    }),
});

type Filter = NonNullable<operations["events.list"]["parameters"]["query"]>;

/** How long to wait before it asks for more, in milliseconds. */
const PAUSE = 250;

/** All events after one, the latest last. While more of them happen, the pages overlap. */
async function eventsAfter(
  { control }: Connection,
  after: number,
  filter: Filter,
): Promise<Event[]> {
  const events = new Map<number, Event>();
  for await (const event of control.events.list({ after, limit: 100, ...filter }))
    events.set(event.id, event);
  return [...events.values()].toReversed();
}
