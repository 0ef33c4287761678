import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as FastCheck from "fast-check";
import type { Exploration, ExploreOptions } from "./options.ts";
import { describeExploration, describeFailure } from "./report.ts";
import { type RunOptions, runStory, type Told } from "./run-story.ts";
import type { Shop } from "./shop.ts";
import { type Step, stories } from "./story.ts";

const DURATION = 20_000;
const PATIENCE = 1_500;
const PARALLEL = 32;
/** Stories that are told again, to find a shorter one, wait less for timers of the shop. */
const SHRINKING = { patience: 150, duration: 30_000 };
const REPLAYS = 10;
const PROGRESS_EVERY = 5_000;
/** The path of a story that was not made shorter. */
const WHOLE = "0";

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
  const { parallel = PARALLEL, patience = PATIENCE, progress = console.log } = shop;
  const { seed = Math.floor(Math.random() * 2 ** 31), path } = shop;
  const most = path === undefined ? (shop.stories ?? Number.POSITIVE_INFINITY) : 1;
  const { duration = Number.isFinite(most) ? Number.POSITIVE_INFINITY : DURATION } = shop;
  const all = stories(fc, {
    refund: shop.refund !== undefined,
    restart: shop.restart !== undefined,
    database: shop.database !== undefined,
  });
  const run: Run = (story, options) => runStory(shop, story, { patience, ...options });
  const tally = new Tally(seed);
  const report = () => progress(describeExploration(tally.result));
  const timer = setInterval(report, PROGRESS_EVERY);
  let next = 0;
  const failures: Failure[] = [];
  const lane = async () => {
    while (failures.length === 0 && next < most && tally.duration < duration) {
      const found = { seed: seed + next++, path: path ?? WHOLE };
      const story = storyAt(fc, all, found);
      const told = await run(story);
      tally.count(told);
      if (told.broken) failures.push({ ...found, story, told });
    }
  };
  try {
    await Promise.all(Array.from({ length: parallel }, lane));
  } finally {
    clearInterval(timer);
  }
  report();
  // Of several, the first one, whichever took longer.
  const [failure] = failures.toSorted((one, other) => one.seed - other.seed);
  if (!failure) return tally.result;
  if (path !== undefined) throw await errorOf(failure, run);
  progress(
    `explore: a promise is broken, looking for the shortest story: ${failure.told.broken?.problem}`,
  );
  throw await errorOf(await shrink(fc, all, failure, run), run);
}

type Run = (story: readonly Step[], options?: Partial<RunOptions>) => Promise<Told>;

/** A story in which a promise is broken, and what leads to it. */
interface Failure {
  seed: number;
  path: string;
  story: readonly Step[];
  told: Told;
}

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
  all: FastCheck.Arbitrary<Step[]>,
  found: Pick<Failure, "seed" | "path">,
): readonly Step[] {
  const [path = WHOLE, ...leftOut] = found.path.split(LEFT_OUT);
  const [story = []] = fc.sample(all, { seed: found.seed, path, numRuns: 1 });
  return leftOut.reduce((steps, place) => steps.toSpliced(Number(place), 1), story);
}

/** The shortest story that breaks the same promise. */
async function shrink(
  fc: typeof FastCheck,
  all: FastCheck.Arbitrary<Step[]>,
  failure: Failure,
  run: Run,
): Promise<Failure> {
  const { seed, told } = failure;
  const isBroken = async (story: readonly Step[]) => {
    const again = await run(story, { patience: SHRINKING.patience });
    return again.broken?.promise === told.broken?.promise;
  };
  const isKept = fc.asyncProperty(all, async (story) => !(await isBroken(story)));
  const details = await fc.check(isKept, {
    ...{ seed, numRuns: 1, interruptAfterTimeLimit: SHRINKING.duration },
  });
  let path = details.counterexamplePath ?? failure.path;
  let story: readonly Step[] = details.counterexample?.[0] ?? failure.story;
  for (let place = story.length - 1; place >= 0; place--) {
    const shorter = story.toSpliced(place, 1);
    if (!(await isBroken(shorter))) continue;
    story = shorter;
    path += `${LEFT_OUT}${place}`;
  }
  return { seed, path, story, told };
}

/** Tells a story several times, since a shop has timers of its own, and describes it. */
async function errorOf({ seed, path, story, told: first }: Failure, run: Run): Promise<Error> {
  const again = await Promise.all(
    Array.from({ length: REPLAYS }, () => run(story, { keepState: true })),
  );
  const failed = again.filter(({ broken }) => broken);
  const told = failed[0] ?? first;
  const stateFile = join(await mkdtemp(join(tmpdir(), "centavo-explore-")), "story.ndjson");
  await writeFile(stateFile, told.state ?? "");
  const replays = { failed: failed.length, replays: REPLAYS };
  const error = new Error(describeFailure({ told, seed, path, stateFile, ...replays }));
  error.name = "BrokenPromise";
  return error;
}

/** Counts what was tried. */
class Tally {
  readonly #began = performance.now();
  readonly #pairs = new Set<string>();
  readonly #tried: Exploration & Record<"steps" | "statuses", Record<string, number>>;

  constructor(seed: number) {
    this.#tried = { stories: 0, steps: {}, pairs: 0, statuses: {}, duration: 0, seed };
  }

  get duration(): number {
    return performance.now() - this.#began;
  }

  get result(): Exploration {
    return { ...this.#tried, pairs: this.#pairs.size, duration: this.duration };
  }

  count({ steps, truth }: Told): void {
    this.#tried.stories += 1;
    for (const [index, step] of steps.entries()) {
      add(this.#tried.steps, step, 1);
      if (index > 0) this.#pairs.add(`${steps[index - 1]} ${step}`);
    }
    for (const [status, count] of Object.entries(truth.reached))
      add(this.#tried.statuses, status, count);
  }
}

function add(counts: Record<string, number>, name: string, count: number): void {
  counts[name] = (counts[name] ?? 0) + count;
}
