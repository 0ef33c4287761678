import type { Field } from "../../../src/sandbox/domain/pix.ts";

/** The fields that contain others: the payee's accounts, additional data and free ones. */
const COMPOSED = /^(2[6-9]|[34]\d|5[01]|62|[89]\d)$/;
const CHECK = "63";

/** What a BR Code is made of, but for its check. */
export function fieldsOf(code: string): Field[] {
  return read(code).filter(([id]) => id !== CHECK);
}

/** What a field says that is in the first place, or within another one. */
export function valueIn(fields: readonly Field[], ...path: string[]): string | undefined {
  const [id, ...rest] = path;
  const value = fields.find((field) => field[0] === id)?.[1];
  return typeof value === "object" ? valueIn(value, ...rest) : value;
}

function read(text: string): Field[] {
  if (text === "") return [];
  const id = text.slice(0, 2);
  const end = 4 + Number(text.slice(2, 4));
  const value = text.slice(4, end);
  return [[id, COMPOSED.test(id) ? read(value) : value], ...read(text.slice(end))];
}
