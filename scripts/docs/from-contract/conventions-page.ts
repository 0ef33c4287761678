import { type Cursor, textAt } from "../../../src/contract/cursor.ts";
import { outsideOfCode } from "../markdown-files.ts";
import type { SitePage } from "../site-source.ts";

const TITLE = "Conventions: tokens, money, dates, lists";
const DESCRIPTION =
  "What applies to every operation: how to get a token, the formats of amounts, dates and ids, and pagination.";

/** The chapters of the contract's introduction that the site has a page about. */
const PAGES: Readonly<Record<string, string>> = {
  Errors: "../errors.md",
  "What is assumed": "../assumptions.md",
};

/** What the contract says of all operations, which the reference on one page has as its introduction. */
export function conventionsPage(contract: Cursor, folder: string): SitePage {
  const [, ...chapters] = textAt(contract.at("info"), "description").split(/^(?=# )/m);
  const own = chapters.filter((chapter) => !(titleOf(chapter) in PAGES));
  const links = Object.entries(PAGES).map(([title, page]) => `[${title}](${page})`);
  const text = [`# ${TITLE}`, DESCRIPTION, ...own.map(asSection)].join("\n\n");
  const source = `${text}\n\nThese have pages of their own: ${links.join(", ")}.\n`;
  return {
    file: `${folder}/conventions.md`,
    title: TITLE,
    description: DESCRIPTION,
    source,
    markdown: source,
  };
}

function titleOf(chapter: string): string {
  return /^# (.*)$/m.exec(chapter)?.[1] ?? "";
}

/** A chapter one level lower, whose links lead to pages instead of to places of the reference. */
function asSection(chapter: string): string {
  return outsideOfCode(chapter.trim(), (text) =>
    text
      .replaceAll(/^#/gm, "##")
      .replaceAll(/\(#operation\/([\w.]+)\)/g, "($1.md)")
      .replaceAll(/\(#section\/(\w+)\)/g, (link, title: string) => {
        const page = PAGES[title];
        return page ? `(${page})` : link;
      }),
  );
}
