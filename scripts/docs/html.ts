const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

/** An SVG as a data URI. */
export function pictureUri(svg: string): string {
  return dataUri("image/svg+xml", Buffer.from(svg));
}

/** A picture as a URI, since the pages of the site load no other file. */
export function dataUri(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString("base64")}`;
}

/** A container in which wide content scrolls, also by keyboard. */
export function scrolling(content: string, name: string): string {
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(name)}">${content}</div>`;
}
