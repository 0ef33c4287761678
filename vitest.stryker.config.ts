import { defineConfig } from "vitest/config";

/** The tests that Stryker runs. Its runner cannot select a project of vitest.config.ts. */
export default defineConfig({
  test: {
    include: ["test/client/*.test.ts", "test/sandbox/domain/*.test.ts"],
    // What the compiler checks fails for no mutant when it runs, and Prism takes seconds to start.
    exclude: ["**/*.slow.test.ts", "test/client/{prism,types}.test.ts"],
    testTimeout: 30_000,
  },
});
