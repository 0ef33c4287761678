import { existsSync, globSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { englishPages } from "../../scripts/docs/check-translations.ts";
import {
  pairsOf,
  portugueseOf,
  readTranslated,
  readTwins,
  type Section,
} from "../../scripts/docs/translated-sections.ts";

/** The words of Portuguese have a page that English does not need. */
const GLOSSARY = "docs/pt-BR/glossary.md";
const CODE = /^```(\w*).*\n([\s\S]*?)^```$/gm;
/** A comment that people read. Others say what a line prints, or which response comes. */
const COMMENT = /^(?!.*console\.log|# \d{3}\b)(.*?(?:^|\s)(?:\/\/|#|\/\*\*)) .*$/gm;
const LINK = /(!?)\[(?:[^[\]]|\[[^\]]*\])*\]\(([^)\s#]*)(#[^)\s]*)?\)/g;

const prose = (text: string) => text.replaceAll(CODE, "");
const headings = (text: string) => [...prose(text).matchAll(/^#+ /gm)].map(([level]) => level);
const codeBlocks = (text: string) =>
  [...text.matchAll(CODE)].map(([block]) => block.replaceAll(COMMENT, "$1"));
const inlineCode = (text: string) =>
  prose(text)
    .match(/`[^`\n]+`/g)
    ?.sort();
const tables = (text: string) =>
  [...prose(text).matchAll(/^\|.*\|$/gm)].map(([row]) => row.split(/(?<!\\)\|/).length);

/** The files that a text links to and shows, by their English names. */
function links(text: string, file: string): string[] {
  return [...prose(text).matchAll(LINK)]
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

const textOf = ({ before, heading, body }: Section) => before + heading + body;

test("each English page has a Portuguese one, if only its title, and each Portuguese page an English one", () => {
  const expected = englishPages().map(portugueseOf);
  const found = globSync("docs/pt-BR/**/*.md").map((file) => file.replaceAll("\\", "/"));
  const pages = found.filter((file) => file !== GLOSSARY);
  expect([...pages, "README.pt-BR.md"].sort()).toEqual(expected.sort());
});

const pages = englishPages().filter((page) => existsSync(portugueseOf(page)));
const translated = readTranslated();

describe.each(pages.map(readTwins))("$portuguese.file", (twins) => {
  const { english, portuguese } = twins;
  const current = pairsOf(twins, translated).filter(({ isCurrent }) => isCurrent);

  // What has changed in English since is shown in English.
  test.each(Object.entries({ headings, codeBlocks, links, inlineCode, tables }))(
    "has the same %s as the English that it was translated from",
    (_, partsOf) => {
      for (const pair of current) {
        if (!pair.portuguese) continue;
        expect(partsOf(textOf(pair.portuguese), portuguese.file)).toEqual(
          partsOf(textOf(pair.english), english.file),
        );
      }
    },
  );

  test("links to the Portuguese page or picture where there is one", () => {
    for (const [, , target = ""] of prose(portuguese.text).matchAll(LINK)) {
      if (target === "" || /^\w+:/.test(target)) continue;
      const linked = posix.join(posix.dirname(portuguese.file), target);
      expect(existsSync(linked), `${portuguese.file} links to ${linked}`).toBe(true);
      if (linked.includes("pt-BR") || isOtherLanguage(portuguese.file, target)) continue;
      expect(portugueseOf(linked), `${portuguese.file} links to ${linked}`).toSatisfy(
        (twin: string) => twin === linked || !existsSync(twin),
      );
    }
  });
});

test("both READMEs have the same headings and code, and at most 700 words", () => {
  const { english, portuguese } = readTwins("README.md");
  expect(headings(portuguese.text)).toEqual(headings(english.text));
  expect(codeBlocks(portuguese.text)).toEqual(codeBlocks(english.text));
  for (const { file, text } of [english, portuguese])
    expect(text.trim().split(/\s+/).length, file).toBeLessThanOrEqual(700);
});
