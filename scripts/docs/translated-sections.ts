import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { headingAnchor, LINK, outsideOfCode } from "./markdown-files.ts";

/**
 * What each section of a Portuguese page was translated from, a line each: its page and anchor, and the anchor and a hash of
 * the English section.
 */
export const TRANSLATED = "docs/pt-BR/translated.txt";

const NOTE =
  "> **Esta seção está em inglês.** A tradução ainda não acompanha a versão mais recente do texto.";

/** A page that people write. */
export type Page = { file: string; text: string };

/** A page in both languages. */
export type Twins = { english: Page; portuguese: Page };

/** A page from its start, or from a heading of the second level, to the next such heading. */
export type Section = { before: string; heading: string; body: string };

/** An English section, and the Portuguese one if there is one. It is current if it was translated from this very text. */
export type Pair = { english: Section; portuguese?: Section; isCurrent: boolean };

/** A generated part with its markers, or the first of these alone. */
const GENERATED = /^<!-- ([\w-]+) -->$(?:[\s\S]*?^<!-- \/\1 -->$)?/gm;

export function readTwins(english: string): Twins {
  const portuguese = portugueseOf(english);
  const page = (file: string) => ({ file, text: readFileSync(file, "utf8") });
  return { english: page(english), portuguese: page(portuguese) };
}

/** Where the Portuguese of a file is. */
export function portugueseOf(english: string): string {
  return english.replace(/^docs\//, "docs/pt-BR/").replace(/^README\.md$/, "README.pt-BR.md");
}

export function readTranslated(): Set<string> {
  return new Set(readFileSync(TRANSLATED, "utf8").split("\n"));
}

/** The lines that say that each section of the Portuguese page is a translation of the English one at its place. */
export function linesFor({ english, portuguese }: Twins): string[] {
  const own = sectionsOf(portuguese.text);
  return sectionsOf(english.text).flatMap((section, index) => {
    const translation = own[index];
    return translation ? lineStart(portuguese, translation, section) + hashOf(section) : [];
  });
}

/** The English sections of a page. The first one of each language has the title, so these two belong together. */
export function pairsOf({ english, portuguese }: Twins, translated: ReadonlySet<string>): Pair[] {
  const own = sectionsOf(portuguese.text);
  const lines = [...translated];
  return sectionsOf(english.text).map((section, index) => {
    const start = (each: Section) => lineStart(portuguese, each, section);
    const isOf = (each: Section) => lines.some((line) => line.startsWith(start(each)));
    const found = index === 0 ? own[0] : own.find(isOf);
    const isCurrent = found !== undefined && translated.has(start(found) + hashOf(section));
    return { english: section, ...(found && { portuguese: found }), isCurrent };
  });
}

/** A Portuguese page as the site shows it: each section of the English page, in Portuguese if that is current. */
export function inPortuguese(twins: Twins, translated: ReadonlySet<string>): string {
  const { english, portuguese } = twins;
  const generated = new Map([...generatedParts(english.text), ...generatedParts(portuguese.text)]);
  return pairsOf(twins, translated)
    .map((pair) => (pair.isCurrent ? wholeOf(pair.portuguese) : inEnglish(pair, twins)))
    .join("")
    .replaceAll(GENERATED, (marker, name) => generated.get(name) ?? marker);
}

/** The sections of a page. They have the markers of generated parts alone, since scripts translate what is between them. */
export function sectionsOf(text: string): Section[] {
  return outsideOfCode(text.replaceAll(GENERATED, "<!-- $1 -->"), (part) =>
    part.replaceAll(/^(?=## )/gm, "\0"),
  )
    .split("\0")
    .map((section) => {
      const [, before = "", heading = "", body = ""] =
        /^(.*?)^(##? [^\n]*)(.*)$/ms.exec(section) ?? [];
      return heading === "" ? { before: section, heading, body } : { before, heading, body };
    });
}

function generatedParts(text: string): [name: string, part: string][] {
  return [...text.matchAll(GENERATED)].map(([part, name = ""]) => [name, part]);
}

function wholeOf(section?: Section): string {
  return section ? section.before + section.heading + section.body : "";
}

function lineStart({ file }: Page, own: Section, from: Section): string {
  return `${file}#${anchorOf(own)} ${anchorOf(from)} `;
}

function anchorOf({ heading }: Section): string {
  return headingAnchor(heading.replace(/^#+ /, ""));
}

/** Not of spaces and line breaks, which say nothing. */
function hashOf(section: Section): string {
  const text = wholeOf(section).replaceAll(/\s+/g, " ").trim();
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/** A section in English, with the heading that it had in Portuguese and with all anchors, since other sections link to them. */
function inEnglish({ english, portuguese }: Pair, twins: Twins): string {
  const { before, heading, body } = english;
  const present = anchorsIn(body);
  const anchors = [...anchorsIn(portuguese?.body ?? "")].filter((anchor) => !present.has(anchor));
  const parts = [
    before + (portuguese?.heading ?? heading),
    anchors.map((anchor) => `<a id="${anchor}"></a>`).join(""),
    NOTE,
    asEnglish(withLinks(body, twins).trim()),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n\n`;
}

/** The body of a section, with its language. Boxes may begin in one section and end in another, so those have no room for it. */
function asEnglish(body: string): string {
  return /<\/?div/.test(body) ? body : `<div lang="en">\n\n${body}\n\n</div>`;
}

function anchorsIn(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    headingAnchor(heading),
  );
  const ids = [...text.matchAll(/\bid="([^"]*)"/g)].map(([, id = ""]) => id);
  return new Set([...headings, ...ids]);
}

/** Leads each link of an English page from the Portuguese one to a Portuguese page, if that has the anchor. */
function withLinks(markdown: string, { english, portuguese }: Twins): string {
  return outsideOfCode(markdown, (text) =>
    text.replaceAll(LINK, (link, label: string, path: string, anchor = "") => {
      if (/^\w+:/.test(path)) return link;
      const target = path ? posix.join(posix.dirname(english.file), path) : english.file;
      const twin = portugueseOf(target);
      const file = hasAnchor(twin, anchor) ? twin : target;
      return `${label}(${posix.relative(posix.dirname(portuguese.file), file)}${anchor})`;
    }),
  );
}

function hasAnchor(file: string, anchor: string): boolean {
  if (!existsSync(file) || anchor === "") return existsSync(file);
  return anchorsIn(readFileSync(file, "utf8")).has(anchor.slice(1));
}
