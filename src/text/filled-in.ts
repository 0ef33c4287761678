/** Stands for a value in a text. */
export const HOLE = "{*}";

/** A text with its values. */
export function filledIn(text: string, values: readonly unknown[]): string {
  return values.reduce<string>((before, value) => before.replace(HOLE, () => `${value}`), text);
}
