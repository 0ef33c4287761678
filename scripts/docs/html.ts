const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

/** An SVG as an address that holds it. */
export function pictureUri(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** What is wider than a phone scrolls by itself, by keyboard too. */
export function scrolling(content: string, name: string): string {
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(name)}">${content}</div>`;
}

/** A row of a table, its cells in HTML. */
export type Row = { id?: string; cells: readonly string[] };

/** A table with a name for those who do not see it. */
export function table(name: string, head: readonly string[], rows: readonly Row[]): string {
  const body = rows.map(
    ({ id, cells }) => `<tr${id ? ` id="${id}"` : ""}>${elements("td", cells)}</tr>`,
  );
  const content = `<table><thead><tr>${elements("th", head)}</tr></thead>
<tbody>${body.join("\n")}</tbody></table>`;
  return scrolling(content, name);
}

/** What a person reads in Portuguese, for those who hear it. */
export function portuguese(text: string): string {
  return `<span lang="pt-BR">${escapeHtml(text)}</span>`;
}

export function code(text: string | number): string {
  return `<code>${escapeHtml(`${text}`)}</code>`;
}

function elements(name: string, contents: readonly string[]): string {
  return contents.map((content) => `<${name}>${content}</${name}>`).join("");
}
