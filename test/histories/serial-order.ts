/** A call in the serial order that the timeline of its company shows. */
export interface Placed {
  /** Who asked for what, in words. */
  name: string;
  /** When it was sent and answered, on one clock. */
  start: number;
  end: number;
  /** The id of the event of what it has changed. */
  at?: number;
  /** The latest event that it has seen, and the first that it has not, in words too. */
  after: number;
  before: number;
  missed: string;
}

/**
 * Decides whether each call can stand in the order of the timeline between what it has seen and what it has not, and after
 * all calls that had been answered when it was sent.
 */
export function contradictionsIn(calls: readonly Placed[]): string[] {
  const answered = calls.toSorted((one, other) => one.end - other.end);
  const places = new Map<Placed, number>();
  const problems: string[] = [];
  /** The latest place of a call that was answered, and its name. */
  let floor = { place: 0, name: "" };
  let count = 0;
  for (const call of calls.toSorted((one, other) => one.start - other.start)) {
    for (; (answered[count]?.end ?? call.start) < call.start; count++) {
      const { name } = answered[count] as Placed;
      const place = places.get(answered[count] as Placed) ?? 0;
      if (place > floor.place) floor = { place, name };
    }
    places.set(call, call.at ?? Math.max(call.after, floor.place));
    const problem = problemOf(call, floor);
    if (problem) problems.push(problem);
  }
  return problems;
}

function problemOf(
  { name, at, after, before, missed }: Placed,
  floor: { place: number; name: string },
): string | undefined {
  const told = `${name} has not seen ${missed}`;
  if (at !== undefined && before < at) return `lost update: ${told}, which came before its change`;
  if (after >= before || (at !== undefined && after >= at))
    return `circular order: ${told || name}, but something later`;
  if (floor.place < (at ?? before)) return undefined;
  const kind = at === undefined ? "stale read" : "circular order";
  return `${kind}: ${told}, and ${floor.name} was answered before it began`;
}
