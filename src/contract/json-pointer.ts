import { type JsonObject, unescapeKey } from "./cursor.ts";

/** The keys of a JSON pointer. */
function keysOf(pointer: string): string[] {
  return pointer.split("/").slice(1).map(unescapeKey);
}

/** The value that a JSON pointer leads to: never an inherited one, since pointers also come from outside. */
export function valueAt(body: unknown, pointer: string): unknown {
  return keysOf(pointer).reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? (value as JsonObject)[key]
        : undefined,
    body,
  );
}

/** A copy of a body with a new value at a JSON pointer, or without the value there. */
export function changedAt(body: unknown, pointer: string, value?: unknown): unknown {
  return changedAtKeys(body, keysOf(pointer), value);
}

function changedAtKeys(body: unknown, [key = "", ...rest]: string[], value: unknown): unknown {
  const copy = Array.isArray(body) ? [...body] : { ...(body as JsonObject) };
  const target = copy as JsonObject;
  if (rest.length > 0) target[key] = changedAtKeys(target[key], rest, value);
  else if (value === undefined) delete target[key];
  else target[key] = value;
  return copy;
}
