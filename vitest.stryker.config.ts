import { defineConfig } from "vitest/config";

/** The tests that Stryker runs. Its runner cannot select a project of vitest.config.ts. */
export default defineConfig({
  test: {
    include: ["test/client/*.test.ts", "test/sandbox/domain/*.test.ts"],
    // Type tests cannot kill a mutant at run time.
    exclude: ["**/*.slow.test.ts", "test/client/types.test.ts"],
    testTimeout: 30_000,
  },
});
