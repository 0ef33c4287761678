import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Registers for each file of tests what test/sandbox/company-fixture.ts needs after it. */
const setupFiles = ["test/sandbox/vitest-setup.ts"];

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
          exclude: ["**/*.slow.test.ts", "test/stress/**"],
          setupFiles,
          // Most files need the whole sandbox. A worker loads and compiles it once for all of them, which
          // takes a third of the time. So whatever a file changes for all, it takes back.
          isolate: false,
        },
      },
      // Not part of npm test: they pack, install or compile whole projects, or need a browser.
      {
        test: {
          name: "slow",
          include: ["test/**/*.slow.test.ts"],
          setupFiles,
          testTimeout: 3 * 60_000,
          hookTimeout: 3 * 60_000,
        },
      },
      // What tries to break it: long, and with figures at the end.
      {
        test: {
          name: "stress",
          include: ["test/stress/*.test.ts"],
          setupFiles,
          testTimeout: 15 * 60_000,
        },
      },
      // The tests of the sandbox once more, with a Prism between the client and the sandbox.
      {
        test: {
          name: "proxy",
          include: ["test/sandbox/*.test.ts"],
          // These do not open a shop (test/sandbox/company-fixture.ts), which is what puts the Prism there.
          exclude: [
            "test/sandbox/{cli,guide-commands,options,compile-validators}.test.ts",
            "test/sandbox/{subscription-billing-properties,cli,postback-timeout}.slow.test.ts",
          ],
          setupFiles,
          isolate: false,
          globalSetup: "test/sandbox/validating-proxy.ts",
          testTimeout: 3 * 60_000,
        },
      },
    ],
  },
});
