import { readFileSync, writeFileSync } from "node:fs";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import config from "../.dependency-cruiser.mjs";
import { runScript } from "./exit-status.ts";

const PAGE = "ARCHITECTURE.md";
const BETWEEN_MARKERS = /(?<=<!-- imports -->\n).*?(?=<!-- \/imports -->)/s;

/** The page with the current table of the imports between the folders of `src/`. */
export async function drawArchitecture(): Promise<string> {
  const { output } = await cruise(["src", "generated"], {
    ...config.options,
    includeOnly: "^(src|generated)/",
  });
  const rows = importsBetween(output as ICruiseResult).map((row) => `| ${row.join(" | ")} |`);
  const table = ["| Folder | Imports |", "| --- | --- |", ...rows];
  return readFileSync(PAGE, "utf8").replace(BETWEEN_MARKERS, `\n${table.join("\n")}\n\n`);
}

/** Each folder with those that it imports, before these. What others imply is left out. */
function importsBetween({ modules }: ICruiseResult): string[][] {
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    const targets = dependencies.map(({ resolved }) => folderOf(resolved));
    const earlier = imports.get(from) ?? [];
    imports.set(from, new Set([...earlier, ...targets.filter((name) => name !== from)]));
  }
  const direct = (from: string) => [...(imports.get(from) ?? [])].sort();
  const reachable = (from: string): Set<string> =>
    new Set(direct(from).flatMap((to) => [to, ...reachable(to)]));
  return [...imports.keys()]
    .sort()
    .map((folder) => ({ folder, below: reachable(folder) }))
    .filter(({ below }) => below.size > 0)
    .toSorted((one, other) => other.below.size - one.below.size)
    .map(({ folder }) => {
      const indirect = new Set(direct(folder).flatMap((to) => [...reachable(to)]));
      return [
        folder,
        direct(folder)
          .filter((to) => !indirect.has(to))
          .join(", "),
      ];
    });
}

/** The folder of a file, e.g. `sandbox/http`. The generated files of the client count as `client`. */
function folderOf(file: string): string {
  if (/^generated\/(.*types|errors)/.test(file)) return "generated";
  return /^src\/(sandbox\/[\w-]+|[\w-]+)/.exec(file)?.[1] ?? "client";
}

if (import.meta.main) {
  await runScript(async () => {
    writeFileSync(PAGE, await drawArchitecture());
    console.log(`${PAGE}: updated the table of imports.`);
  });
}
