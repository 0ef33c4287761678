import { outsideOfCode } from "./markdown-files.ts";

type Listed = { file: string; title: string; description: string };
type Page = Listed & { markdown: string };
type Section<Each> = { title: string; pages: readonly Each[] };

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

/**
 * A list of the pages in the format of llms.txt. Programs pass it on without saying where it is from, so its links are
 * whole addresses if the site has one. Otherwise they are relative.
 */
export function llmsTxt(
  name: string,
  summary: string,
  sections: readonly Section<Listed>[],
  url = "",
): string {
  const lists = sections.map(({ title, pages }) => {
    const links = pages.map((page) => `- [${page.title}](${url}${page.file}): ${page.description}`);
    return `## ${title}\n\n${links.join("\n")}`;
  });
  return `${[`# ${name}`, `> ${summary}`, ...lists].join("\n\n")}\n`;
}

/** How many bytes a file with whole pages may have: as much as a model reads at once. */
const MOST_OF_A_PART = 200_000;

/** All pages of each section in one file, or in several if they are too long. */
export function llmsParts(sections: readonly Section<Page>[]): Section<Page>[] {
  return sections.flatMap(({ title, pages }) => {
    const parts: Page[][] = [[]];
    for (const page of pages) {
      const last = parts.at(-1) ?? [];
      const isFull = Buffer.byteLength(wholePages([...last, page])) > MOST_OF_A_PART;
      if (isFull && last.length > 0) parts.push([page]);
      else last.push(page);
    }
    const named = (index: number) => (parts.length > 1 ? `${title} ${index + 1}` : title);
    return parts.map((part, index) => ({ title: named(index), pages: part }));
  });
}

/** Pages in one file, each with its address. */
export function wholePages(pages: readonly Page[]): string {
  return pages.map(({ file, markdown }) => `<!-- ${file} -->\n\n${markdown.trim()}\n`).join("\n");
}
