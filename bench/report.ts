/** What a part of the benchmark has found. */
export interface Section {
  title: string;
  /** How it was measured. */
  method: string;
  /** The first column has names, all others figures. */
  head: string[];
  rows: string[][];
  charts: Chart[];
}

/** A group of bars, by their names. */
interface Chart {
  title: string;
  bars: [name: string, value: number][];
}

/** Formats a section as Markdown. */
export function describe({ title, method, head, rows }: Section): string {
  const rule = ["---", ...head.slice(1).map(() => "---:")];
  const table = [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return [`## ${title}`, method, table.join("\n")].join("\n\n");
}

/** Formats a number with thousands separators. One that was not measured is a dash. */
export function number(value: number, digits = 0): string {
  if (!Number.isFinite(value)) return "–";
  return value.toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

const WIDTH = 640;
const ROW = 20;
const BAR = { x: 190, longest: 370 };

/** Draws bar charts, one below the other. The picture has its own background, so it works on any page. */
export function drawCharts(charts: Chart[], description: string): string {
  let y = 0;
  const lines = charts.flatMap(({ title, bars }) => {
    const longest = Math.max(...bars.map(([, value]) => value));
    y += 2 * ROW;
    const heading = `<text class="title" x="16" y="${y - 5}">${title}</text>`;
    const drawn = bars.map(([name, value]) => {
      y += ROW;
      const width = Math.round((value / longest) * BAR.longest);
      const kind = /^(sandbox|create)/.test(name) ? "own" : "other";
      const [left, right, base] = [BAR.x - 8, BAR.x + width + 6, y - 5];
      const bar = `<rect class="${kind}" x="${BAR.x}" y="${y - 16}" width="${width}" height="13"/>`;
      return `<text x="${left}" y="${base}" text-anchor="end">${name}</text>${bar}<text x="${right}" y="${base}">${number(value)}</text>`;
    });
    return [heading, ...drawn];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + ROW}" role="img">
<title>${description}</title>
<style>
  svg { background: #fff } text { font: 12px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600 }
  .own { fill: #1a7f37 } .other { fill: #8c959f }
  @media (prefers-color-scheme: dark) { svg { background: #0d1117 } text { fill: #f0f6fc } }
</style>
${lines.join("\n")}
</svg>
`;
}
