/** The maximum number of reported problems. If there are more, most of them have the same cause. */
export const MAX_PROBLEMS = 50;

/** Every error of every item is reported, and validation is superlinear, so the number of items is capped. */
export const MAX_ITEMS = 1000;

export const TOO_MANY_ITEMS = `the arrays of the body must not have more than ${MAX_ITEMS} items in total`;
