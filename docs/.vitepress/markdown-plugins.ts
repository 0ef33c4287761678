import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { MarkdownRenderer } from "vitepress";

/** Puts drawings into the page itself, so that their colours follow the theme that the reader chose. */
export function inlinePictures(markdown: MarkdownRenderer, folder: string): void {
  const { image } = markdown.renderer.rules;
  markdown.renderer.rules.image = (tokens, index, options, env, self) => {
    const source = tokens[index]?.attrGet("src") ?? "";
    if (!source.endsWith(".svg")) return image?.(tokens, index, options, env, self) ?? "";
    const file = join(folder, dirname(env.relativePath), source);
    const picture = readFileSync(file, "utf8").trim();
    const { escapeHtml } = markdown.utils;
    const label = escapeHtml(tokens[index]?.content ?? "");
    // Vue would drop the style of a picture that is part of its template.
    const html = escapeHtml(JSON.stringify(picture));
    return `<span class="drawing" role="img" aria-label="${label}" v-html="${html}"></span>`;
  };
}

/**
 * Wide tables scroll in a region of their own, also by keyboard. On a phone, each row is a card instead: its cells carry
 * the names of their columns.
 */
export function readableTables(markdown: MarkdownRenderer): void {
  markdown.renderer.rules.table_open = () =>
    '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n';
  markdown.renderer.rules.table_close = () => "</table></div>\n";
  markdown.core.ruler.push("names of columns", ({ tokens }) => {
    let names: string[] = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === "table_open") names = [];
      if (token.type === "th_open") names.push(`${tokens[index + 1]?.content}`.replaceAll("`", ""));
      if (token.type === "tr_open") column = 0;
      if (token.type === "td_open") token.attrSet("data-column", names[column++] ?? "");
    }
  });
}
