import { isObject } from "../../contract/cursor.ts";

/** A value in a body. */
interface Member {
  /** The path with dots, as in the messages of the validation. */
  name: string;
  value: unknown;
}

/** The values at a path, in each item of the arrays on its way. */
export function membersAt(value: unknown, path: readonly string[], name = ""): Member[] {
  const at = (key: string) => (name === "" ? key : `${name}.${key}`);
  if (Array.isArray(value))
    return value.flatMap((item, index) => membersAt(item, path, at(`${index}`)));
  const [key, ...rest] = path;
  if (key === undefined) return [{ name, value }];
  return isObject(value) && Object.hasOwn(value, key) ? membersAt(value[key], rest, at(key)) : [];
}
