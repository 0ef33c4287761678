/** A row of a table. `id` is its anchor. */
export interface Row {
  id?: string;
  cells: readonly string[];
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly Row[]): string {
  const lines = [head, head.map(() => "---"), ...rows.map(cellsOf)];
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}

function cellsOf({ id, cells }: Row): string[] {
  const [first = "", ...rest] = cells.map((cell) => cell.replaceAll("|", "\\|"));
  return [id ? `<a id="${id}"></a>${first}` : first, ...rest];
}

/** A value as code: a text as it is, anything else as JSON. */
export function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

/** A name, and what it means. */
export function named(name: string, meaning: string): string {
  return `**${name}**: ${meaning}`;
}
