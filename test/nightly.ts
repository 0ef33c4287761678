/** Whether everything runs that takes long, as in `.ci/nightly`. Elsewhere a part of it does, always the same. */
export const isNightly = process.env.NIGHTLY !== undefined;

/**
 * All cases at night, else the first so many.
 *
 * @example
 * firstOf(1, ["GET", "POST"]).length // 1
 */
export function firstOf<Case>(count: number, cases: readonly Case[]): readonly Case[] {
  return isNightly ? cases : cases.slice(0, count);
}

/** What all draws follow from: always the same, except in `.ci/nightly`, which draws one and prints it. */
export const { SEED: seed = "0" } = process.env;

/** The same as a number, for fast-check. */
export const seedNumber = Number.parseInt(seed, 16) | 0;
