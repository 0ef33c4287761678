import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const source = resolve(import.meta.dirname, "../../../src");

/** The tests of a user of the kit. kit-under-vitest.test.ts runs them, some of which fail on purpose. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^centavo$/, replacement: `${source}/client/index.ts` },
      { find: /^centavo\/sandbox$/, replacement: `${source}/sandbox/index.ts` },
      { find: /^centavo\/testing\/vitest$/, replacement: `${source}/testing/vitest.ts` },
    ],
  },
  test: { root: import.meta.dirname, include: ["*.suite.ts"], testTimeout: 20_000 },
});
