import { escapeHtml, scrolling } from "./html.ts";
import { renderSentence } from "./markdown.ts";

/** The same content in two formats: Markdown for the guide in the repository, HTML for the site. */
export interface Content {
  markdown: string;
  html: string;
}

/** A row of a table. `id` is its anchor on the site. */
export interface Row {
  id?: string;
  cells: readonly Content[];
}

/** A table, with a name for screen readers. */
export function table(name: string, head: readonly string[], rows: readonly Row[]): Content {
  const body = rows.map(
    ({ id, cells }) =>
      `<tr${id ? ` id="${id}"` : ""}>${cells.map(({ html }) => `<td>${html}</td>`).join("")}</tr>`,
  );
  const content = `<table><thead><tr>${head.map((title) => `<th>${title}</th>`).join("")}</tr></thead>
<tbody>${body.join("\n")}</tbody></table>`;
  const lines = [head, head.map(() => "---"), ...rows.map(({ cells }) => cells.map(inCell))];
  return {
    markdown: lines.map((line) => `| ${line.join(" | ")} |`).join("\n"),
    html: scrolling(content, name),
  };
}

function inCell({ markdown }: Content): string {
  return markdown.replaceAll("|", "\\|");
}

export function code(text: string | number): Content {
  return { markdown: `\`${text}\``, html: `<code>${escapeHtml(`${text}`)}</code>` };
}

/** A sentence, which may contain code in backticks. */
export function sentence(text: string): Content {
  return { markdown: text, html: renderSentence(text) };
}

/** Text in Portuguese, marked as such for screen readers. */
export function portuguese(text: string): Content {
  return { markdown: text, html: `<span lang="pt-BR">${escapeHtml(text)}</span>` };
}

/** A name, and what it means. */
export function named(name: string, meaning: string): Content {
  return {
    markdown: `**${name}**: ${meaning}`,
    html: `<strong>${name}</strong><br>${escapeHtml(meaning)}`,
  };
}

export function list(contents: readonly Content[]): Content {
  return {
    markdown: contents.map(({ markdown }) => markdown).join(", "),
    html: contents.map(({ html }) => html).join(", "),
  };
}
