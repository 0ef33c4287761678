import { existsSync, globSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Cursor } from "../../src/contract/cursor.ts";
import {
  readAssumptionChecks,
  readContract,
  readControlContract,
} from "../../src/contract/read-bundled-contract.ts";
import { MOCK_URL, SANDBOX_URL } from "../default-servers.ts";
import { EXIT_STATUS, runScript, ScriptError } from "../exit-status.ts";
import {
  contractForms,
  INSPECTOR_TEXTS,
  readInspectorTexts,
  shownTexts,
} from "../generate/inspector-forms.ts";
import { workflowChapters } from "../workflows/workflow-chapters.ts";
import { completeGuides } from "./from-contract/contract-tables.ts";
import { generatedPages } from "./generated-pages.ts";
import { portuguesePages } from "./portuguese-pages.ts";
import {
  linesFor,
  pairsOf,
  portugueseOf,
  readTranslated,
  readTwins,
  sectionsOf,
  TRANSLATED,
  type Twins,
} from "./translated-sections.ts";
import { PORTUGUESE_TEXTS, Translation } from "./translation.ts";

/** The English pages that people write, and that are shown in Portuguese, too. */
export function englishPages(): string[] {
  const files = globSync("docs/**/*.md").map((file) => file.replaceAll("\\", "/"));
  return ["README.md", ...files.filter((file) => !file.startsWith("docs/pt-BR/")).sort()];
}

/** The sections that are in English on a Portuguese page, and the pages that there are not in Portuguese. */
function outdatedSections(): string[] {
  const translated = readTranslated();
  return englishPages().flatMap((page) => {
    const file = portugueseOf(page);
    if (!existsSync(file)) return `${file} is missing`;
    return pairsOf(readTwins(page), translated)
      .filter(({ isCurrent }) => !isCurrent)
      .map(({ english }) => `${file}: ${english.heading}`);
  });
}

/** The texts of scripts, of the contracts and of the inspector without Portuguese, and the Portuguese that nothing shows. */
async function outdatedTexts(): Promise<string[]> {
  const translation = Translation.read();
  const contracts = {
    service: Cursor.root(readContract()),
    control: Cursor.root(readControlContract()),
  };
  const servers = { mock: MOCK_URL, sandbox: SANDBOX_URL };
  portuguesePages(generatedPages(contracts, servers), translation);
  for (const { source } of await workflowChapters()) translation.page(source);
  completeGuides({ ...contracts, checks: readAssumptionChecks() }, translation);
  const { portuguese, ...forms } = contractForms();
  const shown = shownTexts(forms);
  const own = Object.keys(readInspectorTexts().texts);
  const said = { ...portuguese.texts, ...portuguese.answers };
  const inFile = (file: string, what: string) => (text: string) => `${file}${what}: ${text}`;
  return [
    ...[...translation.missing].map(inFile(PORTUGUESE_TEXTS, "")),
    ...translation.unused.map(inFile(PORTUGUESE_TEXTS, " no longer needs")),
    ...shown.filter((text) => !(text in said)).map(inFile(INSPECTOR_TEXTS, "")),
    ...own.filter((text) => !shown.includes(text)).map(inFile(INSPECTOR_TEXTS, " no longer needs")),
  ];
}

/** Notes that Portuguese pages are translations of the English ones as they are now. */
function record(files: readonly string[]): void {
  const twins = englishPages()
    .filter((page) => files.includes(portugueseOf(page)))
    .map(readTwins);
  const unknown = files.filter((file) => !twins.some(({ portuguese }) => portuguese.file === file));
  if (unknown.length > 0)
    throw new ScriptError(EXIT_STATUS.usage, `No page of both languages: ${unknown.join(", ")}.`);
  twins.forEach(refuseOtherSections);
  const others = [...readTranslated()].filter((line) => {
    const [page = ""] = line.split("#");
    return existsSync(page) && !files.includes(page);
  });
  const lines = new Set([...others, ...twins.flatMap(linesFor)]);
  writeFileSync(TRANSLATED, `${[...lines].sort().join("\n")}\n`);
}

/** @throws {ScriptError} if the Portuguese page has more sections than the English one, or fewer. */
function refuseOtherSections({ english, portuguese }: Twins): void {
  const [wanted, found] = [english, portuguese].map(({ text }) => sectionsOf(text).length);
  if (wanted === found) return;
  const problem = `${portuguese.file} has ${found} sections, and ${english.file} has ${wanted}.`;
  throw new ScriptError(EXIT_STATUS.failure, problem);
}

if (import.meta.main) {
  await runScript(async () => {
    const options = { done: { type: "boolean" } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.done) record(positionals);
    else for (const line of [...outdatedSections(), ...(await outdatedTexts())]) console.log(line);
  });
}
