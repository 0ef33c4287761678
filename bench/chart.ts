import type { Bars } from "./report-section.ts";

const COLUMNS = 2;
const MARGIN = 16;
const GROUP = { width: 430, gap: 20 };
const TITLE_HEIGHT = 26;
const ROW_HEIGHT = 20;
const BAR = { x: 158, height: 13, longest: 199 };

const STYLE = `
  .paper { fill: #ffffff; stroke: #d0d7de }
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .title { font-weight: 600 }
  .own { fill: #1a7f37 }
  .other { fill: #8c959f }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; stroke: #3d444d }
    text { fill: #f0f6fc }
    .own { fill: #3fb950 }
    .other { fill: #656c76 }
  }`;

/** Draws the results as a bar chart. It has its own background, so it works on any page. */
export function drawChart(groups: Bars[], description: string): string {
  const rows = Math.max(...groups.map(({ bars }) => bars.length));
  const height = TITLE_HEIGHT + rows * ROW_HEIGHT + GROUP.gap;
  const drawings = groups.map((group, index) => {
    const x = MARGIN + (index % COLUMNS) * (GROUP.width + GROUP.gap);
    const y = MARGIN + Math.floor(index / COLUMNS) * height;
    return `<g transform="translate(${x} ${y})">\n${drawGroup(group)}\n</g>`;
  });
  const size = {
    width: 2 * MARGIN + COLUMNS * GROUP.width + (COLUMNS - 1) * GROUP.gap,
    height: 2 * MARGIN + Math.ceil(groups.length / COLUMNS) * height - GROUP.gap,
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img">
<title>${escaped(description)}</title>
<style>${STYLE}
</style>
<rect class="paper" x="0.5" y="0.5" width="${size.width - 1}" height="${size.height - 1}" rx="6"/>
${drawings.join("\n")}
</svg>
`;
}

function drawGroup({ title, bars }: Bars): string {
  const longest = Math.max(...bars.map(({ value }) => value));
  const rows = bars.map(({ name, value, label, isOwn }, index) => {
    const y = TITLE_HEIGHT + index * ROW_HEIGHT;
    const baseline = y + BAR.height - 2;
    const width = Math.max(1, (value / longest) * BAR.longest).toFixed(1);
    return [
      `<text x="${BAR.x - 8}" y="${baseline}" text-anchor="end">${escaped(name)}</text>`,
      `<rect class="${isOwn ? "own" : "other"}" x="${BAR.x}" y="${y}" width="${width}" height="${BAR.height}" rx="2"/>`,
      `<text x="${BAR.x + Number(width) + 6}" y="${baseline}">${escaped(label)}</text>`,
    ].join("\n");
  });
  return [`<text class="title" x="0" y="12">${escaped(title)}</text>`, ...rows].join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
