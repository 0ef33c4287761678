import { isObject } from "../../contract/cursor.ts";

/** A value in a body, and its path, with the index of each array on its way. */
interface Member {
  path: readonly (string | number)[];
  value: unknown;
}

/** The values at a path, in each item of the arrays on its way. */
export function membersAt(body: unknown, path: readonly string[]): Member[] {
  let value = body;
  for (const [depth, key] of path.entries()) {
    if (Array.isArray(value)) return membersOfItems(value, path, depth);
    if (!isObject(value) || !Object.hasOwn(value, key)) return [];
    value = value[key];
  }
  return Array.isArray(value) ? membersOfItems(value, path, path.length) : [{ path, value }];
}

function membersOfItems(items: unknown[], path: readonly string[], depth: number): Member[] {
  const way = path.slice(0, depth);
  const rest = path.slice(depth);
  return items.flatMap((item, index) =>
    membersAt(item, rest).map((member) => ({ ...member, path: [...way, index, ...member.path] })),
  );
}
