/** A fenced block of code, to split by. */
const CODE = /(^```.*\n[\s\S]*?^```$)/m;
const MAX_DESCRIPTION = 160;

/** A link or a picture of Markdown, which may have a picture in its text. */
export const LINK = /(!?\[(?:[^[\]]|\[[^\]]*\])*\])\(([^)\s#]*)(#[^)\s]*)?\)/g;

/** Changes Markdown, but not its blocks of code. */
export function outsideOfCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(CODE)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");
}

/** The anchor of a heading, in the same form as on GitHub: `what-is-stored` for "What is stored". */
export function headingAnchor(title: string): string {
  return title
    .replaceAll(/<[^>]*>|&\w+;/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\s-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}

/** The title of a page, which is its first heading, and its description, which is its first paragraph. */
export function titleAndDescription(markdown: string): { title: string; description: string } {
  const [, title = ""] = markdown.match(/^# (.+)$/m) ?? [];
  const paragraph = markdown
    .slice(markdown.indexOf(title) + title.length)
    .split(/\n\s*\n/)
    .find((text) => /^\s*[\p{L}*`[]/u.test(text));
  return { title: plain(title), description: asDescription(paragraph ?? title) };
}

/** A paragraph as the description of a page. */
export function asDescription(markdown: string): string {
  return shortened(plain(markdown));
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]|<[^>]*>/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Whole sentences if the first one fits, otherwise whole words. */
function shortened(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text;
  const start = text.slice(0, MAX_DESCRIPTION);
  const sentences = start.match(/^.*[.!?](?=\s)/)?.[0];
  return sentences ?? `${start.slice(0, start.lastIndexOf(" "))} …`;
}
