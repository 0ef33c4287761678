import {
  arrow,
  box,
  LINE,
  type Line,
  line,
  paragraph,
  picture,
  WIDTH,
  widthOf,
  wrap,
  write,
} from "./drawing.ts";

/** A message from one lane to another, by their indexes. */
export interface Message {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly Line[];
  /** The response to the call before. */
  readonly reply?: boolean;
}

interface Sequence {
  readonly title: string;
  readonly description: string;
  /** The names of the lanes, and where they are. */
  readonly lanes: readonly { readonly name: string; readonly x: number }[];
  readonly messages: readonly Message[];
  readonly notes?: readonly string[];
}

const MARGIN = 12;
const HEAD = { width: 100, height: 34 };
const GAP = 14;

/** The lanes of a picture with two of them. */
export const [LEFT, CENTER, RIGHT] = [62, WIDTH / 2, WIDTH - 62];

export const code = (text: string): Line => ({ tone: "code", text });
export const plain = (text: string): Line => ({ tone: "plain", text });
export const strong = (text: string): Line => ({ tone: "strong", text });

/** Draws the lanes side by side, and the messages between them from top to bottom. */
export function drawSequence({ lanes, messages, notes = [], ...about }: Sequence): string {
  let y = MARGIN + HEAD.height + 8;
  const drawn = messages.map(({ from, to, lines, reply = false }) => {
    const [start = 0, end = 0] = [lanes[from]?.x, lanes[to]?.x];
    const room = Math.abs(end - start) - 8;
    const label = lines.flatMap(({ tone, text }) => wrap(text, room, tone));
    const top = y + GAP;
    y = top + label.length * LINE + 4;
    const middle = (start + end) / 2;
    const inset = Math.sign(end - start);
    return [
      ...(Math.abs(to - from) > 1 ? [behind(middle, top, label)] : []),
      paragraph(middle, top + 13, label, "middle"),
      arrow([start + inset, y], [end - 2 * inset, y], { dashed: reply }),
    ].join("\n");
  });
  const end = y + 14;
  const footer = notes.flatMap((note) => wrap(note, WIDTH - 2 * MARGIN, "soft"));
  const heads = lanes.map(({ name, x }) =>
    [
      line([x, MARGIN + HEAD.height], [x, end]),
      box([x - HEAD.width / 2, MARGIN], [HEAD.width, HEAD.height], "main"),
      write(x, MARGIN + 22, strong(name), "middle"),
    ].join("\n"),
  );
  const height = end + (footer.length > 0 ? footer.length * LINE + 16 : 8);
  return picture(about, height, [...heads, ...drawn, paragraph(MARGIN, end + 20, footer)]);
}

/** Covers the lane that a label crosses. */
function behind(middle: number, top: number, label: readonly Line[]): string {
  const width = Math.max(...label.map(widthOf)) + 12;
  return box([middle - width / 2, top - 2], [width, label.length * LINE + 2], "ground", 0);
}
