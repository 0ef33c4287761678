import { globSync, readFileSync, writeFileSync } from "node:fs";
import { sep } from "node:path";
import { instance } from "@viz-js/viz";
import { runScript } from "./run-script.ts";

export const PAGE = "ARCHITECTURE.md";

/** A row of one of the page's tables: where a thing is, and on which other rows it rests. */
export type Part = { name: string; where: string[]; on: string[] };

/** A table of the page, and how it is drawn. */
type Table = {
  heading: string;
  picture: string;
  direction: "LR" | "BT";
  /** Whether an arrow is left out where others lead the same way. */
  sparse: boolean;
};

export const ORIGINS: Table = {
  heading: "What comes from what",
  picture: "docs/origins.svg",
  direction: "LR",
  sparse: false,
};

export const PARTS: Table = {
  heading: "Who may import whom",
  picture: "docs/parts.svg",
  direction: "BT",
  sparse: true,
};

/** The rows under a heading of the page: a name, places in backticks, and the names of other rows. */
export function readTable({ heading }: Table): Part[] {
  const [, after = ""] = readFileSync(PAGE, "utf8").split(`\n## ${heading}\n`);
  const [section = ""] = after.split("\n## ");
  const [, , ...rows] = section.match(/^\|.*\|$/gm) ?? [];
  return rows.map((row) => {
    const [, name = "", where = "", on = ""] = row.split("|").map((cell) => cell.trim());
    const places = [...where.matchAll(/`(.+?)`/g)].map(([, place = ""]) => place);
    return { name, where: places, on: on === "" ? [] : on.split(", ") };
  });
}

/** The files of a part, by their paths from the root of the repository. */
export function filesOf({ where }: Part): string[] {
  return where.flatMap((place) => filesLike(place.endsWith("/") ? `${place}**/*.ts` : place));
}

/** Files by their paths as imports and pages write them, on Windows too. */
export function filesLike(...patterns: string[]): string[] {
  return globSync(patterns).map((file) => file.replaceAll(sep, "/"));
}

// Colours that can be read on a white page and on a black one: GitHub shows both.
const BOX = `shape=box, style="rounded,filled", fillcolor="#0f766e", color="#0f766e", fontcolor="#ffffff"`;
const FONT = `fontname="sans-serif"`;
const LINE = `color="#7d8b8b"`;

/** A table as a picture: a box a row, and an arrow to each from what it rests on. */
export async function drawTable(table: Table): Promise<string> {
  const parts = readTable(table);
  const boxes = parts.map(({ name }) => `"${name}"`);
  const arrows = parts.flatMap((part) =>
    (table.sparse ? nearest(part, parts) : part.on).map((below) => `"${below}" -> "${part.name}"`),
  );
  const viz = await instance();
  const svg = viz.renderString(
    `digraph {
  graph [rankdir=${table.direction}, bgcolor=transparent, nodesep=0.25, ranksep=0.35, pad=0.1]
  node [${BOX}, ${FONT}, fontsize=14, height=0.4, margin="0.18,0.05"]
  edge [${LINE}, arrowsize=0.7]
  ${[...boxes, ...arrows].join("\n  ")}
}`,
    { format: "svg" },
  );
  return svg
    .slice(svg.indexOf("<svg"))
    .replaceAll(/<!--.*?-->\n/gs, "")
    .replace(/<g id="graph0"/, `<title>${table.heading}</title>\n$&`);
}

/** What a part rests on, without what it rests on through another of them anyway. */
function nearest({ on }: Part, parts: Part[]): string[] {
  const below = (name: string): string[] => {
    const own = parts.find((part) => part.name === name)?.on ?? [];
    return [...own, ...own.flatMap(below)];
  };
  return on.filter((name) => !on.some((other) => below(other).includes(name)));
}

if (import.meta.main) {
  await runScript(async () => {
    for (const table of [ORIGINS, PARTS]) {
      writeFileSync(table.picture, await drawTable(table));
      console.log(`${table.picture}: "${table.heading}", as ${PAGE} says.`);
    }
  });
}
