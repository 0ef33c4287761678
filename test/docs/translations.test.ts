import { existsSync, globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, test } from "vitest";

/** The words of Portuguese have a page that English does not need. */
const GLOSSARY = "docs/pt-BR/glossary.md";
const CODE = /^```(\w*)\n([\s\S]*?)^```$/gm;
/** A comment that people read. Others say what a line prints, or which response comes. */
const COMMENT = /^(?!.*console\.log|# \d{3}\b)(.*?(?:^|\s)(?:\/\/|#|\/\*\*)) .*$/gm;
const LINK = /(!?)\[(?:[^[\]]|\[[^\]]*\])*\]\(([^)\s#]*)(#[^)\s]*)?\)/g;

const filesIn = (pattern: string) => globSync(pattern).map((file) => file.replaceAll("\\", "/"));

const portuguesePages = [...filesIn("docs/pt-BR/**/*.md"), "README.pt-BR.md"];
const pages = portuguesePages
  .filter((file) => file !== GLOSSARY)
  .map((portuguese) => ({ english: portuguese.replace(/pt-BR[/.]/, ""), portuguese }));

const read = (file: string) => readFileSync(file, "utf8");
const prose = (file: string) => read(file).replaceAll(CODE, "");
const headings = (file: string) => [...prose(file).matchAll(/^#+ /gm)].map(([level]) => level);
const codeBlocks = (file: string) =>
  [...read(file).matchAll(CODE)].map(([block]) => block.replaceAll(COMMENT, "$1"));
const inlineCode = (file: string) =>
  prose(file)
    .match(/`[^`\n]+`/g)
    ?.sort();
const tables = (file: string) =>
  [...prose(file).matchAll(/^\|.*\|$/gm)].map(([row]) => row.split(/(?<!\\)\|/).length);

/** The files that a page links to and shows, by their English names. */
function links(file: string): string[] {
  return [...prose(file).matchAll(LINK)]
    .filter(([, , target = ""]) => target !== "" && !isOtherLanguage(file, target))
    .map(([, picture, target = ""]) => {
      if (/^\w+:/.test(target)) return target;
      const linked = posix.join(posix.dirname(file), target);
      return picture + linked.replace("/pt-BR/", "/").replace("README.pt-BR.md", "README.md");
    })
    .sort();
}

/** The two READMEs link to each other. */
function isOtherLanguage(file: string, target: string): boolean {
  return /README(\.pt-BR)?\.md$/.test(target) && /^README/.test(file);
}

test("each Portuguese page has an English one, and each English one a Portuguese one", () => {
  expect(pages.filter(({ english }) => !existsSync(english))).toEqual([]);
  const translated = pages.map(({ english }) => english);
  const needed = filesIn("docs/**/*.md").filter((file) => !file.startsWith("docs/pt-BR/"));
  expect(translated).toEqual(expect.arrayContaining(needed));
});

describe.each(pages)("$portuguese", ({ english, portuguese }) => {
  test.each(Object.entries({ headings, codeBlocks, links, inlineCode, tables }))(
    "has the same %s",
    (_, partsOf) => expect(partsOf(portuguese)).toEqual(partsOf(english)),
  );

  test("links to the Portuguese page or picture where there is one", () => {
    for (const [, , target = ""] of prose(portuguese).matchAll(LINK)) {
      if (target === "" || /^\w+:/.test(target) || isOtherLanguage(portuguese, target)) continue;
      const linked = posix.join(posix.dirname(portuguese), target);
      const other = posix.join("docs/pt-BR", posix.relative("docs", linked));
      if (linked.includes("pt-BR") || other === linked) continue;
      expect(existsSync(other), `${portuguese} links to ${linked}`).toBe(false);
    }
  });
});
