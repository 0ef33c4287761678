/** Control characters and line separators, including those that change the direction of text. */
export const CONTROLS = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Escapes control characters and line separators: they could control the terminal or forge another log line. */
export function escapeControls(text: string): string {
  return text.replaceAll(CONTROLS, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
