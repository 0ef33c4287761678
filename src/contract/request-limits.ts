/** A caller reads the first problems, and what has as many has most of them for one reason. */
export const MOST_PROBLEMS = 50;

/** What is wrong with each item is told, and to find all of it takes longer than in proportion. */
export const MOST_ITEMS = 1000;

export const TOO_MANY_ITEMS = `the lists of the body must not have more than ${MOST_ITEMS} items together`;
