// @ts-check

/**
 * Mutation tests: `npm run mutate`, or `npm run mutate -- --mutate src/client/send.ts` for other files.
 *
 * @type {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
export default {
  testRunner: "vitest",
  vitest: { configFile: "vitest.stryker.config.ts" },
  // Where a mistake costs money, charges twice or shows a secret.
  mutate: [
    "src/sandbox/domain/{billing,calendar,late-charges,ledger,refund,share,splits}.ts",
    "src/client/{redact,retry,token}.ts",
  ],
  thresholds: { high: 95, low: 90, break: 85 },
  // What has not changed since the last run is not tried again. A fresh clone tries everything.
  incremental: true,
  incrementalFile: "dist/mutation/incremental.json",
  reporters: ["clear-text", "html", "progress-append-only"],
  clearTextReporter: { logTests: false, allowEmojis: false },
  htmlReporter: { fileName: "dist/mutation/index.html" },
  tempDirName: "dist/mutation/sandbox",
  ignorePatterns: ["dist"],
  // The first run has all the tests in it, and a busy machine takes its time.
  dryRunTimeoutMinutes: 15,
};
