import { readFileSync, writeFileSync } from "node:fs";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import config from "../.dependency-cruiser.mjs";
import { runScript } from "./exit-status.ts";

const PAGE = "ARCHITECTURE.md";
const BETWEEN_MARKERS = /(?<=<!-- imports -->\n).*?(?=<!-- \/imports -->)/s;

/** The page with the current chart of the imports between the folders of `src/`. */
export async function drawArchitecture(): Promise<string> {
  const { output } = await cruise(["src", "generated"], {
    ...config.options,
    includeOnly: "^(src|generated)/",
  });
  const chart = ["```mermaid", "flowchart TD", ...arrows(output as ICruiseResult), "```", ""];
  return readFileSync(PAGE, "utf8").replace(BETWEEN_MARKERS, chart.join("\n"));
}

/** The imports as arrows, reduced to the direct ones: the chart would be unreadable with all of them. */
function arrows({ modules }: ICruiseResult): string[] {
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    const targets = dependencies.map(({ resolved }) => folderOf(resolved));
    const earlier = imports.get(from) ?? [];
    imports.set(from, new Set([...earlier, ...targets.filter((name) => name !== from)]));
  }
  const direct = (from: string) => [...(imports.get(from) ?? [])].sort();
  const reachable = (from: string): string[] =>
    direct(from).flatMap((to) => [to, ...reachable(to)]);
  return [...imports.keys()].sort().flatMap((from) => {
    const indirect = new Set(direct(from).flatMap(reachable));
    return direct(from)
      .filter((to) => !indirect.has(to))
      .map((to) => `  ${from.replace("/", "-")}[${from}] --> ${to.replace("/", "-")}[${to}]`);
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
    console.log(`${PAGE}: updated the chart of imports.`);
  });
}
