import { readFileSync, writeFileSync } from "node:fs";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import config from "../.dependency-cruiser.mjs";
import { runScript } from "./exit-status.ts";

const PAGE = "ARCHITECTURE.md";
const MARKED = /(?<=<!-- imports -->\n).*?(?=<!-- \/imports -->)/s;

/** The page with a chart of the imports between the folders of `src/`, as they are now. */
export async function drawArchitecture(): Promise<string> {
  const { output } = await cruise(["src", "generated"], {
    ...config.options,
    includeOnly: "^(src|generated)/",
  });
  const chart = ["```mermaid", "flowchart TD", ...arrows(output as ICruiseResult), "```", ""];
  return readFileSync(PAGE, "utf8").replace(MARKED, chart.join("\n"));
}

/** The imports as arrows. One is left out where others lead the same way: with all, nobody sees any. */
function arrows({ modules }: ICruiseResult): string[] {
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    const others = dependencies.map(({ resolved }) => folderOf(resolved));
    const known = imports.get(from) ?? [];
    imports.set(from, new Set([...known, ...others.filter((name) => name !== from)]));
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

/** `sandbox/http` for the files in it. The tables that are generated for the client belong to it. */
function folderOf(file: string): string {
  if (/^generated\/.*types/.test(file)) return "types";
  return /^src\/(sandbox\/[\w-]+|[\w-]+)/.exec(file)?.[1] ?? "client";
}

if (import.meta.main) {
  await runScript(async () => {
    writeFileSync(PAGE, await drawArchitecture());
    console.log(`${PAGE} shows the imports as they are.`);
  });
}
