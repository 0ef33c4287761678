/** The value of a JSON text, or `undefined` where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value has fields; a list has, too. */
export function isObjectOrArray(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
