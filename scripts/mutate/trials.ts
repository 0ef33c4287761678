import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { createVitest, type TestModule, type Vitest } from "vitest/node";

/** A test that has to wait for longer has noticed that something is wrong. */
const TEST_TIMEOUT = 10_000;

/** So many of the tests that noticed most are tried before all others. */
const FIRST = 5;

/** The tests of a file that reach a mutant, and how long they take in all. */
interface Reach {
  file: string;
  /** None are named where it is reached before the first of them: it may be any. */
  tests?: string[];
  duration: number;
}

/** As many lanes as there are processors, each for one trial at a time. */
export interface Trials extends AsyncDisposable {
  lanes: Lane[];
}

/** Runs the tests that reach a mutant, with what was compiled once and a new process each time. */
export interface Lane {
  isReached(mutant: number): boolean;
  /** Whether one of the tests fails while the mutant is awake. */
  isNoticed(mutant: number): Promise<boolean>;
  /** Whether one of the tests fails though it is not. None should. */
  failsWithout(mutant: number): Promise<boolean>;
}

/** The files of the tests, as patterns. */
interface Tests {
  include: string[];
  exclude: string[];
}

/** Of the sources the text is given, by their files, with all the mutants in it. */
export async function startTrials(
  sources: ReadonlyMap<string, string>,
  tests: Tests,
): Promise<Trials> {
  const runners = await Promise.all(
    Array.from({ length: availableParallelism() }, () => createRunner(sources, tests)),
  );
  const reaches = await findReaches(runners[0] as Vitest);
  /** How many mutants each test has noticed. */
  const notices = new Map<string, number>();
  const all = (mutant: number) => reaches.get(mutant) ?? [];

  async function fails(
    runner: Vitest,
    awake: number | null,
    tried: readonly Reach[],
  ): Promise<boolean> {
    for (const reach of tried) {
      const { isGreen, failed } = await runTests(runner, awake, reach);
      for (const test of failed) notices.set(test, (notices.get(test) ?? 0) + 1);
      if (!isGreen) return true;
    }
    return false;
  }

  return {
    lanes: runners.map((runner) => ({
      isReached: (mutant) => reaches.has(mutant),
      isNoticed: (mutant) =>
        fails(runner, mutant, [...attentive(all(mutant), notices), ...all(mutant)]),
      failsWithout: (mutant) => fails(runner, null, all(mutant)),
    })),
    async [Symbol.asyncDispose]() {
      await Promise.all(runners.map((runner) => runner.close()));
    },
  };
}

function createRunner(sources: ReadonlyMap<string, string>, tests: Tests): Promise<Vitest> {
  return createVitest(
    "test",
    {
      ...tests,
      config: false,
      watch: false,
      reporters: [{}],
      pool: "forks",
      fileParallelism: false,
      bail: 1,
      testTimeout: TEST_TIMEOUT,
      setupFiles: [resolve(import.meta.dirname, "switch.ts")],
      // What is compiled here must not be found by other runs.
      fsModuleCache: false,
      cache: false,
    },
    { plugins: [{ name: "mutants", enforce: "pre", load: (id) => sources.get(id) }] },
  );
}

/** Those tests first that have noticed most so far, of one file. */
function attentive(reaches: readonly Reach[], notices: ReadonlyMap<string, number>): Reach[] {
  const count = (test: string) => notices.get(test) ?? 0;
  const best = reaches.map(({ file, tests = [] }) => {
    const first = tests.filter(count).sort((one, other) => count(other) - count(one));
    return { file, tests: first.slice(0, FIRST), duration: 0 };
  });
  const most = ({ tests: [test = ""] }: { tests: string[] }) => count(test);
  return best
    .filter(most)
    .sort((one, other) => most(other) - most(one))
    .slice(0, 1);
}

/** Runs all tests while every mutant sleeps, and notes where each would have been met. */
async function findReaches(runner: Vitest): Promise<Map<number, Reach[]>> {
  const reaches = new Map<number, Reach[]>();
  runner.getRootProject().provide("mutant", null);
  const specifications = await runner.getRelevantTestSpecifications();
  const { testModules, unhandledErrors } = await runner.runTestSpecifications(specifications);
  const failed = testModules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId);
  if (failed.length > 0 || unhandledErrors.length > 0) {
    throw new Error(`Without any mutant there fails: ${failed.join(", ")}`);
  }
  for (const [mutant, reach] of testModules.flatMap(reachesOf)) {
    reaches.set(mutant, [...(reaches.get(mutant) ?? []), reach]);
  }
  for (const all of reaches.values()) all.sort((one, other) => one.duration - other.duration);
  return reaches;
}

function reachesOf(module: TestModule): [number, Reach][] {
  const file = module.moduleId;
  const reaches = new Map<number, Reach>();
  for (const test of module.children.allTests()) {
    const duration = test.diagnostic()?.duration ?? 0;
    for (const mutant of test.meta().reached ?? []) {
      const before = reaches.get(mutant);
      const tests = [...(before?.tests ?? []), test.id];
      reaches.set(mutant, { file, tests, duration: duration + (before?.duration ?? 0) });
    }
  }
  const { duration } = module.diagnostic();
  for (const mutant of module.meta().reached ?? []) reaches.set(mutant, { file, duration });
  return [...reaches];
}

async function runTests(runner: Vitest, awake: number | null, { file, tests }: Reach) {
  const project = runner.getRootProject();
  project.provide("mutant", awake);
  const specification = project.createSpecification(file, tests && { testIds: tests });
  const { unhandledErrors } = await runner.runTestSpecifications([specification]);
  const { testModule } = specification;
  const failed = [...(testModule?.children.allTests("failed") ?? [])].map(({ id }) => id);
  return { isGreen: testModule?.ok() === true && unhandledErrors.length === 0, failed };
}
