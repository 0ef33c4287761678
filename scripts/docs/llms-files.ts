import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { headingAnchor } from "./markdown-files.ts";
import { type Group, GUIDES, PORTUGUESE, PORTUGUESE_FOLDER } from "./navigation.ts";
import { llmsParts, llmsTxt, wholePages } from "./plain-markdown.ts";
import type { SitePage } from "./site-source.ts";

type Language = {
  /** The folder of its pages, with a slash unless it is the root. */
  folder: string;
  groups: readonly Group[];
  overview: string;
  operations: string;
  controls: string;
  files: string;
  about: string;
};

const LANGUAGES: readonly Language[] = [
  {
    folder: "",
    groups: GUIDES,
    overview: "Overview",
    operations: "Operations",
    controls: "Controls",
    files: "Files",
    about: "Whole pages, in files that a model can read at once.",
  },
  {
    folder: `${PORTUGUESE_FOLDER}/`,
    groups: PORTUGUESE,
    overview: "Visão geral",
    operations: "Operações",
    controls: "Controles",
    files: "Arquivos",
    about: "Páginas inteiras, em arquivos que um modelo consegue ler de uma vez.",
  },
];

/**
 * The files for language models, for each language: a list of its pages, and its whole pages by section, with a list of
 * these files.
 */
export function writeLlmsFiles(site: string, pages: readonly SitePage[], url?: string): void {
  for (const language of LANGUAGES) writeFilesOf(language, site, pages, url);
}

function writeFilesOf(
  language: Language,
  site: string,
  pages: readonly SitePage[],
  url?: string,
): void {
  const { folder, files, about } = language;
  const home = pages.find(({ file }) => file === `${folder}index.md`);
  const sections = sectionsOf(language, pages);
  const parts = llmsParts(sections).map(({ title, pages: own }) => ({
    title,
    file: `${folder}llms-full/${asciiName(title)}.txt`,
    description: own.map((page) => page.title).join("; "),
    text: wholePages(own),
  }));
  mkdirSync(join(site, folder, "llms-full"), { recursive: true });
  for (const { file, text } of parts) writeFileSync(join(site, file), text);
  // A link that is not a whole address begins at the folder of its file.
  const inFolder = <Each extends { file: string }>(all: readonly Each[]) =>
    url ? all : all.map((each) => ({ ...each, file: each.file.slice(folder.length) }));
  const listed = sections.map(({ title, pages: own }) => ({ title, pages: inFolder(own) }));
  const list = llmsTxt("Centavo", home?.description ?? "", listed, url);
  const whole = llmsTxt("Centavo", about, [{ title: files, pages: inFolder(parts) }], url);
  writeFileSync(join(site, `${folder}llms.txt`), list);
  writeFileSync(join(site, `${folder}llms-full.txt`), whole);
}

function sectionsOf({ folder, ...language }: Language, pages: readonly SitePage[]) {
  const byName = new Map(pages.map((page) => [page.file.replace(/\.md$/, ""), page]));
  const named = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? []);
  const below = (start: string) =>
    pages.filter(({ file }) => file.startsWith(folder + start) && !file.endsWith("index.md"));
  return [
    { title: language.overview, pages: named([`${folder}index`]) },
    ...language.groups.map(({ text, pages: names }) => ({ title: text, pages: named(names) })),
    { title: language.operations, pages: below("operations/") },
    { title: language.controls, pages: below("controls/") },
  ];
}

/** The name of a file that is the same in an address. */
function asciiName(title: string): string {
  return headingAnchor(title.normalize("NFD").replaceAll(/\p{M}/gu, ""));
}
