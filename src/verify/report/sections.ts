import { groupBy } from "../../group-by.ts";
import { type Difference, type Report, sentRequest } from "./report.ts";

/** A part of a report. Code stands between backticks. */
export interface Section {
  title: string;
  entries: { title: string; lines: string[] }[];
  /** Whether only the titles of its entries are for everybody. */
  isFolded?: boolean;
}

/** What the terminal and the page show, in this order. */
export function sectionsOf({ assumptions, deviations, novelties, made }: Report): Section[] {
  const having = (verdict: string) => assumptions.filter((each) => each.verdict === verdict);
  const sections: Section[] = [
    {
      title: "Contradicted",
      entries: assumptions.flatMap(({ text, pointer, evidence }) =>
        evidence.map((each) => entryOf(each, [text, inContract(pointer)])),
      ),
    },
    {
      title: "Different from the service’s own description",
      entries: deviations.map((each) => entryOf(each, [])),
    },
    {
      title: "New",
      entries: novelties.map(({ kind, summary, request, at, pointer }) => {
        const place = kind === "status" || at === "" ? "" : ` at \`${at}\``;
        return { title: summary, lines: [`First seen in ${request}${place}`, inContract(pointer)] };
      }),
    },
    {
      title: "Made by this run",
      entries: grouped(
        made,
        ({ request, state }) => `${request}: ${describeState(state)}`,
        ({ id }) => (id === "" ? "without an id" : `\`${id}\``),
      ),
    },
    {
      title: "Held",
      isFolded: true,
      entries: grouped(
        having("held"),
        ({ group }) => group,
        ({ where, text, seen }) => `\`${where}\` ${text} Seen: ${seen}.`,
      ),
    },
    {
      title: "Not reached",
      isFolded: true,
      entries: grouped(
        having("not reached"),
        ({ reason }) => `${reason}`,
        ({ where, text }) => `\`${where}\` ${text}`,
      ),
    },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}

export function describeCounts({ held, contradicted, notReached }: Report["counts"]): string {
  return `${held} held, ${contradicted} contradicted, ${notReached} not reached`;
}

/** `2026-11-25 14:05 UTC` */
export function describeDate({ date }: Report): string {
  return `${date.slice(0, 16).replace("T", " ")} UTC`;
}

function entryOf(difference: Difference, assumed: readonly string[]) {
  const { summary, status, at } = difference;
  const seen = `First seen at \`${at}\`, in the response (${status}) to ${sentRequest(difference)}`;
  return { title: summary, lines: [...(at.startsWith("/") ? [seen] : []), ...assumed] };
}

function inContract(pointer: string): string {
  return `In the contract: \`${pointer}\``;
}

function grouped<Item>(
  items: readonly Item[],
  titleOf: (item: Item) => string,
  describe: (item: Item) => string,
): Section["entries"] {
  return [...groupBy(items, titleOf)].map(([title, group]) => ({
    title: `${title} (${group.length})`,
    lines: group.map(describe),
  }));
}

/** Other states say in words what became of it. */
function describeState(state: string): string {
  if (state === "left") return "still there";
  if (state === "unknown") return "perhaps made, since the service failed or did not answer";
  return state.replace(/, (?=[A-Z]{2})/, " with the ").replace(/[A-Z]{2}\w*$/, "status $&");
}
