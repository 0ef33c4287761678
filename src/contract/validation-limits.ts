/** The maximum number of reported problems. If there are more, most of them have the same cause. */
export const MAX_PROBLEMS = 50;

/** Every error of every item is reported, and validation is superlinear, so the number of items is capped. */
export const MAX_ITEMS = 1000;

const TOO_MANY_ITEMS = `the arrays of the body must not have more than ${MAX_ITEMS} items in total`;

/** Whatever is created from a text has a copy of it, such as each charge of a subscription, so its length is capped too. */
export const MAX_TEXT = 10_000;

const TOO_LONG_TEXT = `the texts of the body must not have more than ${MAX_TEXT} characters`;

/** The maximum size of a body in bytes, unless it is a file. */
export const MAX_BODY_SIZE = 1_048_576;

export const BODY_TOO_LARGE = `The body is larger than ${MAX_BODY_SIZE} bytes.`;

/** What a body has too much of to be validated. */
export function excessOf(body: unknown): string | undefined {
  let count = 0;
  const remaining = [body];
  // Not recursive, because a deeply nested body would overflow the stack.
  while (remaining.length > 0) {
    const value = remaining.pop();
    if (typeof value === "string" && value.length > MAX_TEXT) return TOO_LONG_TEXT;
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) count += value.length;
    if (count > MAX_ITEMS) return TOO_MANY_ITEMS;
    for (const inner of Object.values(value)) remaining.push(inner);
  }
  return undefined;
}
