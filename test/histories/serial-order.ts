/** A call as its client saw it. Lists only grow at their end, and no element is in a list twice. */
export interface Call {
  /** Who asked for what, in words. */
  name: string;
  /** When it was sent and answered, on one clock. */
  start: number;
  end: number;
  /** "failed" has certainly changed nothing. Nobody knows whether "unknown" has. */
  outcome: "ok" | "failed" | "unknown";
  appends?: readonly Append[];
  reads?: readonly Read[];
}

export interface Append {
  list: string;
  element: string;
}

/** What a call has seen of a list: all up to the last element. The first `skip` it has not looked at. */
export interface Read {
  list: string;
  skip?: number;
  elements: readonly string[];
}

export interface Anomaly {
  kind:
    | "lost update"
    | "lost write"
    | "stale read"
    | "doubled write"
    | "effect of a failed call"
    | "reads that disagree"
    | "circular order";
  text: string;
}

/** Why one call comes before another in every serial order. */
interface Edge {
  to: number;
  why: "write" | "read" | "overwritten" | "time";
  list?: string;
  text: string;
}

interface List {
  /** The elements by their positions, as far as anybody has seen them. */
  order: (string | undefined)[];
  writers: Map<string, number>;
}

/**
 * Decides whether a serial order of the calls explains what they have seen, in the manner of Elle (Kingsbury and Alvaro):
 * the order of the elements of a list is that of the calls that appended them, a read comes after the call of its last
 * element and before that of the next, and a call comes after all that had been answered when it was sent. A cycle of
 * these is a contradiction.
 */
export function findAnomalies(history: readonly Call[]): Anomaly[] {
  const anomalies: Anomaly[] = [];
  const calls = history.filter(({ outcome }) => outcome !== "failed");
  const lists = readLists(calls, anomalies);
  anomalies.push(...effectsOfFailed(history, lists));
  const edges = orderOf(calls, lists);
  for (const cycle of cyclesIn(edges, calls)) anomalies.push(anomalyOf(cycle, calls, lists));
  return anomalies;
}

function readLists(calls: readonly Call[], anomalies: Anomaly[]): Map<string, List> {
  const lists = new Map<string, List>();
  const listOf = (name: string): List => {
    const known = lists.get(name) ?? { order: [], writers: new Map() };
    lists.set(name, known);
    return known;
  };
  for (const { name, reads = [] } of calls)
    for (const { list, skip = 0, elements } of reads) {
      const { order } = listOf(list);
      elements.forEach((element, index) => {
        const at = skip + index;
        const known = order[at];
        if (known !== undefined && known !== element)
          anomalies.push({
            kind: "reads that disagree",
            text: `${name} read "${element}" at ${at} of ${list}, where another had read "${known}".`,
          });
        order[at] ??= element;
      });
    }
  for (const [name, { order }] of lists) {
    const places = new Map<string, number>();
    for (const [at, element = ""] of order.entries()) {
      const first = places.get(element);
      if (order[at] !== undefined && first !== undefined) {
        const text = `${name} has "${element}" twice, at ${first} and ${at}.`;
        anomalies.push({ kind: "doubled write", text });
        // Nobody knows which of its calls that is.
        order[at] = `${element} again`;
      }
      places.set(element, at);
    }
  }
  calls.forEach(({ appends = [] }, index) => {
    for (const { list, element } of appends) listOf(list).writers.set(element, index);
  });
  return lists;
}

/** An element counts as that of a call that may have appended it, if there is one. */
function effectsOfFailed(history: readonly Call[], lists: Map<string, List>): Anomaly[] {
  return history.flatMap(({ name, outcome, appends = [] }) =>
    appends.flatMap(({ list, element }) => {
      const { order = [], writers } = lists.get(list) ?? {};
      if (outcome !== "failed" || !order.includes(element) || writers?.has(element)) return [];
      const text = `${name} has failed, and ${list} has its "${element}".`;
      return [{ kind: "effect of a failed call" as const, text }];
    }),
  );
}

/** For each call, what comes after it. */
function orderOf(calls: readonly Call[], lists: Map<string, List>): Edge[][] {
  const edges: Edge[][] = calls.map(() => []);
  const add = (from: number | undefined, to: number | undefined, edge: Omit<Edge, "to">) => {
    if (from !== undefined && to !== undefined && from !== to) edges[from]?.push({ ...edge, to });
  };
  const nameOf = (index: number | undefined) => calls[index ?? 0]?.name;
  const places = new Map<string, ReturnType<typeof placesIn>>();
  for (const [list, { order, writers }] of lists) {
    const place = placesIn(order, writers);
    places.set(list, place);
    for (const [at, element] of order.entries()) {
      const [writer, next] = [writers.get(element ?? ""), place.next[at + 1]];
      if (next === undefined) continue;
      const text = `${list} has "${element}" before "${order[next]}", which ${nameOf(writers.get(order[next] ?? ""))} appended`;
      add(writer, writers.get(order[next] ?? ""), { why: "write", list, text });
    }
  }
  calls.forEach(({ name, reads = [] }, reader) => {
    for (const { list, skip = 0, elements } of reads) {
      const { order, writers } = lists.get(list) as List;
      const { previous, next, unseen } = places.get(list) as ReturnType<typeof placesIn>;
      const end = skip + elements.length;
      const [last, following] = [previous[end], next[end]].map((at) => order[at ?? -1]);
      const sees = `${name} read it from ${list}`;
      if (last !== undefined)
        add(writers.get(last), reader, {
          why: "read",
          list,
          text: `"${last}" was there when ${sees}`,
        });
      const later = following === undefined ? unseen : [following];
      for (const element of later)
        add(reader, writers.get(element), {
          why: "overwritten",
          list,
          text: `it read ${list} without "${element}", which ${nameOf(writers.get(element))} appended`,
        });
    }
  });
  for (const [from, to] of timeOrder(calls))
    add(from, to, { why: "time", text: `it was answered before ${nameOf(to)} began` });
  return edges;
}

