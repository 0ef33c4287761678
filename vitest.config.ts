import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Many tests start a command of their own, and a busy machine takes its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // By default one processor of two would stand idle: these tests wait more than they compute.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: "quick",
          include: ["test/**/*.test.ts"],
          exclude: ["**/*.slow.test.ts", "test/hard/**"],
        },
      },
      // Not part of npm test: they need a browser, or install whole platforms from the registry.
      { test: { name: "slow", include: ["test/**/*.slow.test.ts"] } },
      // What tries to break it: long, and with figures at the end.
      { test: { name: "hard", include: ["test/hard/*.test.ts"], testTimeout: 15 * 60_000 } },
      // The tests of the sandbox once more, with a Prism between the client and the sandbox.
      {
        test: {
          name: "proxy",
          include: ["test/sandbox/*.test.ts"],
          // These do not open a shop (test/sandbox/shop.ts), which is what puts the Prism there.
          exclude: ["test/sandbox/{cli,guide,options,validators}.test.ts", "**/*.slow.test.ts"],
          env: { CENTAVO_TEST_PROXY: "1" },
        },
      },
    ],
  },
});
