import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SearchFile, SearchSection } from "../../src/docs-search/search-index.ts";
import { unescapeHtml } from "./html.ts";
import type { SitePage } from "./site-source.ts";

const HEADING = /<h([1-6]) id="([^"]*)"[^>]*>(.*?)<a class="header-anchor"[^>]*>.*?<\/h\1>/gs;
/** Code, of which only the comments are searched: they have the messages that programs print. */
const CODE = /<pre\b[\s\S]*?<\/pre>/g;
const COMMENT = /(?:^|\s)(?:\/\/|#) (.*)$/gm;
/**
 * What nobody searches: controls, labels of code, how to run it, the bodies of errors, which have a section and a page of
 * their own, and why something is assumed, which has one, too.
 */
const LEFT_OUT =
  /<(script|style|button|nav)\b[\s\S]*?<\/\1>|<(div|p) class="(?:picker|unfold|assumed-count|how-to-run)">[\s\S]*?<\/\2>|<span class="reason">[\s\S]*?<\/small><\/span>|<span class="lang">[^<]*<\/span>|<p><strong>[^<]*<\/strong><\/p>|<details class="error-body"[\s\S]*?<\/details>/g;
/** An item of a list or a row of a table with an anchor of its own: a code of the sandbox, an assumption, or what goes wrong. */
const ENTRY = /<(li|tr)>(?:(?!<\/?\1>)[\s\S])*?<a id="([^"]*)"><\/a>([\s\S]*?)<\/\1>/g;
/** How an assumption is checked, and what it affects: the same words for many. */
const CHECK = "<em>";
/** Of the lists of all operations, only the beginning is searched: the rest is the beginnings of other pages. */
const LISTS = /\b(operations|controls)\/index\.md$/;
/** Of a control, only what it does is searched in Portuguese: what it takes has the same words in English. */
const PORTUGUESE_CONTROLS = /^pt-BR\/controls\//;
const PAGES_OF_ENTRIES = /(outcomes-and-faults|assumptions|getting-started)\.md$/;
/** Its rows are known by their first cell, those of the other pages by their first words. */
const TROUBLES = /getting-started\.md$/;

/** Writes the text of all pages, cut at their headings, for the search to read when it is opened. */
export function writeSearchFile(folder: string, pages: readonly SitePage[]): void {
  const sections = pages.flatMap(({ file }, page) => {
    const html = readFileSync(join(folder, file.replace(/md$/, "html")), "utf8");
    return sectionsOf(file, contentOf(html)).map((section) => ({ page, ...section }));
  });
  const file: SearchFile = {
    pages: pages.map(({ file: name, title }) => ({ path: name.replace(/\.md$/, ""), title })),
    sections,
  };
  writeFileSync(join(folder, "search.json"), JSON.stringify(file));
}

function contentOf(html: string): string {
  const start = html.indexOf("<main");
  return html
    .slice(start, html.indexOf("</main>", start))
    .replaceAll(CODE, commentsOf)
    .replaceAll(LEFT_OUT, " ");
}

function commentsOf(code: string): string {
  const lines = code.replaceAll(/<[^>]*>/g, "").matchAll(COMMENT);
  return `<p>${[...lines].map(([, comment]) => comment).join(" ")}</p>`;
}

type PageSection = Omit<SearchSection, "page">;

function sectionsOf(file: string, html: string): PageSection[] {
  const entries = PAGES_OF_ENTRIES.test(file)
    ? [...html.matchAll(ENTRY)].map(([, , anchor = "", entry = ""]) => {
        const [content = ""] = entry.split(CHECK);
        const text = plainText(content);
        const [cell = ""] = content.split("</td>");
        const [words = ""] = text.split(/[.:](?= )/);
        const title = TROUBLES.test(file) ? plainText(cell) : words;
        return { anchor, title, text: text.slice(title.length).replace(/^[.:] /, "") };
      })
    : [];
  const rest = entries.length > 0 ? html.replaceAll(ENTRY, " ") : html;
  const headings = [...rest.matchAll(HEADING)];
  const sections = headings.flatMap((heading, index) => {
    const [whole, level = "", anchor = "", title = ""] = heading;
    if (PORTUGUESE_CONTROLS.test(file) && level > "2") return [];
    const start = heading.index + whole.length;
    const text = plainText(rest.slice(start, headings[index + 1]?.index));
    // An anchor within a heading lasts longer than that of its text.
    const own = /<a id="([^"]*)"/.exec(title)?.[1] ?? anchor;
    return { anchor: level === "1" ? "" : own, title: plainText(title), text };
  });
  return LISTS.test(file) ? sections.slice(0, 1) : [...sections, ...entries];
}

function plainText(html: string): string {
  const text = html
    .replaceAll(/<\/?(?:p|li|tr|td|th|h\d|div|br)\b[^>]*>/g, " ")
    .replaceAll(/<[^>]*>/g, "");
  return unescapeHtml(text)
    .replaceAll("&#39;", "'")
    .replaceAll("\u200b", "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
