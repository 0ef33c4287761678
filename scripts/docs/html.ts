import { ENTITIES } from "../../src/text/escape-html.ts";

/** The text of HTML without elements. */
export function unescapeHtml(html: string): string {
  return Object.entries(ENTITIES).reduceRight(
    (text, [character, entity]) => text.replaceAll(entity, character),
    html,
  );
}

/** The method of an operation, on its page and in the sidebar. */
export function methodBadge(method: string): string {
  return `<span class="method ${method.toLowerCase()}">${method}</span>`;
}
