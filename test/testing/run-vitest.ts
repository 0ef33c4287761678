import { resolve } from "node:path";
import { type Ended, run } from "../run-command-line.ts";

const VITEST = [process.execPath, resolve("node_modules/vitest/vitest.mjs"), "run", "--no-color"];
const CONFIG = ["--config", resolve("test/testing/suites/vitest.config.ts")];

/** Runs suites in a Vitest of their own, in which `centavo` is the source of the package. */
export const runVitest = (...args: string[]): Promise<Ended> =>
  run([...VITEST, ...CONFIG, ...args]);
