import { type TestAPI, expect as vitestExpect, test as vitestTest } from "vitest";
import type { InProcessSandbox } from "../sandbox-node/index.ts";
import { type Matching, matchers } from "./matchers.ts";
import {
  type InProcessOptions,
  partsOfCompany,
  type SandboxFixtures,
  type StartOptions,
  sandboxFixture,
  type TestOptions,
  timelineOfFailure,
  type Use,
} from "./sandbox-fixtures.ts";
import { createTestCompany, type RunningSandbox, type TestCompany } from "./test-company.ts";

export type {
  ConnectOptions,
  InProcessOptions,
  SandboxFixtures,
  StartOptions,
  TestOptions,
} from "./sandbox-fixtures.ts";

// The versions of Vitest differ in the parameters of the interface that a declaration of ours would have to extend.
type ExpectCall = <Received>(
  received: Received,
  message?: string,
) => ReturnType<typeof vitestExpect<Received>> & Matching<Received>;
type SandboxExpect = ExpectCall & { soft: ExpectCall } & typeof vitestExpect;

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
export function createTest(options?: StartOptions): TestAPI<SandboxFixtures>;
/**
 * The same without a server, for programs that take a `fetch`.
 *
 * @example
 * import { createTest } from "centavo/testing/vitest";
 *
 * const test = createTest({ server: false });
 *
 * test("nothing is on the network", async ({ company }) => {
 *   const centavo = createCentavo({ baseUrl: company.url, ...company });
 *   await centavo.payments.list();
 * });
 */
export function createTest(options: InProcessOptions): TestAPI<SandboxFixtures<InProcessSandbox>>;
/**
 * Vitest's `test` with the companies in the sandbox at the `url`, which already runs. Without a `url`, it starts one.
 *
 * @example
 * import { createTest } from "centavo/testing/vitest";
 *
 * const { SANDBOX_URL: url } = process.env;
 * const test = createTest(url ? { url } : {});
 */
export function createTest(
  options: TestOptions | InProcessOptions,
): TestAPI<SandboxFixtures<RunningSandbox>>;
export function createTest(
  options: TestOptions | InProcessOptions = {},
):
  | TestAPI<SandboxFixtures>
  | TestAPI<SandboxFixtures<InProcessSandbox>>
  | TestAPI<SandboxFixtures<RunningSandbox>> {
  return vitestTest.extend<SandboxFixtures<RunningSandbox>>({
    ...partsOfCompany,
    sandbox: [sandboxFixture(options), { scope: "worker" }],
    company: async ({ sandbox, onTestFailed }, use: Use<TestCompany>) => {
      const company = await createTestCompany(sandbox, options.company);
      onTestFailed(async () => console.error(await timelineOfFailure(company, options.url)));
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
