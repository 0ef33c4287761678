import { isObjectOrArray } from "../../../client/parse-json.ts";

/** The values of a field that may be shared with the next record. */
const KEPT = 16;

/**
 * Keeps one object of those that are equal: tests repeat their buyers and cards, and a store in memory would keep each of
 * them in every payment. It compares with the latest few, which needs no key.
 */
export class SharedValues {
  /** By the name of the field. The first is the next to be replaced. */
  readonly #kept = new Map<string, object[]>();

  /** Replaces objects in the fields of a new resource, unless it is frozen, with equal ones of earlier resources. */
  shareIn(resource: object): void {
    if (Object.isFrozen(resource)) return;
    const fields = resource as Record<string, unknown>;
    for (const name of Object.keys(fields)) {
      const value = fields[name];
      if (typeof value === "object" && value !== null) fields[name] = this.#known(name, value);
    }
  }

  #known(name: string, value: object): object {
    const kept = this.#kept.get(name) ?? [];
    for (const each of kept) if (isEqual(each, value)) return each;
    if (kept.push(value) > KEPT) kept.shift();
    this.#kept.set(name, kept);
    return value;
  }
}

/** Whether two JSON values are equal, with their fields in the same order. */
function isEqual(one: unknown, other: unknown): boolean {
  if (!isObjectOrArray(one) || !isObjectOrArray(other)) return one === other;
  const names = Object.keys(other);
  let count = 0;
  for (const name in one) {
    if (name !== names[count] || !isEqual(one[name], other[name])) return false;
    count += 1;
  }
  return count === names.length && Array.isArray(one) === Array.isArray(other);
}
