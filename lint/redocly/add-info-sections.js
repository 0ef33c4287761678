import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Appends the chapters of the introduction to `info.description`. They are the Markdown files in the
 * folder `info` next to the contract's entry file, in the order of their numbers.
 */
export function addInfoSections() {
  return {
    Info: {
      /** @type {(info: { description: string }, context: { location: any }) => void} */
      leave(info, { location }) {
        const folder = join(dirname(location.source.absoluteRef), "info");
        info.description = [info.description, ...chaptersIn(folder)].join("\n\n");
      },
    },
  };
}

/** @param {string} folder */
function chaptersIn(folder) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith(".md"));
  return files
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
}
