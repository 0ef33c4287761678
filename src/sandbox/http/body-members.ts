import { isObject } from "../../contract/cursor.ts";

const NONE: readonly string[] = [];

/**
 * The names of the values at a path that are wrong, in each item of the arrays on its way. A name is a path with dots, as
 * in the messages of the validation.
 */
export function namesOfWrong(
  body: unknown,
  path: readonly string[],
  isWrong: (value: unknown) => boolean,
): readonly string[] {
  let value = body;
  for (let depth = 0; ; depth++) {
    if (Array.isArray(value)) {
      const [way, rest] = [path.slice(0, depth), path.slice(depth)];
      return value.flatMap((item, index) =>
        namesOfWrong(item, rest, isWrong).map((name) =>
          [...way, index, ...(name === "" ? [] : [name])].join("."),
        ),
      );
    }
    const key = path[depth];
    if (key === undefined) return isWrong(value) ? [path.join(".")] : NONE;
    if (!isObject(value) || !Object.hasOwn(value, key)) return NONE;
    value = value[key];
  }
}
