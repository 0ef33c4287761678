// @ts-check

/** Where a mistake costs money, charges twice or shows a secret. */
const FILES = [
  "src/client/redact.ts",
  "src/client/retry-policy.ts",
  "src/client/token.ts",
  "src/sandbox/domain/billing-cycle.ts",
  "src/sandbox/domain/ledger-entries.ts",
  "src/sandbox/domain/calendar.ts",
  "src/sandbox/domain/late-fees.ts",
  "src/sandbox/domain/ledger-balances.ts",
  "src/sandbox/domain/refund-policy.ts",
  "src/sandbox/domain/percentage.ts",
  "src/sandbox/domain/splits.ts",
];

/** With a seed every third file, so that the gate takes minutes, and each commit draws its own. */
function sample(seed = process.env.SEED) {
  if (!seed) return FILES;
  const first = (Number.parseInt(seed.slice(0, 8), 16) || 0) % 3;
  return FILES.filter((_, index) => index % 3 === first);
}

/**
 * Mutation tests: `npm run mutate`, or `npm run mutate -- --mutate src/client/send-with-retries.ts` for other files.
 *
 * @type {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
export default {
  testRunner: "vitest",
  vitest: { configFile: "vitest.stryker.config.ts" },
  mutate: sample(),
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
