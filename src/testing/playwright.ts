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
import type { Sandbox } from "../sandbox-node/index.ts";
import { type Matching, matchers } from "./matchers.ts";
import {
  type CompanyFixtures,
  partsOfCompany,
  type StartOptions,
  sandboxFixture,
  type TestOptions,
  timelineOfFailure,
  type WorkerFixtures,
} from "./sandbox-fixtures.ts";
import { createTestCompany, type RunningSandbox } from "./test-company.ts";

export type {
  ConnectOptions,
  SandboxFixtures,
  StartOptions,
  TestOptions,
} from "./sandbox-fixtures.ts";

/** Playwright's `test` with the fixtures of a company and its sandbox. */
export type SandboxTest<SomeSandbox = Sandbox> = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & CompanyFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerFixtures<SomeSandbox>
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
export function createTest(options?: StartOptions): SandboxTest;
/**
 * Playwright's `test` with the companies in the sandbox at the `url`, which already runs. Without a `url`, it starts one.
 *
 * @example
 * import { createTest } from "centavo/testing/playwright";
 *
 * const { SANDBOX_URL: url } = process.env;
 * const test = createTest(url ? { url } : {});
 */
export function createTest(options: TestOptions): SandboxTest<RunningSandbox>;
export function createTest(options: TestOptions = {}): SandboxTest<RunningSandbox> {
  return playwrightTest.extend<CompanyFixtures, WorkerFixtures<RunningSandbox>>({
    ...partsOfCompany,
    sandbox: [sandboxFixture(options), { scope: "worker" }],
    company: async ({ sandbox }, use, testInfo) => {
      const company = await createTestCompany(sandbox, options.company);
      try {
        await use(company);
        if (testInfo.status !== testInfo.expectedStatus) {
          const timeline = await timelineOfFailure(company, options.url);
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

// Playwright's own type would lose which statuses the received value can have.
type ExpectCall = <Received>(
  received: Received,
  messageOrOptions?: Parameters<Expect>[1],
) => ReturnType<typeof playwrightExpect<Received>> & Matching<Received>;
type SandboxExpect = ExpectCall & { soft: ExpectCall } & Expect<typeof matchers>;

/** Playwright's `expect` with the {@link matchers}. */
export const expect = playwrightExpect.extend(matchers) as SandboxExpect;
