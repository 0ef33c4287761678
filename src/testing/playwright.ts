import {
  type Expect,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  expect as playwrightExpect,
  test as playwrightTest,
  type TestType,
} from "@playwright/test";
import { matchers } from "./matchers.ts";
import {
  type CompanyFixtures,
  partsOfCompany,
  sandboxFixture,
  type TestOptions,
  timelineOfFailure,
  type WorkerFixtures,
} from "./sandbox-fixtures.ts";
import { createTestCompany } from "./test-company.ts";

export type { SandboxFixtures, TestOptions } from "./sandbox-fixtures.ts";

/** Playwright's `test` with the fixtures of the sandbox. */
export type SandboxTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & CompanyFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerFixtures
>;

/**
 * Playwright's `test` with a sandbox for each worker, and a company for each test that asks for it or for a part of it.
 * When such a test fails, the timeline of its company is printed and attached to the report.
 *
 * @example
 * import { createTest, expect } from "centavo/testing/playwright";
 *
 * const test = createTest({ clock: "2026-01-31T12:00:00Z", company: { feePercentage: 3.5 } });
 *
 * test("time passes", async ({ clock }) => {
 *   await clock.advance({ days: 1 });
 *   expect(await clock.now()).toBe("2026-02-01T12:00:00.000Z");
 * });
 */
export function createTest(options: TestOptions = {}): SandboxTest {
  return playwrightTest.extend<CompanyFixtures, WorkerFixtures>({
    ...partsOfCompany,
    sandbox: [sandboxFixture(options), { scope: "worker" }],
    company: async ({ sandbox }, use, testInfo) => {
      const company = await createTestCompany(sandbox, options.company);
      try {
        await use(company);
        if (testInfo.status !== testInfo.expectedStatus) {
          const timeline = await timelineOfFailure(company);
          console.error(timeline);
          await testInfo.attach("timeline", { body: timeline, contentType: "text/plain" });
        }
      } finally {
        await company.close();
      }
    },
  });
}

/** {@link createTest} without options. */
export const test: SandboxTest = createTest();

/** Playwright's `expect` with the {@link matchers}. */
export const expect: Expect<typeof matchers> = playwrightExpect.extend(matchers);
