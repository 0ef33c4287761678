/** The first sentence of a description, without the marks of Markdown for code. */
export function firstSentence(text: string): string {
  return markedFirstSentence(text).replaceAll("`", "");
}

/** The first sentence of a description as it is written. */
export function markedFirstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}
