import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { packageFromSource } from "./test/package-from-source.ts";

/** Registers the cleanup that test/sandbox/company-fixture.ts needs after each test file. */
const setupFiles = ["test/sandbox/vitest-setup.ts"];

/** These start the sandbox's command, which opens its own store. */
const SPAWNING = ["test/sandbox/{cli,guide-commands}.test.ts"];

/** They test what happens before the store, or beside it. Over PostgreSQL they would only take longer. */
const WITHOUT_STORE = [
  "test/sandbox/{card-number-false-positives,compile-validators,host-header-check,hostile-bodies}.test.ts",
  "test/sandbox/{hostile-receivers,http,invalid-requests,mask-fields,options,postback-addresses}.test.ts",
  "test/sandbox/{routes-from-contract,secret-leaks,sockets,test-cards,unknown-fields,warnings}.test.ts",
];

/** They read the built site, which one build makes for all of them. */
const BUILT_SITE = ["test/docs/{site,browser,try-it}.slow.test.ts"];

/** Opens the sandbox's store with another module. */
function replaceStore(module: string) {
  return { find: /^.*\/store\/open-store\.ts$/, replacement: resolve(import.meta.dirname, module) };
}

export default defineConfig({
  test: {
    // Many tests start a process, which takes long on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default would leave one of two processors idle. These tests wait more than they compute.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        // The tests of the examples import the package by its name.
        resolve: { alias: packageFromSource },
        test: {
          name: "quick",
          include: ["test/**/*.test.ts", "examples/*.test.ts"],
          // The programs are tests of a project that has installed the package.
          exclude: ["**/*.slow.test.ts", "test/stress/**", "test/package/programs/**"],
          setupFiles,
          // Most files need the whole sandbox. Without isolation, a worker loads it only once, which cuts
          // the time to a third. So a file must undo every global change that it makes.
          isolate: false,
        },
      },
      // Not part of npm test: they pack, install or compile whole projects, or need a browser.
      {
        test: {
          name: "slow",
          include: ["test/**/*.slow.test.ts"],
          exclude: BUILT_SITE,
          setupFiles,
          testTimeout: 3 * 60_000,
          hookTimeout: 3 * 60_000,
        },
      },
      // The docs site in its files and in Chromium, which needs the processors for itself: after the others.
      {
        test: {
          name: "docs",
          include: BUILT_SITE,
          globalSetup: "test/docs/built-site.ts",
          setupFiles,
          testTimeout: 3 * 60_000,
          hookTimeout: 3 * 60_000,
          maxConcurrency: 2,
          sequence: { groupOrder: 1 },
        },
      },
      // The sandbox tests once more, over each other engine of the store, and over a strict one.
      ...["sqlite", "strict", "postgres"].map((name) => ({
        resolve: { alias: [replaceStore(`test/sandbox/store/open-${name}-store.ts`)] },
        test: {
          name,
          include: ["test/sandbox/*.test.ts"],
          exclude: [
            "**/*.slow.test.ts",
            ...SPAWNING,
            ...(name === "postgres" ? WITHOUT_STORE : []),
          ],
          setupFiles,
          ...(name === "postgres" && { globalSetup: "test/postgres/global-setup.ts" }),
          isolate: false,
          testTimeout: 3 * 60_000,
        },
      })),
      // Stress tests: they take long, and print metrics at the end.
      {
        test: {
          name: "stress",
          include: ["test/stress/*.test.ts"],
          setupFiles,
          testTimeout: 15 * 60_000,
        },
      },
      // The sandbox tests once more, with Prism as a validating proxy in front of the sandbox.
      {
        test: {
          name: "proxy",
          include: ["test/sandbox/*.test.ts"],
          // These do not use the Shop of test/sandbox/company-fixture.ts, which connects through Prism.
          exclude: [
            "test/sandbox/{cli,guide-commands,options,compile-validators}.test.ts",
            "test/sandbox/{subscription-billing-properties,cli,postback-timeout,store-faults}.slow.test.ts",
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
