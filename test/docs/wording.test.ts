import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LABELS, PORTUGUESE_LABELS } from "../../docs/.vitepress/labels.ts";
import { generatedPages } from "../../scripts/docs/generated-pages.ts";
import { readInspectorTexts } from "../../scripts/generate/inspector-forms.ts";
import { keyOf, type Text, table } from "../../src/inspector/texts.ts";
import { control, service } from "../sandbox/contract-examples.ts";

/** Words of the prose, and what they are called instead. Code and values of the contract keep their names. */
type Words = readonly [avoid: RegExp, instead: string][];

const BOTH: Words = [
  [/\bPIX\b/, "Pix"],
  [/(?<![\w-])billets?(?![\w-])/i, "boleto"],
];
const ENGLISH: Words = [
  ...BOTH,
  [/\bansw(er|ers|ered|ering)\b/i, "response, responds"],
  [/\bcancell(ed|ing)\b/i, "canceled, canceling"],
  [/\b(un)?authoris|\btokenis|\brecognis|\bnormalis/i, "-ize"],
  [/\b(behaviour|colour|neighbourhood|licence|instalments?|(mis)?spelt)\b/i, "American spelling"],
  [/\ball the same\b/i, "anyway"],
];
/** What people write on pages; the contracts have these words in texts that are keys of their translations. */
const ENGLISH_PAGES: Words = [
  ...ENGLISH,
  [/\bafterwards\b/i, "afterward, then"],
  [/\bwhoever has\b/i, "anyone with"],
  [/\blifelong\b/i, "without an end date"],
  [/\b\d+ %/, "a number and % without a space"],
  [
    /\b\d+ (January|February|March|April|May|June|July|August|September|October|November|December)\b/,
    "March 10",
  ],
];
const PORTUGUESE: Words = [
  ...BOTH,
  [/\b(reembols|lojista|tarifa|disputa)/i, "a word of docs/pt-BR/glossary.md"],
  [
    /^#+ (\d+\. )?(Inicie|Teste|Rode|Instale|Crie|Receba|Mostre|Envie|Use|Abra|Escolha|Faça|Encontre|Cadastre|Estorne)\b/m,
    "a noun, or the infinitive",
  ],
];

/** What is no prose: code, targets of links, HTML, generated parts, quotes, and paths. */
const NO_PROSE =
  /^```[\s\S]*?^```$|`[^`\n]*`|\]\([^)]*\)|^<!-- ([\w-]+) -->$[\s\S]*?^<!-- \/\1 -->$|<[^>\n]*>|"[^"\n]*"|[\w.-]*\/[\w./-]+/gm;

const files = (...patterns: string[]) =>
  patterns
    .flatMap((pattern) => globSync(pattern))
    .map((file) => file.replaceAll("\\", "/"))
    .map((file) => [file, readFileSync(file, "utf8")] as const);
const isPortuguese = ([file]: readonly [string, string]) => file.includes("pt-BR");
const pages = files("docs/**/*.md", "*.md", "skills/**/*.md");

/** The texts of a contract, each with its place. */
function textsOf(contract: string, value: unknown, place = contract): [string, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]): [string, string][] => {
    const own = `${place}/${key}`;
    const isText = ["summary", "description", "x-inferred", "x-displayName"].includes(key);
    return isText && typeof part === "string" ? [[own, part]] : textsOf(contract, part, own);
  });
}

/** The texts of a table of labels. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Object.values(value ?? {}).flatMap(textsIn);
}

/** The words to avoid that a text has, outside of code. */
function found([place, text]: readonly [string, string], words: Words): string[] {
  const prose = text.replaceAll(NO_PROSE, "`");
  return words.flatMap(([avoid, instead]) => {
    const [word] = avoid.exec(prose) ?? [];
    return word === undefined ? [] : `${place}: ${word} (${instead})`;
  });
}

const placed = (place: string, texts: string[]) => texts.map((text) => [place, text] as const);
const inspector = Object.values(table).flatMap((group) => Object.values<Text>(group).map(keyOf));
const [portugueseTexts = ["", ""]] = files("docs/pt-BR/texts.yaml");
const ofScripts = [...portugueseTexts[1].matchAll(/^ {2}pt: (.*)$/gm)].map(([, text = ""]) => text);

const prose: [where: string, texts: (readonly [string, string])[], Words, atLeast: number][] = [
  ["on English pages", pages.filter((page) => !isPortuguese(page)), ENGLISH_PAGES, 40],
  [
    "on Portuguese pages",
    pages.filter(isPortuguese).filter(([file]) => !/glossary/.test(file)),
    PORTUGUESE,
    30,
  ],
  ["in the contract of the service", textsOf("service", service.value), ENGLISH, 500],
  ["in that of the controls", textsOf("control", control.value), ENGLISH, 300],
  [
    "on the pages that scripts write",
    generatedPages({ service, control }).map(({ file, markdown }) => [file, markdown]),
    ENGLISH,
    30,
  ],
  [
    "in the texts that scripts write in Portuguese",
    placed(
      "texts.yaml",
      ofScripts.filter((text) => text !== "billet"),
    ),
    PORTUGUESE,
    1000,
  ],
  ["in the theme of the docs", placed("theme", textsIn(LABELS)), ENGLISH, 20],
  ["in Portuguese there", placed("theme", textsIn(PORTUGUESE_LABELS)), PORTUGUESE, 20],
  ["in the inspector", placed("src/inspector/texts.ts", inspector), ENGLISH, 100],
  [
    "in its Portuguese",
    placed("inspector.yaml", Object.values(readInspectorTexts().texts)),
    PORTUGUESE,
    100,
  ],
];

test.each(prose)("the prose calls things what people call them %s", (_, texts, words, atLeast) => {
  expect(texts.length).toBeGreaterThan(atLeast);
  expect(texts.flatMap((text) => found(text, words))).toEqual([]);
});
