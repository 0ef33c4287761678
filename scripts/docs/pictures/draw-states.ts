import {
  arrow,
  box,
  LINE,
  type Line,
  line,
  type Point,
  paragraph,
  picture,
  WIDTH,
  widthOf,
  wrap,
  write,
} from "./drawing.ts";

/** What leads from a status to another one. A start that no arrow leads to is not a status, but a text. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly assumed: boolean;
  readonly label: readonly Line[];
}

interface States {
  readonly title: string;
  readonly description: string;
  readonly legend: { readonly stated: string; readonly assumed: string };
  readonly machines: readonly { readonly name?: string; readonly arrows: readonly Arrow[] }[];
}

/** A status in the tree, with the arrows to it from the row of its parent. */
interface Row {
  readonly status: string;
  readonly arrows: readonly Arrow[];
  readonly children: readonly Row[];
  /** Where the status is that this one repeats, and what follows it. */
  readonly elsewhere?: "↑" | "↓";
}

const MARGIN = 12;
const BOX = { height: 30, padding: 10 };
const GAP = 10;
/** From the left side of a status to that of one that follows it, and to the line between them. */
const INDENT = { box: 46, trunk: 16 };

/** Draws state machines as trees: below each status, those that follow it. */
export function drawStates({ title, description, legend, machines }: States): string {
  const middle = WIDTH / 2 + 14;
  let y = 36;
  const drawn = machines.flatMap(({ name, arrows }) => {
    const heading = name ? [write(MARGIN, y + 22, { tone: "strong", text: name })] : [];
    if (name) y += 32;
    const trees = treesOf(arrows).map((tree) => {
      const { parts, end } = drawRow(tree, [MARGIN, y]);
      y = end + GAP;
      return parts;
    });
    return [...heading, ...trees.flat()];
  });
  return picture({ title, description }, y + 4, [
    arrow([MARGIN, 20], [MARGIN + 28, 20]),
    write(MARGIN + 34, 24, { tone: "soft", text: legend.stated }),
    arrow([middle, 20], [middle + 28, 20], { assumed: true }),
    write(middle + 34, 24, { tone: "soft", text: legend.assumed }),
    ...drawn,
  ]);
}

/** A tree for each start that no arrow leads to. */
function treesOf(arrows: readonly Arrow[]): Row[] {
  const targets = new Set(arrows.map(({ to }) => to));
  const starts = new Set(arrows.map(({ from }) => from).filter((from) => !targets.has(from)));
  const [taken, drawn] = [new Set<string>(), new Set<string>()];
  return [...starts].map((status) => ({
    status,
    arrows: [],
    children: rowsBelow(status, arrows, taken, drawn),
  }));
}

/** The statuses that follow one. What follows a status is below the first that leads to it. */
function rowsBelow(
  from: string,
  all: readonly Arrow[],
  taken: Set<string>,
  drawn: Set<string>,
): Row[] {
  const targets = Object.groupBy(
    all.filter((each) => each.from === from),
    ({ to }) => to,
  );
  const fresh = Object.keys(targets).filter((status) => !taken.has(status));
  for (const status of fresh) taken.add(status);
  return Object.entries(targets).map(([status, arrows = []]): Row => {
    if (!fresh.includes(status)) {
      return { status, arrows, children: [], elsewhere: drawn.has(status) ? "↑" : "↓" };
    }
    drawn.add(status);
    return { status, arrows, children: rowsBelow(status, all, taken, drawn) };
  });
}

/** Draws a status, its label to the right, and below it what follows it. `middle` is that of the box. */
function drawRow(row: Row, [x, top]: Point): { parts: string[]; middle: number; end: number } {
  const text = boxText(row);
  const width = widthOf(text) + 2 * BOX.padding;
  const labelX = x + width + 8;
  const label = row.arrows.flatMap((each) =>
    each.label.flatMap(({ tone, text }) => wrap(text, WIDTH - MARGIN - labelX, tone)),
  );
  const height = Math.max(BOX.height, label.length * LINE);
  const middle = top + height / 2;
  const trunk = x + INDENT.trunk;
  let end = top + height;
  let branch = end;
  const below = row.children.flatMap((child) => {
    const drawn = drawRow(child, [x + INDENT.box, end + GAP]);
    end = drawn.end;
    branch = drawn.middle + ((child.arrows.length - 1) / 2) * LINE;
    return [...arrowsTo(child, trunk, [x + INDENT.box, drawn.middle]), ...drawn.parts];
  });
  return {
    middle,
    end,
    parts: [
      statusBox(row, [x, middle - BOX.height / 2], width),
      write(x + width / 2, middle + 4.5, text, "middle"),
      paragraph(labelX, middle - (label.length * LINE) / 2 + 13, label),
      ...(below.length > 0 ? [line([trunk, middle + BOX.height / 2], [trunk, branch])] : []),
      ...below,
    ],
  };
}

/** Arrows of several kinds lie at the lines of their labels. */
function arrowsTo({ arrows }: Row, from: number, [x, y]: Point): string[] {
  return arrows.map(({ assumed }, index) => {
    const at = y + (index - (arrows.length - 1) / 2) * LINE;
    return arrow([from, at], [x - 1, at], { assumed });
  });
}

function boxText({ status, arrows, elsewhere }: Row): Line {
  const isName = arrows.length > 0 || /^\w+\.\w+$/.test(status);
  return { tone: isName ? "code" : "soft", text: elsewhere ? `${elsewhere} ${status}` : status };
}

function statusBox({ arrows, elsewhere }: Row, corner: Point, width: number): string {
  const tone = elsewhere || arrows.length === 0 ? "box" : "main";
  return box(corner, [width, BOX.height], tone, arrows.length > 0 ? 8 : BOX.height / 2);
}
