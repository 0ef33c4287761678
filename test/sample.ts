/** Whether everything runs that takes long, as in `.ci/nightly`. Elsewhere a part of it does. */
export const isNightly = process.env.NIGHTLY !== undefined;

/** The hash of the committed files. Without it, as on a developer's machine, the part is always the same. */
const { SEED = "" } = process.env;

/**
 * All cases at night, else one in ten, at least one: see `oneIn`.
 *
 * @example
 * sampleOf(["GET", "POST"]).length // 1
 */
export function sampleOf<Case>(cases: readonly Case[], count = 10): Case[] {
  return isNightly ? [...cases] : oneIn(count, cases);
}

/**
 * One case in so many, at least one. Which ones follows from the hash of the tree: a commit gets the same cases everywhere,
 * and the next commit others.
 *
 * @example
 * oneIn(2, ["GET", "POST", "PUT", "DELETE"]).length // 2
 */
export function oneIn<Case>(count: number, cases: readonly Case[]): Case[] {
  const step = Math.min(count, cases.length);
  const first = (Number.parseInt(SEED.slice(0, 8), 16) || 0) % step;
  return cases.filter((_, index) => index % step === first);
}
