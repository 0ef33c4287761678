import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as FastCheck from "fast-check";
import type { Exploration, ExploreOptions } from "./options.ts";
import { describeExploration, describeFailure } from "./report.ts";
import { runStory, type Told } from "./run-story.ts";
import type { Shop } from "./shop.ts";
import { type Step, stories } from "./story.ts";

const DEFAULTS = { duration: 20_000, parallel: 32, patience: 1_500 };
/** Stories that are told again, to find a shorter one, wait less for timers of the shop. */
const SHRINKING = { patience: 150, duration: 30_000 };
const REPLAYS = 10;
const PROGRESS_EVERY = 5_000;

/**
 * Tells stories of buyers, banks, a bad network and restarts to a shop, each in a sandbox of its own, and compares what the
 * shop believes with the ledger. Rejects with the shortest story it finds in which the shop breaks a promise. Needs
 * fast-check.
 *
 * @example
 * await explore({
 *   open: (sandbox) => openShop(sandbox),
 *   buy: (shop, order) => shop.checkout(order),
 *   postbacks: (shop) => shop.fetch,
 *   orders: (shop) => shop.orders(),
 * });
 */
export async function explore<Opened>(
  shop: Shop<Opened> & ExploreOptions<Opened>,
): Promise<Exploration> {
  const fc = await importFastCheck();
  const {
    parallel = DEFAULTS.parallel,
    patience = DEFAULTS.patience,
    progress = console.log,
  } = shop;
  const seed = shop.seed ?? Math.floor(Math.random() * 2 ** 31);
  const found = stories(fc, {
    refund: shop.refund !== undefined,
    restart: shop.restart !== undefined,
    database: shop.database !== undefined,
  });
  const run = (story: readonly Step[], options = { patience }) => runStory(shop, story, options);
  if (shop.path !== undefined) {
    const story = storyAt(fc, found, seed, shop.path);
    const tally = new Tally(seed);
    const told = await run(story);
    tally.count(told);
    if (told.broken) throw await failureOf(story, told, { seed, path: shop.path, run, patience });
    return tally.result;
  }
  const { stories: count = Number.POSITIVE_INFINITY } = shop;
  const { duration = shop.stories === undefined ? DEFAULTS.duration : Number.POSITIVE_INFINITY } =
    shop;
  const tally = new Tally(seed);
  const timer = setInterval(() => progress(describeExploration(tally.result)), PROGRESS_EVERY);
  let next = 0;
  const failures: { seed: number; told: Told }[] = [];
  const lane = async () => {
    while (failures.length === 0 && next < count && tally.duration < duration) {
      const own = seed + next++;
      const [story = []] = fc.sample(found, { seed: own, numRuns: 1 });
      const told = await run(story);
      tally.count(told);
      if (told.broken) failures.push({ seed: own, told });
    }
  };
  try {
    await Promise.all(Array.from({ length: parallel }, lane));
  } finally {
    clearInterval(timer);
  }
  progress(describeExploration(tally.result));
  // Of several, the first one, whichever took longer.
  const [failure] = failures.toSorted((one, other) => one.seed - other.seed);
  if (!failure) return tally.result;
  progress(
    `explore: a promise is broken, looking for the shortest story: ${failure.told.broken?.problem}`,
  );
  const { story, path } = await shrink(fc, found, { ...failure, run });
  throw await failureOf(story, failure.told, { seed: failure.seed, path, run, patience });
}

type Run = (
  story: readonly Step[],
  options?: { patience: number; keepState?: boolean },
) => Promise<Told>;

async function importFastCheck(): Promise<typeof FastCheck> {
  try {
    return await import("fast-check");
  } catch (error) {
    throw new Error("explore needs fast-check: npm install --save-dev fast-check", {
      cause: error,
    });
  }
}

/** The steps that fast-check could not leave out, but that a story does not need, stand behind its own path. */
const LEFT_OUT = "-";

function storyAt(
  fc: typeof FastCheck,
  found: FastCheck.Arbitrary<Step[]>,
  seed: number,
  fullPath: string,
): readonly Step[] {
  const [path = "", ...leftOut] = fullPath.split(LEFT_OUT);
  const [story = []] = fc.sample(found, { seed, path, numRuns: 1 });
  return leftOut.reduce((steps, place) => steps.toSpliced(Number(place), 1), story);
}

/** The shortest story that breaks the same promise. */
async function shrink(
  fc: typeof FastCheck,
  found: FastCheck.Arbitrary<Step[]>,
  { seed, told, run }: { seed: number; told: Told; run: Run },
): Promise<{ story: readonly Step[]; path: string }> {
  const isBroken = async (story: readonly Step[]) => {
    const again = await run(story, { patience: SHRINKING.patience });
    return again.broken?.promise === told.broken?.promise;
  };
  const details = await fc.check(
    fc.asyncProperty(found, async (story) => !(await isBroken(story))),
    { seed, numRuns: 1, interruptAfterTimeLimit: SHRINKING.duration },
  );
  let path = details.counterexamplePath ?? "0";
  let story: readonly Step[] = details.counterexample?.[0] ?? storyAt(fc, found, seed, path);
  for (let place = story.length - 1; place >= 0; place--) {
    const shorter = story.toSpliced(place, 1);
    if (!(await isBroken(shorter))) continue;
    story = shorter;
    path += `${LEFT_OUT}${place}`;
  }
  return { story, path };
}

/** Tells a story several times, since a shop has timers of its own, and describes it. */
async function failureOf(
  story: readonly Step[],
  first: Told,
  { seed, path, run, patience }: { seed: number; path: string; run: Run; patience: number },
): Promise<Error> {
  const again = await Promise.all(
    Array.from({ length: REPLAYS }, () => run(story, { patience, keepState: true })),
  );
  const failed = again.filter(({ broken }) => broken);
  const told = failed[0] ?? first;
  const folder = await mkdtemp(join(tmpdir(), "centavo-explore-"));
  const stateFile = join(folder, "story.ndjson");
  await writeFile(stateFile, told.state ?? "");
  const message = describeFailure({
    told,
    seed,
    path,
    failed: failed.length,
    replays: REPLAYS,
    stateFile,
  });
  const error = new Error(message);
  error.name = "BrokenPromise";
  return error;
}

/** Counts what was tried. */
class Tally {
  readonly #seed: number;
  readonly #began = performance.now();
  readonly #steps: Record<string, number> = {};
  readonly #statuses: Record<string, number> = {};
  readonly #pairs = new Set<string>();
  #stories = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  get duration(): number {
    return performance.now() - this.#began;
  }

  get result(): Exploration {
    const [stories, pairs, seed] = [this.#stories, this.#pairs.size, this.#seed];
    return {
      stories,
      pairs,
      seed,
      steps: this.#steps,
      statuses: this.#statuses,
      duration: this.duration,
    };
  }

  count({ steps, reached }: Told): void {
    this.#stories += 1;
    for (const step of steps) this.#steps[step] = (this.#steps[step] ?? 0) + 1;
    for (const [status, count] of reached)
      this.#statuses[status] = (this.#statuses[status] ?? 0) + count;
    steps.forEach((step, index) => {
      if (index > 0) this.#pairs.add(`${steps[index - 1]} ${step}`);
    });
  }
}
