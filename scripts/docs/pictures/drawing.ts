import { escapeHtml } from "../../../src/http-server/escape-html.ts";

/** The width of every picture. On a phone it is shown about 350 pixels wide, so 13 become 11 there. */
export const WIDTH = 400;

/** The distance of the baselines of two lines of text. */
export const LINE = 18;

/** A page that inlines a picture sets these as `--picture-…`. The file itself sets them by its own theme. */
export const COLOURS = {
  light: {
    ground: "#ffffff",
    raised: "#f6f8f8",
    ink: "#1c2526",
    soft: "#556466",
    line: "#c9d3d3",
    accent: "#0f766e",
    "accent-soft": "#e6f4f1",
    assumed: "#8a5000",
  },
  dark: {
    ground: "#14191a",
    raised: "#1c2324",
    ink: "#e4ebea",
    soft: "#9fb0af",
    line: "#3d494a",
    accent: "#5cc9bb",
    "accent-soft": "#12302d",
    assumed: "#e9b565",
  },
};

type Colour = keyof typeof COLOURS.light;

const colour = (name: Colour) => `var(--picture-${name}, ${COLOURS.light[name]})`;

const SANS = `system-ui, -apple-system, "Segoe UI", Roboto, sans-serif`;
const MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

/** Prefixed, since the rules of an inlined picture hold for its whole page. Paper is always light. */
const STYLE = `
.picture-text { font: 13px ${SANS}; fill: ${colour("ink")}; }
.picture-strong { font-weight: 600; }
.picture-code { font: 12.8px ${MONO}; }
.picture-soft { fill: ${colour("soft")}; }
.picture-accent { fill: ${colour("accent")}; }
.picture-assumed { fill: ${colour("assumed")}; }
.picture-ground { fill: ${colour("ground")}; }
.picture-box { fill: ${colour("raised")}; stroke: ${colour("line")}; }
.picture-main { fill: ${colour("accent-soft")}; stroke: ${colour("accent")}; }
.picture-line { fill: none; stroke: ${colour("line")}; stroke-width: 1.5; }
.picture-stroke { fill: none; stroke: ${colour("accent")}; stroke-width: 1.6; }
.picture-stroke-assumed { fill: none; stroke: ${colour("assumed")}; stroke-width: 1.6; }
.picture-dashed, .picture-stroke-assumed { stroke-dasharray: 4 4; }
@media screen and (prefers-color-scheme: dark) {
  svg:root { ${Object.entries(COLOURS.dark)
    .map(([name, value]) => `--picture-${name}: ${value};`)
    .join(" ")} }
}
`;

export type Point = readonly [x: number, y: number];

/** `code` is an identifier of the contract. */
type Tone = "plain" | "strong" | "soft" | "accent" | "assumed" | "code";

/** A line of text, in one tone. */
export type Line = { readonly tone: Tone; readonly text: string };

type Anchor = "start" | "middle" | "end";

/** A picture as a file of its own. */
export function picture(
  { title, description }: { title: string; description: string },
  height: number,
  parts: readonly string[],
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" style="max-width:100%;height:auto">
<title>${escapeHtml(title)}</title>
<desc>${escapeHtml(description)}</desc>
<style>${STYLE}</style>
<rect class="picture-ground" width="${WIDTH}" height="${height}" rx="8"/>
${parts.filter((part) => part !== "").join("\n")}
</svg>
`;
}

export function write(
  x: number,
  y: number,
  { tone, text }: Line,
  anchor: Anchor = "start",
): string {
  const classes = tone === "plain" ? "picture-text" : `picture-text picture-${tone}`;
  return `<text class="${classes}" x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;
}

/** Writes one line below the other. `y` is the baseline of the first. */
export function paragraph(
  x: number,
  y: number,
  lines: readonly Line[],
  anchor: Anchor = "start",
): string {
  return lines.map((line, index) => write(x, y + index * LINE, line, anchor)).join("\n");
}

/** Breaks text between words, or identifiers also before their dots, such that each line fits. */
export function wrap(text: string, width: number, tone: Tone): Line[] {
  const lines: string[] = [];
  for (const part of text.split(tone === "code" ? /(?<= )|(?=\.)/ : /(?<= )/)) {
    const line = `${lines.at(-1) ?? ""}${part}`;
    const fits = widthOf({ tone, text: line.trimEnd() }) <= width;
    if (lines.length > 0 && fits) lines[lines.length - 1] = line;
    else lines.push(part);
  }
  return lines.map((line) => ({ tone, text: line.trimEnd() }));
}

/** The width of a line in the widest of the fonts that readers have. */
export function widthOf({ tone, text }: Line): number {
  if (tone === "code") return text.length * 7.8;
  const width = [...text].reduce((sum, character) => sum + characterWidth(character), 0);
  return width * (tone === "strong" ? 1.12 : 1);
}

function characterWidth(character: string): number {
  if (/[ .,:;'|!()ijlft\-/]/.test(character)) return 5.2;
  if (/[mwMW%]/.test(character)) return 12.5;
  return /[A-Z]/.test(character) ? 9.4 : 8.2;
}

/** The tone of a box: `main` is what the picture is about. */
export function box(
  [x, y]: Point,
  [width, height]: Point,
  tone: "box" | "main" | "ground" = "box",
  radius = 8,
): string {
  return `<rect class="picture-${tone}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}"/>`;
}

export function line(from: Point, to: Point): string {
  return `<path class="picture-line" d="M${point(from)}L${point(to)}"/>`;
}

/** A straight arrow, with its tip at the last point. What is assumed, and a response, is dashed. */
export function arrow(from: Point, to: Point, { assumed = false, dashed = false } = {}): string {
  const stroke = assumed ? "picture-stroke-assumed" : "picture-stroke";
  return [
    `<path class="${stroke}${dashed ? " picture-dashed" : ""}" d="M${point(from)}L${point(to)}"/>`,
    `<path class="picture-${assumed ? "assumed" : "accent"}" d="${tip(from, to)}"/>`,
  ].join("");
}

function tip(before: Point, [x, y]: Point): string {
  const angle = Math.atan2(y - before[1], x - before[0]);
  const corner = (side: number): Point => [
    x - 9 * Math.cos(angle + side * 0.45),
    y - 9 * Math.sin(angle + side * 0.45),
  ];
  return `M${point([x, y])}L${point(corner(1))}L${point(corner(-1))}Z`;
}

function point([x, y]: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
