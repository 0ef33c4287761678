import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { operations } from "../../src/contract/operations.ts";
import { chapterPlace, readWorkflows } from "../workflows/read-workflows.ts";
import type { Contracts } from "./from-contract/contract-tables.ts";
import { headingAnchor, LINK, outsideOfCode, titleAndDescription } from "./markdown-files.ts";
import {
  type OperationFolder,
  operationPage,
  PORTUGUESE_FOLDER,
  REDOCLY_PAGES,
} from "./navigation.ts";
import { plainMarkdown } from "./plain-markdown.ts";
import { inPortuguese, portugueseOf, readTranslated, readTwins } from "./translated-sections.ts";

/** A page that VitePress builds. */
export interface SitePage {
  /** Its file below the folder of the sources, such as `guides/pix.md`. */
  file: string;
  /** The file of the repository that a person wrote. Other pages come from a contract. */
  origin?: string;
  title: string;
  description: string;
  /** What VitePress reads. */
  source: string;
  /** What programs read: the same content, without markup for the site alone. */
  markdown: string;
  /** What the sidebar says of the operation that the page is about, or of the tag, which has no method. */
  operation?: { title: string; method?: string; group: string };
  /** The levels of the headings that are in the page's contents. */
  outline?: readonly [from: number, to: number];
  /** Whether the page has the whole width: neither a sidebar nor contents. */
  wide?: boolean;
}

/** Guides whose place on the site is not their place in `docs/`. */
const MOVED: Readonly<Record<string, string>> = {
  "docs/home.md": "index.md",
  "docs/pt-BR/home.md": "pt-BR/index.md",
  "docs/reference.md": "operations/index.md",
  "docs/pt-BR/reference.md": "pt-BR/operations/index.md",
  "docs/control.md": "controls/index.md",
  "docs/pt-BR/control.md": "pt-BR/controls/index.md",
  "CHANGELOG.md": "changelog.md",
  "SECURITY.md": "security.md",
};

type List = {
  contract: keyof Contracts;
  folder: OperationFolder;
  /** The link to Redocly's page. */
  all: string;
  /** The label of the link to where an operation is described. */
  more: string;
};

/** Guides that list operations. A link to a heading leads to where the site says all about the operation. */
const LISTS: Readonly<Record<string, List>> = {
  "docs/reference.md": {
    contract: "service",
    folder: "operations",
    all: '[All on one page](../reference.html){target="_self"}',
    more: "Fields, examples and errors",
  },
  "docs/pt-BR/reference.md": {
    contract: "service",
    folder: "operations",
    all: '[Tudo em uma página](../../reference.html){target="_self" hreflang="en"}',
    more: "Campos, exemplos e erros",
  },
  "docs/pt-BR/control.md": {
    contract: "control",
    folder: "controls",
    all: '[Tudo em uma página](../../control.html){target="_self" hreflang="en"}',
    more: "Campos, exemplos e erros",
  },
  "docs/control.md": {
    contract: "control",
    folder: "controls",
    all: '[All on one page](../control.html){target="_self"}',
    more: "Fields, examples and errors",
  },
};

/** Files that the site offers as they are. */
export const MACHINE_FILES = [
  "openapi.json",
  "openapi.yaml",
  "sandbox-control.json",
  "sandbox-control.yaml",
  "postback.schema.json",
];

/** The pictures of the guides, which have the same place on the site. */
const PICTURES = ["docs/**/*.webp", "docs/*.svg"];

/** The guides of the repository as pages, whose links lead to other pages of the site. */
export function guidePages(contracts: Contracts): SitePage[] {
  const files = guideFiles();
  const texts = guideTexts(files);
  return files.map((file) => {
    const text = texts.get(file) ?? "";
    const page = pageOf(file);
    const source = outsideOfCode(text, (part) =>
      part.replaceAll(LINK, (whole, label: string, path: string, anchor = "") => {
        if (/^\w+:/.test(path) || path === "") return whole;
        const linked = posix.join(posix.dirname(file), path);
        const target =
          workflowChapter(linked, page) ?? siteTarget(linked, anchor, contracts, files);
        if (!target) throw new Error(`${file} links to ${linked}, which is not on the site.`);
        const link = `${label}(${posix.relative(posix.dirname(page), target) || "./"})`;
        const attributes = [
          ...(leavesVitePress(target) ? ['target="_self"'] : []),
          ...(leavesPortuguese(page, target) ? ['hreflang="en"'] : []),
        ];
        return attributes.length > 0 ? `${link}{${attributes.join(" ")}}` : link;
      }),
    );
    const complete = withLinksToPages(source, LISTS[file]);
    return {
      file: page,
      origin: file,
      ...titleAndDescription(text),
      wide: isHome(page),
      source: complete,
      markdown: plainMarkdown(complete),
    };
  });
}

