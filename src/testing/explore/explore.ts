import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as FastCheck from "fast-check";
import { BrokenPromiseError } from "./broken-promise-error.ts";
import type { Exploration, ExploreOptions } from "./options.ts";
import { describeExploration, describeFailure } from "./report.ts";
import type { ExploredShop, StoryResult } from "./run-story.ts";
import type { Shop } from "./shop.ts";
import type { Step } from "./steps.ts";

const DURATION = 20_000;
const PATIENCE = 1_500;
const PARALLEL = 8;
/** Stories that are run again, to find a shorter one, wait less for timers of the shop. */
const SHRINKING = { patience: 150, duration: 30_000 };
const REPLAYS = 10;
const PROGRESS_EVERY = 5_000;
/** The path of a story that was not made shorter. */
const WHOLE = "0";
/** The steps that fast-check could not leave out, but that a story does not need, stand behind its own path. */
const LEFT_OUT = "-";

/**
 * Runs stories of buyers, banks, a bad network and restarts with a shop, each in a sandbox of its own, and compares what the
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
  const { parallel = PARALLEL, patience = PATIENCE, progress = console.log } = shop;
  const { seed: firstSeed = Math.floor(Math.random() * 2 ** 31), path = WHOLE } = shop;
  const most = shop.path === undefined ? (shop.stories ?? Number.POSITIVE_INFINITY) : 1;
  const { duration = Number.isFinite(most) ? Number.POSITIVE_INFINITY : DURATION } = shop;
  const fc = await import("fast-check").catch((cause) => {
    throw new Error("explore needs fast-check: npm install --save-dev fast-check", { cause });
  });
  // Imported on demand: it reads the contract, which the other tools for tests do without.
  const { runStory, stories } = await import("./run-story.ts");
  const all = stories(fc);
  const run: Run = (story, atMost = patience) =>
    runStory(shop as ExploredShop, story, Math.min(patience, atMost));

  const tally = createTally(firstSeed);
  const report = () => progress(describeExploration(tally.result()));
  const timer = setInterval(report, PROGRESS_EVERY);
  const failures: Failure[] = [];
  let begun = 0;
  try {
    await repeat(parallel, async () => {
      if (failures.length > 0 || begun === most || tally.result().duration >= duration)
        return false;
      const seed = firstSeed + begun++;
      const [inFastCheck, ...leftOut] = path.split(LEFT_OUT);
      const [whole = []] = fc.sample(all, { seed, path: `${inFastCheck}`, numRuns: 1 });
      const story = leftOut.reduce(without, whole);
      const result = await run(story);
      tally.count(result);
      if (result.broken) failures.push({ seed, path, story, result });
      return true;
    });
  } finally {
    clearInterval(timer);
  }
  report();
  // Of several, the first one, whichever took longer.
  const [failure] = failures.toSorted((one, other) => one.seed - other.seed);
  if (!failure) return tally.result();
  if (shop.path !== undefined) throw await errorOf(failure, run, parallel);
  const { problem } = failure.result.broken ?? {};
  progress(`explore: a promise is broken, looking for the shortest story: ${problem}`);
  throw await errorOf(await shrink(fc, all, failure, run), run, parallel);
}

type Run = (story: readonly Step[], atMost?: number) => Promise<StoryResult>;

/** A story in which a promise is broken, and what leads to it. */
interface Failure {
  seed: number;
  path: string;
  story: readonly Step[];
  result: StoryResult;
}

/** Works again and again, several times at once, until there is no more work. */
async function repeat(parallel: number, work: () => Promise<boolean>): Promise<void> {
  const lane = async () => {
    while (await work());
  };
  await Promise.all(Array.from({ length: parallel }, lane));
}

/** The shortest story that breaks the same promise. */
async function shrink(
  fc: typeof FastCheck,
  all: FastCheck.Arbitrary<Step[]>,
  failure: Failure,
  run: Run,
): Promise<Failure> {
  const { seed, result } = failure;
  const isBroken = async (story: readonly Step[]) => {
    const { broken } = await run(story, SHRINKING.patience);
    return broken?.promise === result.broken?.promise;
  };
  const details = await fc.check(
    fc.asyncProperty(all, async (story) => !(await isBroken(story))),
    { seed, numRuns: 1, interruptAfterTimeLimit: SHRINKING.duration },
  );
  let path = details.counterexamplePath ?? failure.path;
  let story: readonly Step[] = details.counterexample?.[0] ?? failure.story;
  for (const place of [...story.keys()].reverse()) {
    const shorter = without(story, place);
    if (!(await isBroken(shorter))) continue;
    story = shorter;
    path += `${LEFT_OUT}${place}`;
  }
  return { ...failure, path, story };
}

function without(story: readonly Step[], place: number | string): readonly Step[] {
  return story.toSpliced(Number(place), 1);
}

/** Runs a story several times, since a shop has timers of its own, and describes it. */
async function errorOf(failure: Failure, run: Run, parallel: number): Promise<Error> {
  const again: StoryResult[] = [];
  let begun = 0;
  await repeat(parallel, async () => {
    if (begun++ >= REPLAYS) return false;
    again.push(await run(failure.story));
    return true;
  });
  const failed = again.filter(({ broken }) => broken);
  const { seed, path } = failure;
  const result = failed[0] ?? failure.result;
  const stateFile = join(await mkdtemp(join(tmpdir(), "centavo-explore-")), "story.ndjson");
  await writeFile(stateFile, result.state);
  const counts = { failed: failed.length, replays: REPLAYS };
  return new BrokenPromiseError(seed, path, (replay) =>
    describeFailure({ result, stateFile, ...counts }, replay),
  );
}

/** Counts what was tried. */
function createTally(seed: number) {
  const began = performance.now();
  const steps: Record<string, number> = {};
  const statuses: Record<string, number> = {};
  const pairs = new Set<string>();
  let stories = 0;
  const add = (counts: Record<string, number>, name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  return {
    count(result: StoryResult): void {
      stories += 1;
      for (const [place, step] of result.steps.entries()) {
        add(steps, step);
        if (place > 0) pairs.add(`${result.steps[place - 1]} ${step}`);
      }
      for (const { method, history } of result.story.payments.all)
        for (const status of history) add(statuses, `${method} ${status}`);
    },
    result(): Exploration {
      const duration = performance.now() - began;
      return { stories, steps, pairs: pairs.size, statuses, duration, seed };
    },
  };
}
