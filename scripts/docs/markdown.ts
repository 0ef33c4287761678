import { readFileSync } from "node:fs";
import MarkdownIt from "markdown-it";
import { scrolling } from "./html.ts";

const markdown = new MarkdownIt({ html: false, linkify: false });

/** Headings can be linked to, and what is wider than the page scrolls, by keyboard too. */
export function render(text: string): string {
  return markdown
    .render(text)
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll(/<table>.*?<\/table>/gs, (table) => scrolling(table, "Table"))
    .replaceAll(
      /<(h[23])>(.*?)<\/h[23]>/g,
      (_, level, title) => `<${level} id="${anchor(title)}">${title}</${level}>`,
    );
}

/** A sentence, in which code may stand between backticks. */
export function renderSentence(text: string): string {
  return markdown.renderInline(text);
}

/** A file of Markdown, with a table in place of each marker, such as `<!-- return-codes -->`. */
export function renderFile(file: string, tables: Readonly<Record<string, string>> = {}): string {
  const parts = readFileSync(file, "utf8").split(/^<!-- ([\w-]+) -->$/m);
  return parts
    .map((part, index) => (index % 2 === 0 ? render(part) : tableFor(part, tables, file)))
    .join("\n");
}

function tableFor(name: string, tables: Readonly<Record<string, string>>, file: string): string {
  const table = tables[name];
  if (table === undefined) throw new Error(`${file} asks for ${name}, and there is no such table.`);
  return table;
}

/** What a link to a heading says: `what-is-stored` for "What is stored". */
export function anchor(title: string): string {
  return title.toLowerCase().replaceAll(/\W+/g, "-");
}