function isHome(page: string): boolean {
  return ["index.md", `${PORTUGUESE_FOLDER}/index.md`].includes(page);
}

/** A list for the site: with a link to Redocly's page, titles for headings, and links to where each operation is described. */
function withLinksToPages(source: string, list: List | undefined): string {
  if (!list) return source;
  return source
    .replace(/^# .*$/m, `$&\n\n${list.all}`)
    .replaceAll(
      /^## (\w+\.\w+)\n\n(`.*`): (.*)\.$/gm,
      (_, id: string, call: string, title: string) => {
        return `## ${title} {#${headingAnchor(id)}}\n\n${call} · \`${id}\` · [${list.more}](${operationPage(list.folder, id)})`;
      },
    );
}

function guideFiles(): string[] {
  const guides = globSync("docs/**/*.md").map((file) => file.replaceAll("\\", "/"));
  return [...guides.sort(), "CHANGELOG.md", "SECURITY.md"];
}

/** The texts of guides by file. The Portuguese ones have in English what is not translated yet. */
function guideTexts(files: readonly string[]): ReadonlyMap<string, string> {
  const translated = readTranslated();
  const texts = files.map((file) => [file, readFileSync(file, "utf8")] as const);
  const twins = files
    .filter((file) => file !== portugueseOf(file) && files.includes(portugueseOf(file)))
    .map((file) => [portugueseOf(file), inPortuguese(readTwins(file), translated)] as const);
  return new Map([...texts, ...twins]);
}

function pageOf(file: string): string {
  return MOVED[file] ?? file.replace(/^docs\//, "");
}

/** The file of the repository that has a page of the site, by the address of the page without its ending. */
export function fileOf(name: string): string {
  const moved = Object.entries(MOVED).find(([, page]) => page === `${name}.md`);
  return moved?.[0] ?? `docs/${name}.md`;
}

/** Workflows are chapters of guides in each language. */
function workflowChapter(file: string, from: string): string | undefined {
  const [, name] = file.match(/^openapi\/workflows\/(.+)\.arazzo\.yaml$/) ?? [];
  const workflow = name && readWorkflows().find((each) => each.name === name);
  const folder = from.startsWith(`${PORTUGUESE_FOLDER}/`) ? `${PORTUGUESE_FOLDER}/` : "";
  return workflow ? `${folder}${chapterPlace(workflow)}` : undefined;
}

function siteTarget(
  file: string,
  anchor: string,
  contracts: Contracts,
  files: readonly string[],
): string | undefined {
  const list = LISTS[file];
  if (list) {
    const operation = operations(contracts[list.contract]).find(
      ({ id }) => `#${headingAnchor(id)}` === anchor,
    );
    if (!operation) return `${pageOf(file)}${anchor}`;
    return posix.join(posix.dirname(pageOf(file)), operationPage(list.folder, operation.id));
  }
  if (files.includes(file)) return pageOf(file) + anchor;
  const name = file.replace(/^generated\//, "");
  if (MACHINE_FILES.includes(name)) return name;
  if (PICTURES.some((pattern) => posix.matchesGlob(file, pattern))) return pageOf(file);
  return undefined;
}

/** Whether a link leads to a file that VitePress does not know, so that the browser has to load it. */
function leavesVitePress(target: string): boolean {
  return (
    MACHINE_FILES.includes(target) || REDOCLY_PAGES.some((page) => target.startsWith(`${page}.`))
  );
}

/** Whether a link of a Portuguese page leads to an English one. The site marks it. */
function leavesPortuguese(page: string, target: string): boolean {
  const isPortuguese = (path: string) => path.startsWith(`${PORTUGUESE_FOLDER}/`);
  return isPortuguese(page) && !isPortuguese(target) && /\.(md|html)(#|$)/.test(target);
}

/** Writes the pages and the pictures into an empty folder, from which VitePress builds the site. */
export function writeSource(folder: string, pages: readonly SitePage[]): void {
  rmSync(folder, { recursive: true, force: true });
  for (const { file, title, description, outline, wide, operation, source } of pages) {
    const width = wide && { sidebar: false, aside: false, outline: false };
    // The examples are beside the text, where other pages have their contents.
    const layout = operation && { pageClass: "operation-page", aside: false, outline: 2 };
    const head = JSON.stringify({ title, description, outline, ...width, ...layout });
    write(join(folder, file), `---\n${head}\n---\n\n${source}`);
  }
  copyPictures(folder);
}

/** Copies the pictures to where the pages refer to them. */
export function copyPictures(folder: string): void {
  for (const file of PICTURES.flatMap((pattern) => globSync(pattern))) {
    const target = join(folder, pageOf(file.replaceAll("\\", "/")));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
}

/** Writes each page as Markdown beside its HTML, for programs that read. */
export function writeMarkdown(folder: string, pages: readonly SitePage[]): void {
  for (const { file, markdown } of pages) write(join(folder, file), markdown);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
