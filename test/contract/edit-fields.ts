import { isObject } from "../../src/contract/cursor.ts";

/** A value with some of its fields changed, or removed where they are `undefined`. */
export function changed(value: unknown, change: unknown): unknown {
  if (!isObject(value) || !isObject(change)) return change;
  const fields = Object.entries(change).map(([key, part]) => [key, changed(value[key], part)]);
  return JSON.parse(JSON.stringify({ ...value, ...Object.fromEntries(fields) }));
}
