import { outsideOfCode } from "./markdown-files.ts";

type Listed = { file: string; title: string; description: string };
type Page = Listed & { markdown: string };
type Section = { title: string; pages: readonly Listed[] };

/** A page as Markdown for programs, without anchors, boxes, comments and links that only the site understands. */
export function plainMarkdown(source: string): string {
  return outsideOfCode(source, (text) =>
    text
      .replaceAll(/<a id="[^"]*"><\/a>|^<\/?(?:div|details)\b.*>\n/gm, "")
      .replaceAll(/^<summary>(.*)<\/summary>$/gm, "$1:")
      .replaceAll(/^<!--.*?-->\n*/gm, "")
      .replaceAll(/\{(?:target|hreflang)=[^}]*\}| \{#[^}]*\}$/gm, "")
      .replaceAll(/\n{3,}/g, "\n\n"),
  );
}

/** A list of the pages in the format of llms.txt. The links are relative, so that it works wherever the site is. */
export function llmsTxt(name: string, summary: string, sections: readonly Section[]): string {
  const lists = sections.map(({ title, pages }) => {
    const links = pages.map((page) => `- [${page.title}](${page.file}): ${page.description}`);
    return `## ${title}\n\n${links.join("\n")}`;
  });
  return `${[`# ${name}`, `> ${summary}`, ...lists].join("\n\n")}\n`;
}

/** All pages in one file, each with its address. */
export function llmsFullTxt(pages: readonly Page[]): string {
  return pages.map(({ file, markdown }) => `<!-- ${file} -->\n\n${markdown.trim()}\n`).join("\n");
}
