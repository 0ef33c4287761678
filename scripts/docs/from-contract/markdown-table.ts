/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const escaped = rows.map((cells) => cells.map((cell) => cell.replaceAll("|", "\\|")));
  const lines = [head, head.map(() => "---"), ...escaped];
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}

/** The place to which a link with an id leads. */
export function anchor(id: string): string {
  return `<a id="${id}"></a>`;
}

/** A value as code: a text as it is, anything else as JSON. */
export function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

/** A name, and what it means. */
export function named(name: string, meaning: string): string {
  return `**${name}**: ${meaning}`;
}

/** A text whose lines are joined, for a cell or an item. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
