import MarkdownIt from "markdown-it";
import { scrolling } from "./html.ts";

const markdown = new MarkdownIt({ html: true, linkify: false });

/** Renders Markdown. Headings get anchors, and wide tables and code scroll, also by keyboard. */
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

/** Renders a sentence, which may contain code in backticks. */
export function renderSentence(text: string): string {
  return markdown.renderInline(text);
}

/** The anchor of a heading, in the same form as on GitHub: `what-is-stored` for "What is stored". */
export function anchor(title: string): string {
  return title
    .replaceAll(/<[^>]*>|&\w+;/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\s-]/gu, "")
    .replaceAll(/\s/g, "-");
}