/** For each length of a list, where the last element before it and the first after it are that a known call has appended. */
function placesIn(order: List["order"], writers: List["writers"]) {
  const isKnown = (at: number) => writers.has(order[at] ?? "");
  const previous: (number | undefined)[] = [undefined];
  for (let end = 1; end <= order.length; end++)
    previous[end] = isKnown(end - 1) ? end - 1 : previous[end - 1];
  const next: (number | undefined)[] = [];
  for (let end = order.length - 1; end >= 0; end--) next[end] = isKnown(end) ? end : next[end + 1];
  const seen = new Set(order);
  return { previous, next, unseen: [...writers.keys()].filter((element) => !seen.has(element)) };
}

/** Pairs of calls, the first of which was answered before the second began. Others follow from these. */
function timeOrder(calls: readonly Call[]): [from: number, to: number][] {
  const pairs: [number, number][] = [];
  const moments = calls.flatMap(({ start, end, outcome }, index) => [
    { at: start, index, isEnd: false },
    ...(outcome === "ok" ? [{ at: end, index, isEnd: true }] : []),
  ]);
  moments.sort((one, other) => one.at - other.at || Number(one.isEnd) - Number(other.isEnd));
  let frontier: number[] = [];
  for (const { index, isEnd } of moments) {
    if (!isEnd) for (const from of frontier) pairs.push([from, index]);
    else {
      const began = calls[index]?.start ?? 0;
      frontier = frontier.filter((other) => (calls[other]?.end ?? 0) >= began);
      frontier.push(index);
    }
  }
  return pairs;
}

/** Of what is reported. */
const MOST_CYCLES = 10;

interface Step extends Edge {
  from: number;
}

/** Short cycles, each with a call that is in none of those before. */
function cyclesIn(edges: readonly Edge[][], calls: readonly Call[]): Step[][] {
  const left = new Set(edges.keys());
  const cycles: Step[][] = [];
  for (;;) {
    dropUntangled(edges, left);
    // Where it goes back in time, it is shortest.
    const goesBack = (from: number) =>
      edges[from]?.some(
        ({ to }) => left.has(to) && (calls[to]?.end ?? 0) < (calls[from]?.start ?? 0),
      );
    const starts = [...left].filter(goesBack).slice(0, 10);
    const found = (starts.length > 0 ? starts : [...left]).flatMap((start) => {
      const cycle = cycleFrom(start, edges, left);
      return cycle ? [cycle] : [];
    });
    const [shortest] = found.toSorted((one, other) => one.length - other.length);
    if (!shortest || cycles.length === MOST_CYCLES) return cycles;
    cycles.push(shortest);
    left.delete(missedIn(shortest)?.from ?? (shortest[0] as Step).from);
  }
}

/** Drops the calls that nothing, or only what was dropped, comes before. The others are in cycles, or come after some. */
function dropUntangled(edges: readonly Edge[][], left: Set<number>): void {
  const incoming = new Map<number, number>();
  const count = (node: number, more: number) => {
    const sum = (incoming.get(node) ?? 0) + more;
    incoming.set(node, sum);
    return sum;
  };
  for (const from of left) for (const { to } of edges[from] ?? []) count(to, 1);
  const free = [...left].filter((node) => !incoming.get(node));
  for (const node of free) {
    left.delete(node);
    for (const { to } of edges[node] ?? []) if (count(to, -1) === 0 && left.has(to)) free.push(to);
  }
}

/** The shortest cycle through a call, among these. */
function cycleFrom(start: number, edges: readonly Edge[][], among: ReadonlySet<number>) {
  const cameBy = new Map<number, Step>();
  const queue = [start];
  for (const from of queue)
    for (const edge of edges[from] ?? []) {
      if (!among.has(edge.to) || cameBy.has(edge.to)) continue;
      cameBy.set(edge.to, { ...edge, from });
      queue.push(edge.to);
    }
  const cycle: Step[] = [];
  let step = cameBy.get(start);
  for (; step && (cycle.length === 0 || cycle[0]?.from !== start); step = cameBy.get(step.from))
    cycle.unshift(step);
  return cycle.length > 0 ? cycle : undefined;
}

/** The read of a cycle that has not seen what it should have. */
function missedIn(cycle: readonly Step[]): Step | undefined {
  return cycle.find(({ why }) => why === "overwritten");
}

function anomalyOf(
  cycle: readonly Step[],
  calls: readonly Call[],
  lists: Map<string, List>,
): Anomaly {
  const has = (why: Edge["why"]) => cycle.some((step) => step.why === why);
  const missed = missedIn(cycle);
  const told = cycle.map(({ from, text }) => `${calls[from]?.name}: ${text}`).join(";\n  ");
  const text = `No serial order has all of this:\n  ${told}.`;
  if (!missed) return { kind: "circular order", text };
  // Both calls have changed what only one of them had seen.
  const isUpdate = calls[missed.from]?.appends?.some(({ list }) => list === missed.list);
  if (isUpdate && has("write")) return { kind: "lost update", text };
  if (!has("time")) return { kind: "circular order", text };
  const { order = [] } = lists.get(missed.list ?? "") ?? {};
  const isLost = calls[missed.to]?.appends?.some(
    ({ list, element }) => list === missed.list && !order.includes(element),
  );
  return { kind: isLost ? "lost write" : "stale read", text };
}
