import { afterEach, beforeEach, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The mutant that is awake, or null where the tests run to see which mutants they reach. */
    mutant: number | null;
  }
  interface TaskMeta {
    reached?: number[];
  }
}

declare global {
  var isMutant: (id: number) => boolean;
}

/** More often than any test has to; a loop that a mutant made endless gets there at once. */
const MOST_VISITS = 10_000_000;

const awake = inject("mutant");
let visits = 0;
let reached = new Set<number>();

globalThis.isMutant =
  awake === null
    ? (id) => {
        reached.add(id);
        return false;
      }
    : (id) => {
        if (id !== awake) return false;
        visits += 1;
        if (visits > MOST_VISITS) throw new Error(`Mutant ${id} does not end.`);
        return true;
      };

if (awake === null) {
  const ofFile = new Set<number>();
  const take = (): number[] => {
    const taken = [...reached];
    reached = new Set();
    return taken;
  };
  // What runs between the tests, as their modules are loaded to begin with, can be any test's.
  beforeEach(({ task }) => {
    for (const id of take()) ofFile.add(id);
    task.file.meta.reached = [...ofFile];
  });
  afterEach(({ task }) => {
    task.meta.reached = take();
  });
}
