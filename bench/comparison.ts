import type { Table } from "./report-section.ts";
import { median, medianRatio, race } from "./stats.ts";

/** How fast servers answered, and what it cost them. */
export interface Measured {
  /** Requests per second. */
  rate: number;
  /** The processor time of the servers together for a request, in microseconds. */
  effort: number;
}

export type Comparison<Kind extends string, Name> = Awaited<
  ReturnType<typeof compare<Kind, Name, { name: Name }>>
>;

/** Measures one kind of request after the other, each in some rounds in which the competitors take turns. */
export async function compare<Kind extends string, Name, Competitor extends { name: Name }>(
  kinds: Record<Kind, string>,
  competitors: readonly Competitor[],
  rounds: number,
  measure: (competitor: Competitor, kind: Kind) => Promise<Measured>,
) {
  const allKinds = Object.keys(kinds) as Kind[];
  const names = competitors.map(({ name }): Competitor["name"] => name);
  const measured = new Map<Kind, Map<Competitor["name"], Measured[]>>();
  for (const kind of allKinds)
    measured.set(kind, await race(competitors, rounds, (each) => measure(each, kind)));
  const figures = (what: keyof Measured, kind: Kind, name: Name) =>
    (measured.get(kind)?.get(name) ?? []).map((each) => each[what]);
  return {
    kinds: allKinds,
    names,
    median: (what: keyof Measured, kind: Kind, name: Name) => median(figures(what, kind, name)),
    /** The figure of a competitor, as a multiple of another's in the same round. */
    ratio: (what: keyof Measured, kind: Kind, name: Name, other: Name) =>
      medianRatio(figures(what, kind, name), figures(what, kind, other)),
    /** A row for each competitor, and a column for each kind. */
    table: (
      title: string,
      titleOf: (name: Competitor["name"]) => string,
      cell: (kind: Kind, name: Competitor["name"]) => string,
    ): Table => ({
      head: [title, ...Object.values<string>(kinds)],
      rows: names.map((name) => [titleOf(name), ...allKinds.map((kind) => cell(kind, name))]),
    }),
  };
}
