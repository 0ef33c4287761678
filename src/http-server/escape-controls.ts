/** Escapes control characters and line separators: they could control the terminal or forge another log line. */
export function escapeControls(text: string): string {
  return text.replaceAll(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
