/** A caller reads the first problems only: a request with this many has most of them for one reason. */
export const MAX_PROBLEMS = 50;

/** Every error of every item is reported, and validation is superlinear, so the number of items is capped. */
export const MAX_ITEMS = 1000;

export const TOO_MANY_ITEMS = `the lists of the body must not have more than ${MAX_ITEMS} items together`;
