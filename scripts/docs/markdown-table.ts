/** A table as Markdown. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [head, head.map(() => "---"), ...rows.map((cells) => cells.map(inCell))];
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}

function inCell(markdown: string): string {
  return markdown.replaceAll("|", "\\|");
}

export function code(text: string | number): string {
  return `\`${text}\``;
}

/** A name with what it means. Its row can be linked to by the name. */
export function named(name: string, meaning: string): string {
  return `<a id="${name}"></a>**${name}**: ${meaning}`;
}
