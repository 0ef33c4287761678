import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const SECTION = /(?<=^paths:\n)(?: .*\n)+/m;
const ENTRY = /^ {2}(\/.*):\n {4}\$ref: paths\/.*\n/gm;

/**
 * The entry file of a contract, which lists each file of its folder `paths`. Listed paths keep their order, which is that
 * of the docs. A new one comes after the last that begins with the same segment.
 */
export function withPathIndex(entry: string): string {
  const files = readdirSync(join(dirname(entry), "paths"));
  const existing = files.map((file) => `/${file.replace(/\.yaml$/, "").replaceAll(".", "/")}`);
  return readFileSync(entry, "utf8").replace(SECTION, (section) => {
    const listed = Array.from(section.matchAll(ENTRY), ([, path = ""]) => path);
    const index = listed.filter((path) => existing.includes(path));
    for (const path of existing.sort()) {
      if (index.includes(path)) continue;
      const last = index.findLastIndex((other) => firstSegment(other) === firstSegment(path));
      index.splice(last < 0 ? index.length : last + 1, 0, path);
    }
    return index.map(indexEntry).join("");
  });
}

function firstSegment(path: string): string | undefined {
  return path.split("/")[1];
}

function indexEntry(path: string): string {
  return `  ${path}:\n    $ref: paths/${path.slice(1).replaceAll("/", ".")}.yaml\n`;
}
