import { instance } from "@viz-js/viz";
import type { Cursor } from "../../../src/contract/cursor.ts";
import type { Transition } from "../status-transitions.ts";
import { transitionsIn } from "./contract-facts.ts";
import {
  arrow,
  arrowAlong,
  box,
  LINE,
  type Line,
  type Point,
  paragraph,
  picture,
  point,
  WIDTH,
  widthOf,
  wrap,
  write,
} from "./drawing.ts";
import { portugueseTriggers, type Words } from "./words.ts";

/** Part of a state machine, drawn on its own: all of a picture must fit a phone. */
interface Panel {
  readonly name?: string;
  readonly transitions: readonly Transition[];
}

/** A box for a status, or the text from which an arrow comes that has no status before it. */
interface Node {
  readonly name: string;
  readonly isStatus: boolean;
}

/** An arrow between two statuses, with the triggers of all transitions between them. */
interface Edge {
  readonly from: Node;
  readonly to: Node;
  readonly assumed: boolean;
  readonly label: readonly Line[];
}

const MARGIN = 12;
const LEGEND = 34;
const NODE_HEIGHT = 32;
const OPERATION = /^\w+\.\w+$/;
const LABEL_WIDTH = 92;

/** The statuses of a payment: a panel for each group of methods with the same transitions. */
export function paymentStates(contract: Cursor, words: Words): Promise<string> {
  const all = transitionsIn(contract, "PaymentStatus");
  const groups = new Map<string, string[]>();
  for (const method of new Set(all.flatMap(({ methods }) => methods))) {
    const key = JSON.stringify(
      all.filter(({ methods }) => methods.includes(method)).map(({ from, to }) => [from, to]),
    );
    groups.set(key, [...(groups.get(key) ?? []), method]);
  }
  const names: Record<string, string> = words.states.methods;
  const panels = [...groups.values()].map((group) => ({
    name: group.map((method) => names[method] ?? method).join(", "),
    transitions: all
      .map((row) => ({ ...row, methods: row.methods.filter((method) => group.includes(method)) }))
      .filter(({ methods }) => methods.length > 0)
      // A transition of all methods of the panel need not name them.
      .map((row) => (row.methods.length === group.length ? { ...row, methods: [] } : row)),
  }));
  return drawStates(words.states.payment, panels, words);
}

export function subscriptionStates(contract: Cursor, words: Words): Promise<string> {
  const all = transitionsIn(contract, "SubscriptionStatus");
  const statuses = statusesIn(all);
  // What is possible in any status stands below the rest, since beside it a phone has no room.
  const panels = [false, true].map((fromAny) => ({
    transitions: all.filter((row) => isFromAny(row, statuses) === fromAny),
  }));
  return drawStates(words.states.subscription, panels, words);
}

async function drawStates(
  about: Words["states"]["payment"],
  panels: readonly Panel[],
  words: Words,
): Promise<string> {
  const { stated, assumed } = words.states;
  const middle = WIDTH / 2 + 14;
  let y = LEGEND;
  const drawn: string[] = [];
  for (const { name, transitions } of panels) {
    if (name) drawn.push(write(MARGIN, y + 22, { tone: "strong", text: name }));
    const { height, parts } = await layOut(edgesOf(transitions, words), y + (name ? 20 : 4));
    drawn.push(...parts);
    y += height + (name ? 44 : 20);
  }
  return picture(about, Math.ceil(y), [
    arrow([MARGIN, 20], [MARGIN + 28, 20]),
    write(MARGIN + 34, 24, { tone: "soft", text: stated }),
    arrow([middle, 20], [middle + 28, 20], { dashed: true, assumed: true }),
    write(middle + 34, 24, { tone: "soft", text: assumed }),
    ...drawn,
  ]);
}

/** One arrow for each pair of statuses, but separate ones for stated and assumed transitions. */
function edgesOf(transitions: readonly Transition[], words: Words): Edge[] {
  const statuses = statusesIn(transitions);
  const edges = new Map<string, Edge>();
  for (const transition of transitions) {
    const { to, methods, assumed } = transition;
    const { sources, trigger } = sourcesOf(transition, statuses, words);
    const added = [...labelOf(trigger), ...methodsOf(methods, words)];
    for (const from of sources) {
      const key = `${from.name} ${to} ${assumed}`;
      const label = [...(edges.get(key)?.label ?? []), ...added];
      edges.set(key, { from, to: { name: to, isStatus: true }, assumed, label });
    }
  }
  return [...edges.values()];
}

/**
 * Where the arrows of a transition begin. A new resource comes from its trigger, which then needs no
 * label at each arrow. What is possible in any status is one arrow, and not one from each.
 */
function sourcesOf(
  transition: Transition,
  statuses: ReadonlySet<string>,
  words: Words,
): { sources: Node[]; trigger: string } {
  const { from } = transition;
  const trigger = triggerIn(words, transition.trigger);
  if (from.length === 0) return { sources: [{ name: trigger, isStatus: false }], trigger: "" };
  if (isFromAny(transition, statuses))
    return { sources: [{ name: words.states.any, isStatus: false }], trigger };
  return { sources: from.map((name) => ({ name, isStatus: true })), trigger };
}

function statusesIn(transitions: readonly Transition[]): Set<string> {
  return new Set(transitions.flatMap(({ from, to }) => [...from, to]));
}

