/** The maximum number of reported problems. If there are more, most of them have the same cause. */
export const MAX_PROBLEMS = 50;

/** Every error of every item is reported, and validation is superlinear, so the number of items is capped. */
export const MAX_ITEMS = 1000;

export const TOO_MANY_ITEMS = `the arrays of the body must not have more than ${MAX_ITEMS} items in total`;

/** The maximum size of a body in bytes, unless it is a file. */
export const MAX_BODY_SIZE = 1_048_576;

export const BODY_TOO_LARGE = `The body is larger than ${MAX_BODY_SIZE} bytes.`;
