import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { headingAnchor } from "../../scripts/docs/markdown-files.ts";
import { programName, runsInPage } from "../../scripts/docs/runnable-programs.ts";

/**
 * A picture with a dark one beside it, whose name ends in `-dark`, shows in the theme that it fits. Browsers load only
 * the one that shows, and keep its place until it is there.
 */
export function themedPictures(markdown: MarkdownRenderer, folder: string): void {
  const { image } = markdown.renderer.rules;
  markdown.renderer.rules.image = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const source = token?.attrGet("src") ?? "";
    const show = () => image?.(tokens, index, options, env, self) ?? "";
    if (!token || !source.endsWith(".webp")) return show();
    const dark = source.replace(/\.webp$/, "-dark.webp");
    const file = (name: string) => join(folder, dirname(env.relativePath), name);
    const { width, height } = webpSize(readFileSync(file(source)));
    token.attrSet("width", `${width}`);
    token.attrSet("height", `${height}`);
    token.attrSet("loading", "lazy");
    if (!existsSync(file(dark))) return show();
    token.attrSet("class", "in-light");
    const light = show();
    token.attrSet("class", "in-dark");
    token.attrSet("src", dark);
    return light + show();
  };
}

/** The size of a WebP in the extended format, which is what Chromium makes. */
function webpSize(picture: Buffer): { width: number; height: number } {
  if (picture.toString("latin1", 12, 16) !== "VP8X") throw new Error("Not an extended WebP.");
  return { width: picture.readUIntLE(24, 3) + 1, height: picture.readUIntLE(27, 3) + 1 };
}

/**
 * Wide tables scroll in a region of their own, also by keyboard. On a phone, each row is a card instead: its cells carry
 * the names of their columns.
 */
export function readableTables(markdown: MarkdownRenderer): void {
  markdown.renderer.rules.table_open = (_tokens, _index, _options, env) => {
    const label = folderOf(env) === "" ? "Table" : "Tabela";
    return `<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table>\n`;
  };
  markdown.renderer.rules.table_close = () => "</table></div>\n";
  markdown.core.ruler.push("names of columns", ({ tokens }) => {
    let names: string[] = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      if (token.type === "table_open") names = [];
      const content = `${tokens[index + 1]?.content}`;
      if (token.type === "th_open") names.push(content.replaceAll("`", ""));
      // A cell without a text is the heading of nothing.
      if (token.type === "th_open" && content === "")
        for (const tag of [token, tokens[index + 2]]) if (tag) tag.tag = "td";
      if (token.type === "tr_open") column = 0;
      if (token.type === "td_open") token.attrSet("data-column", names[column++] ?? "");
    }
  });
}

/** Names the link of each heading in the language of the page, without the anchor that the heading may give itself. */
export function namedHeadingLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("names of heading links", ({ tokens, env }) => {
    for (const { children } of tokens) {
      const link = children?.find((each) => each.attrGet("class") === "header-anchor");
      const name = link?.attrGet("aria-label")?.replace(/ \{#[^}]*\}/, "") ?? "";
      const start = folderOf(env) === "" ? "Permalink to" : "Link para";
      link?.attrSet("aria-label", name.replace("Permalink to", start));
    }
  });
}

/** The folder of a page's language. */
function folderOf({ relativePath }: { relativePath?: string }): keyof typeof HOW_TO_RUN {
  return `${relativePath}`.startsWith("pt-BR/") ? "pt-BR/" : "";
}

/** What the page says below its first program in TypeScript, by the folder of the language. */
const HOW_TO_RUN = {
  "": ["Save it as", "and run", "Programs in TypeScript", "Open the inspector in this tab"],
  "pt-BR/": ["Salve como", "e rode", "Programas em TypeScript", "Abra o inspetor nesta aba"],
} as const;

/**
 * Says how to run a page's whole programs, which are those that start a sandbox. Those that need nothing else have a place
 * for a button that runs them in the page.
 */
export function howToRunPrograms(markdown: MarkdownRenderer, base: string): void {
  const { fence } = markdown.renderer.rules;
  const isProgram = ({ type, info, content }: { type: string; info: string; content: string }) =>
    type === "fence" && info === "ts" && content.includes('from "centavo/sandbox"');
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info = "", content = "" } = tokens[index] ?? {};
    const runs = info === "ts" && runsInPage(content);
    const place = runs ? `<div class="live" data-program="${programName(content)}"></div>\n` : "";
    const shown = (fence?.(tokens, index, options, env, self) ?? "") + place;
    if (tokens.findIndex(isProgram) !== index) return shown;
    const folder = folderOf(env);
    const [save, run, more, inspect] = HOW_TO_RUN[folder];
    const isFirst = env.relativePath === `${folder}sandbox/start.md`;
    const language = folder === "" ? "en" : "pt-BR";
    const inspector = ` <a href="${base}inspector.html?in=${language}" target="_self">${inspect}</a>.`;
    const address = `${base}${folder}getting-started.html#${headingAnchor(more)}`;
    return `${shown}<p class="how-to-run">${save} <code>program.mts</code> ${run} <code>node program.mts</code>: <a href="${address}">${more}</a>.${isFirst ? inspector : ""}</p>\n`;
  };
}