function isFromAny({ from }: Transition, statuses: ReadonlySet<string>): boolean {
  return [...statuses].every((status) => from.includes(status));
}

function labelOf(trigger: string): Line[] {
  if (trigger === "") return [];
  // An operation is wider than other labels, unless it is broken at its dot.
  const parts = OPERATION.test(trigger) ? trigger.split(/(?=\.)/) : undefined;
  return parts?.map((text) => ({ tone: "code", text })) ?? wrap(trigger, LABEL_WIDTH);
}

function methodsOf(methods: readonly string[], words: Words): Line[] {
  const names: Record<string, string> = words.states.methods;
  const text = methods.map((method) => names[method] ?? method).join(", ");
  return text === "" ? [] : [{ tone: "soft", text }];
}

/** @throws if a new trigger of the contract is not translated yet. */
function triggerIn({ locale }: Words, trigger: string): string {
  if (locale.startsWith("en") || OPERATION.test(trigger)) return trigger;
  const translated = portugueseTriggers[trigger];
  if (!translated) throw new Error(`portugueseTriggers lacks the trigger "${trigger}".`);
  return translated;
}

/** What Graphviz returns, as far as it is needed. Lengths are in points, and y grows upwards. */
interface Layout {
  readonly bb: string;
  readonly objects: readonly { name: string; pos: string }[];
  readonly edges: readonly { index: string; pos: string; lp?: string }[];
}

/** Lets Graphviz place the statuses and labels, and draws them below `top`. */
async function layOut(
  edges: readonly Edge[],
  top: number,
): Promise<{ height: number; parts: string[] }> {
  const nodes = new Map(
    edges.flatMap(({ from, to }) => [from, to]).map((node) => [node.name, node]),
  );
  const boxes = [...nodes.values()].map(
    (node) => `"${node.name}" [width=${nodeWidth(node) / 72}, height=${NODE_HEIGHT / 72}]`,
  );
  const arrows = edges.map(
    ({ from, to, label }, index) =>
      `"${from.name}" -> "${to.name}" [index=${index}${placeholder(label)}]`,
  );
  const viz = await instance();
  const {
    bb,
    objects,
    edges: routes,
  } = viz.renderJSON(`digraph {
    graph [rankdir=TB, nodesep=0.1, ranksep=0.25]
    node [shape=box, fixedsize=true, label=""]
    edge [arrowsize=0.8]
    ${[...boxes, ...arrows].join("\n")}
  }`) as Layout;
  const [, , width = 0, height = 0] = bb.split(",").map(Number);
  if (width > WIDTH) throw new Error(`A state machine is ${width} wide, but has ${WIDTH}.`);
  const left = (WIDTH - width) / 2;
  const place = (pair: string): Point => {
    const [x = 0, y = 0] = pair.split(",").map(Number);
    return [left + x, top + height - y];
  };
  const drawnNodes = objects.map(({ name, pos }) => {
    const { isStatus = true } = nodes.get(name) ?? {};
    return drawNode({ name, isStatus }, place(pos));
  });
  const drawnEdges = routes.flatMap(({ index, pos, lp }) => {
    const { assumed = false, label = [] } = edges[Number(index)] ?? {};
    return [drawRoute(pos, place, assumed), ...(lp ? [drawLabel(label, place(lp))] : [])];
  });
  return { height, parts: [...drawnEdges, ...drawnNodes] };
}

/** The text of a box. */
function nodeText({ name, isStatus }: Node): Line {
  return { tone: isStatus || OPERATION.test(name) ? "code" : "soft", text: name };
}

function nodeWidth(node: Node): number {
  return widthOf(nodeText(node)) + 20;
}

function drawNode(node: Node, [x, y]: Point): string {
  const width = nodeWidth(node);
  const [corner, size]: [Point, Point] = [
    [x - width / 2, y - NODE_HEIGHT / 2],
    [width, NODE_HEIGHT],
  ];
  return [
    node.isStatus ? box(corner, size, "main") : box(corner, size, "box", NODE_HEIGHT / 2),
    write(x, y + 4.5, nodeText(node), "middle"),
  ].join("\n");
}

function drawLabel(label: readonly Line[], [x, y]: Point): string {
  return paragraph(x, y - (label.length * LINE) / 2 + 13, label, "middle");
}

/** An empty label of the size that the real one needs. Graphviz does not know the fonts of readers. */
function placeholder(label: readonly Line[]): string {
  if (label.length === 0) return "";
  const width = Math.ceil(Math.max(...label.map(widthOf)) + 10);
  const height = label.length * LINE + 4;
  return `, label=<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0" FIXEDSIZE="TRUE" WIDTH="${width}" HEIGHT="${height}"><TR><TD></TD></TR></TABLE>>`;
}

/** The curve of an arrow. Graphviz writes its end first, as in "e,1,2 0,0 …". */
function drawRoute(pos: string, place: (pair: string) => Point, assumed: boolean): string {
  const [end = "", start = "", ...controls] = pos.replace(/^e,/, "").split(" ");
  const curve = controls.map((pair) => point(place(pair))).join(" ");
  const before = place(controls.at(-1) ?? start);
  const path = `M${point(place(start))}C${curve}L${point(place(end))}`;
  return arrowAlong(path, before, place(end), { assumed, dashed: assumed });
}
