import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { packageFromSource } from "./test/package-from-source.ts";
import { sampleOf } from "./test/sample.ts";
import { plantBug } from "./test/schedules/planted-bugs.ts";

/** Registers the cleanup that test/sandbox/company-fixture.ts needs after each test file. */
const setupFiles = ["test/sandbox/vitest-setup.ts"];

/** They read the built site, which one build makes for all of them. */
const BUILT_SITE = ["test/docs/{site,browser,search}.slow.test.ts"];

/** They do not use the Shop of test/sandbox/company-fixture.ts, and so neither another engine nor Prism. */
const WITHOUT_SHOP = new Set(
  globSync([
    "test/sandbox/domain/*.test.ts",
    "test/sandbox/documents/{itf-barcode,pdf,png,qr-code-png}.test.ts",
    "test/sandbox/store/{filter-key,store-conformance}.test.ts",
    "test/sandbox/command-line/{cli,options}.test.ts",
    "test/sandbox/http/compile-validators.test.ts",
  ]),
);

/** The tests of the sandbox through HTTP. They run over memory; over everything else, a tenth of them does. */
const SANDBOX = globSync("test/sandbox/*/*.test.ts")
  .filter((file) => !file.endsWith(".slow.test.ts") && !WITHOUT_SHOP.has(file))
  .toSorted();

/** What touches transactions, streams and processes, where PostgreSQL differs from an engine in the same process. */
const POSTGRES = globSync([
  "test/sandbox/scheduler/{concurrency,clock-advance-order}.test.ts",
  "test/sandbox/store/{durability,outbox,storage-limit}.test.ts",
  "test/sandbox/timeline/{stream,timeline}.test.ts",
  "test/sandbox/companies/{people,reset,snapshots,state-files}.test.ts",
  "test/sandbox/postbacks/{listener,order}.test.ts",
  "test/sandbox/ledger/ledger.test.ts",
]);

/** Opens the sandbox's store with another module. */
function replaceStore(module: string) {
  return { find: /^.*\/store\/open-store\.ts$/, replacement: resolve(import.meta.dirname, module) };
}

/** What tests may take that pack, install, compile, or start a server or a browser. */
const SLOW = { testTimeout: 3 * 60_000, hookTimeout: 3 * 60_000 };

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
          exclude: ["**/*.{slow,nightly}.test.ts", "test/stress/**", "test/package/programs/**"],
          setupFiles,
          // Most files need the whole sandbox. Without isolation, a worker loads it only once, which cuts
          // the time to a third. So a file must undo every global change that it makes.
          isolate: false,
        },
      },
      // Not part of npm test: they pack, install or compile whole projects, or need a server or a browser.
      {
        plugins: [plantBug()],
        test: {
          name: "slow",
          include: [
            "test/**/*.slow.test.ts",
            ...sampleOf(globSync("test/**/*.nightly.test.ts").toSorted()),
          ],
          exclude: BUILT_SITE,
          setupFiles,
          ...SLOW,
        },
      },
      // The docs site in its files and in Chromium, which needs the processors for itself: after the others.
      {
        test: {
          name: "docs",
          include: BUILT_SITE,
          globalSetup: "test/docs/built-site.ts",
          setupFiles,
          ...SLOW,
          maxConcurrency: 2,
          sequence: { groupOrder: 1 },
        },
      },
      // The sandbox tests once more, over each other engine of the store, and over a strict one.
      ...["sqlite", "strict", "postgres"].map((name) => ({
        resolve: { alias: [replaceStore(`test/sandbox/store/open-${name}-store.ts`)] },
        test: {
          name,
          include: [...sampleOf(SANDBOX), ...(name === "postgres" ? POSTGRES : [])],
          setupFiles,
          ...(name === "postgres" && { globalSetup: "test/postgres/global-setup.ts" }),
          isolate: false,
          testTimeout: 3 * 60_000,
        },
      })),
      // The sandbox tests once more, with Prism as a validating proxy in front of the sandbox.
      {
        test: {
          name: "proxy",
          include: sampleOf(SANDBOX),
          setupFiles,
          isolate: false,
          globalSetup: "test/sandbox/validating-proxy.ts",
          testTimeout: 3 * 60_000,
        },
      },
      // Stress tests: they take long, and print metrics at the end.
      {
        test: {
          name: "stress",
          include: ["test/stress/*.test.ts"],
          setupFiles,
          testTimeout: 15 * 60_000,
        },
      },
    ],
  },
});
