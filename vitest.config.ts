import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import type { Reporter } from "vitest/node";
import { plantBug } from "./test/interleavings/planted-bugs.ts";
import { isNightly } from "./test/nightly.ts";
import { packageFromSource } from "./test/package-from-source.ts";
import { plantMistake } from "./test/testing/explore/planted-mistakes.ts";

/** Registers the cleanup that test/sandbox/company-fixture.ts needs after each test file. */
const setupFiles = ["test/sandbox/vitest-setup.ts"];

/** They do not use the Shop of test/sandbox/company-fixture.ts, and so neither another engine nor Prism. */
const WITHOUT_SHOP = [
  "test/sandbox/domain/*.test.ts",
  "test/sandbox/documents/{itf-barcode,pdf,png,qr-code-png}.test.ts",
  "test/sandbox/store/{filter-key,store-conformance}.test.ts",
  "test/sandbox/command-line/{cli,options}.test.ts",
  "test/sandbox/validation/compile-validators.test.ts",
];

/** The tests of the sandbox that run over each engine for every change. At night all of them do. */
const FOR_EACH_ENGINE = [
  // Transactions and processes.
  "test/sandbox/scheduler/{clock,clock-advance-order,concurrency,failing-jobs,idle-worker-transactions}.test.ts",
  "test/sandbox/store/{durability,outbox,storage-limit}.test.ts",
  "test/sandbox/timeline/timeline.test.ts",
  "test/sandbox/companies/{people,reset,snapshots,state-files,state-mutations}.test.ts",
  "test/sandbox/postbacks/{cancellation,listener,order,redelivery}.test.ts",
  "test/sandbox/ledger/{ledger,withdrawals}.test.ts",
  // One of each resource.
  "test/sandbox/payments/{payments,refunds}.test.ts",
  "test/sandbox/subscriptions/subscriptions.test.ts",
  "test/sandbox/customers/{cards,customers,subaccounts}.test.ts",
];

/** What the project `engines` replaces, by the variable `ENGINE`. */
const ENGINES = {
  sqlite: withStore("test/sandbox/store/open-sqlite-store.ts"),
  postgres: withStore("test/sandbox/store/open-postgres-store.ts", "test/postgres/global-setup.ts"),
  // Runs each transaction twice, and freezes what it gets and returns.
  strict: withStore("test/sandbox/store/open-strict-store.ts"),
  // Memory, with Prism in front of the sandbox, which validates each request and response.
  prism: { test: { globalSetup: "test/sandbox/validating-proxy.ts" } },
};

/** Opens the sandbox's store with another module. */
function withStore(module: string, globalSetup?: string) {
  const replacement = resolve(import.meta.dirname, module);
  return {
    resolve: { alias: [{ find: /^.*\/store\/open-store\.ts$/, replacement }] },
    test: { ...(globalSetup && { globalSetup }) },
  };
}

const { ENGINE = "sqlite" } = process.env;
if (!(ENGINE in ENGINES)) throw new Error(`ENGINE is one of ${Object.keys(ENGINES).join(", ")}.`);
const engine = ENGINES[ENGINE as keyof typeof ENGINES];

/** What tests may take that pack, install, compile, or start a server or a browser. */
const SLOW = {
  testTimeout: 3 * 60_000,
  hookTimeout: 3 * 60_000,
};

/** Names each test that passed at the second try, and why it failed at the first. */
const flakyTests: Reporter = {
  onTestCaseResult(test) {
    const [error] = test.result().errors ?? [];
    if (test.diagnostic()?.flaky)
      console.log(
        `flaky: ${test.module.relativeModuleId} > ${test.fullName}: ${JSON.stringify(error?.message)}`,
      );
  },
};

export default defineConfig({
  test: {
    reporters: ["default", flakyTests],
    // Many tests start a process, which takes long on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One second is the default, in which a busy machine may not get to it.
    expect: { poll: { timeout: 20_000 } },
    // These tests wait about as long as they compute, which the default would leave to one of two processors.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        // The tests of the examples import the package by its name.
        resolve: { alias: packageFromSource },
        test: {
          name: "quick",
          include: ["test/**/*.test.ts", "examples/**/*.test.ts"],
          // The programs are tests of a project that has installed the package.
          exclude: ["**/*.{slow,nightly}.test.ts", "test/stress/**", "test/package/programs/**"],
          setupFiles: [...setupFiles, "test/seed-properties.ts"],
          // Most files need the whole sandbox. Without isolation, a worker loads it only once, which cuts
          // the time to a third. So a file must undo every global change that it makes.
          isolate: false,
        },
      },
      // Not part of npm test: they pack, install or compile whole projects, or need a server or a browser.
      {
        plugins: [plantBug(), plantMistake()],
        // The shops import the package by its name.
        resolve: { alias: packageFromSource },
        test: {
          name: "slow",
          include: ["test/**/*.slow.test.ts", ...(isNightly ? ["test/**/*.nightly.test.ts"] : [])],
          globalSetup: "test/builds-folder.ts",
          setupFiles,
          ...SLOW,
          // On a busy machine a browser or a server may be late, in one run of many. It is reported.
          retry: 1,
          maxConcurrency: 2,
        },
      },
      // The sandbox tests once more, over another engine: ENGINE=postgres npx vitest run --project engines
      {
        ...engine,
        test: {
          ...engine.test,
          name: "engines",
          include: isNightly ? ["test/sandbox/*/*.test.ts"] : FOR_EACH_ENGINE,
          exclude: ["**/*.{slow,nightly}.test.ts", ...WITHOUT_SHOP],
          setupFiles,
          isolate: false,
          ...SLOW,
        },
      },
      // Stress tests: they take long, and print metrics at the end.
      {
        test: {
          name: "stress",
          include: ["test/stress/*.test.ts"],
          globalSetup: "test/builds-folder.ts",
          setupFiles,
          testTimeout: 15 * 60_000,
        },
      },
    ],
  },
});
