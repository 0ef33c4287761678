/** The characters that mean something in HTML, and what is written instead. */
export const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/**
 * A text as HTML shows it: between tags, and in an attribute with double quotes.
 *
 * @example
 * escapeHtml('<b class="a">'); // "&lt;b class=&quot;a&quot;&gt;"
 */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
