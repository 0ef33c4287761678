/** An element with a text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  created.textContent = text;
  return created;
}

/** A text that scrolls, also by keyboard. */
export function pre(title: string, text: string): HTMLElement {
  const shown = element("pre", text);
  shown.tabIndex = 0;
  shown.role = "group";
  shown.ariaLabel = title;
  return shown;
}

export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? "";
}

/** JSON with a line for each value, and any other text as it is. */
export function prettyText(text: string): string {
  return pretty(parsed(text)) || text;
}

/** The value of a JSON text. Any other text has none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
