import { type TestAPI, expect as vitestExpect, test as vitestTest } from "vitest";
import { matchers } from "./matchers.ts";
import {
  partsOfCompany,
  type SandboxFixtures,
  sandboxFixture,
  type TestOptions,
  timelineOfFailure,
  type Use,
} from "./sandbox-fixtures.ts";
import { createTestCompany, type TestCompany } from "./test-company.ts";

export type { SandboxFixtures, TestOptions } from "./sandbox-fixtures.ts";

/** The matchers that suit a received value. */
type MatchersFor<Received> = {
  [Name in keyof typeof matchers as Received extends Parameters<(typeof matchers)[Name]>[0]
    ? Name
    : never]: (typeof matchers)[Name] extends (received: never, ...rest: infer Expected) => unknown
    ? (...expected: Expected) => Promise<void>
    : never;
};

// The versions of Vitest differ in the parameters of the interface that a declaration of ours would have to extend.
type SandboxExpect = (<Received>(
  received: Received,
  message?: string,
) => ReturnType<typeof vitestExpect<Received>> &
  MatchersFor<Received> & { not: MatchersFor<Received> }) &
  typeof vitestExpect;

/**
 * Vitest's `test` with a sandbox for each worker, and a company for each test that asks for it or for a part of it. When
 * such a test fails, the timeline of its company is printed.
 *
 * @example
 * import { createTest, expect } from "centavo/testing/vitest";
 *
 * const test = createTest({ clock: "2026-01-31T12:00:00Z", company: { feePercentage: 3.5 } });
 *
 * test("time passes", async ({ clock }) => {
 *   await clock.advance({ days: 1 });
 *   expect(await clock.now()).toBe("2026-02-01T12:00:00.000Z");
 * });
 */
export function createTest(options: TestOptions = {}): TestAPI<SandboxFixtures> {
  return vitestTest.extend<SandboxFixtures>({
    ...partsOfCompany,
    sandbox: [sandboxFixture(options), { scope: "worker" }],
    company: async ({ sandbox, onTestFailed }, use: Use<TestCompany>) => {
      const company = await createTestCompany(sandbox, options.company);
      onTestFailed(async () => console.error(await timelineOfFailure(company)));
      await use(company);
      await company.close();
    },
  });
}

/** {@link createTest} without options. */
export const test: TestAPI<SandboxFixtures> = createTest();

vitestExpect.extend(matchers);

/** Vitest's `expect` with the {@link matchers}. */
export const expect = vitestExpect as SandboxExpect;
