// @ts-check
/** The files in which a bug would lose money, charge twice or leak a secret. */
const FILES = [
  "src/client/redact.ts",
  "src/client/backoff.ts",
  "src/client/token.ts",
  "src/sandbox/domain/billing-cycle.ts",
  "src/sandbox/domain/ledger-entries.ts",
  "src/sandbox/domain/calendar.ts",
  "src/sandbox/domain/late-fees.ts",
  "src/sandbox/domain/ledger-balances.ts",
  "src/sandbox/domain/refund-eligibility.ts",
  "src/sandbox/domain/percentage.ts",
  "src/sandbox/domain/splits.ts",
];

/** Mutation tests: `npm run mutate`. For other files, add `-- --mutate src/client/send-with-retries.ts`. */
export default {
  testRunner: "vitest",
  vitest: { configFile: "vitest.stryker.config.ts" },
  mutate: FILES,
  thresholds: { high: 95, low: 90, break: 85 },
  // Only tests what has changed since the last run. A fresh clone tests everything.
  incremental: true,
  incrementalFile: "dist/mutation/incremental.json",
  reporters: ["clear-text", "html", "progress-append-only"],
  clearTextReporter: { logTests: false, allowEmojis: false },
  htmlReporter: { fileName: "dist/mutation/index.html" },
  tempDirName: "dist/mutation/sandbox",
  ignorePatterns: ["dist"],
  // The first run executes all tests, which takes long on a busy machine.
  dryRunTimeoutMinutes: 15,
};
