import { instance } from "@viz-js/viz";
import type { Cursor } from "../../src/contract/cursor.ts";

type Transition = {
  from: string[];
  to: string;
  trigger: string;
  methods: string[];
  assumed: boolean;
};

/** `across` is for wide pages, `down` for phones. */
type Direction = "across" | "down";

/** The statuses with a diagram on the start page. */
export const STATE_MACHINES = [
  { schema: "PaymentStatus", title: "The life of a payment" },
  { schema: "SubscriptionStatus", title: "The life of a subscription" },
];

const LAYOUTS: Record<Direction, string> = {
  across: "rankdir=LR, nodesep=0.5, ranksep=0.5",
  down: "rankdir=TB, nodesep=0.3, ranksep=0.5",
};

/** The font for measuring labels. It is wide, so that every label also fits in the font of the page. */
const WIDE_FONT = "Verdana";

const START = "start";

/**
 * Draws the `x-transitions` of a status schema as an SVG, whose colours come from the page. Assumed
 * transitions are dashed.
 */
export async function drawStateMachine(
  status: Cursor,
  title: string,
  direction: Direction,
): Promise<string> {
  const edges = grouped(status.at("x-transitions").members().map(readTransition));
  const graph = `digraph {
    graph [${LAYOUTS[direction]}, bgcolor=transparent, pad=0.1]
    node [shape=box, style=rounded, class=state, fontname="${WIDE_FONT}", fontsize=13, height=0.42, margin="0.16,0.05"]
    edge [fontname="${WIDE_FONT}", fontsize=11, arrowsize=0.7]
    ${START} [shape=circle, label="", width=0.16, height=0.16, class=start]
    ${edges.join("\n    ")}
  }`;
  const viz = await instance();
  return pagePicture(viz.renderString(graph, { format: "svg" }), title, direction);
}

function readTransition(transition: Cursor): Transition {
  const from = transition.at("from").value;
  return {
    from: [from ?? START].flat().map(String),
    to: String(transition.at("to").value),
    trigger: String(transition.at("trigger").value).replace(/\.$/, ""),
    methods: transition
      .at("paymentMethods")
      .members()
      .map(({ value }) => String(value)),
    assumed: transition.at("x-inferred").exists,
  };
}

/** One arrow for each pair of states, but separate ones for stated and assumed transitions. */
function grouped(transitions: Transition[]): string[] {
  const arrows = new Map<string, { edge: string; assumed: boolean; labels: string[] }>();
  for (const { from, to, trigger, methods, assumed } of transitions) {
    const label = methods.length > 0 ? `${trigger} (${methods.join(", ")})` : trigger;
    for (const state of from) {
      const edge = `"${state}" -> "${to}"`;
      const key = `${edge} ${assumed}`;
      const arrow = arrows.get(key) ?? { edge, assumed, labels: [] };
      arrows.set(key, { ...arrow, labels: [...arrow.labels, label] });
    }
  }
  return [...arrows.values()].map(({ edge, assumed, labels }) => {
    const text = labels.map((label) => wrapped(label).join("\\n")).join("\\n");
    return `${edge} [label="${text}", class="${assumed ? "assumed" : "stated"}"]`;
  });
}

function wrapped(text: string, width = 17): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = [lines.at(-1), word].filter(Boolean).join(" ");
    if (lines.length > 0 && line.length <= width) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

/** Leaves size and colours to the page, and adds a title for screen readers. */
function pagePicture(svg: string, title: string, direction: Direction): string {
  const picture = svg.slice(svg.indexOf("<svg"));
  return picture
    .replace(
      /<svg width="(\d+)pt" height="(\d+)pt"/,
      `<svg class="picture ${direction}" style="width:$1pt"`,
    )
    .replace(/<g id="graph0"/, `<title>${title}</title>$&`)
    .replaceAll(/ (fill|stroke)="(black|none)"/g, "")
    .replaceAll(/ font-family="[^"]*"/g, "")
    .replaceAll(/ id="[^"]*"/g, "");
}
