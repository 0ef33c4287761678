import type { Control } from "../../generated/sandbox-control-client.ts";
import type { CompanyCreate } from "../../generated/sandbox-control-types.ts";
import type { Centavo } from "../client/index.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../sandbox/index.ts";
import type { TestClock, TestCompany } from "./test-company.ts";
import type { TestReceiver } from "./test-receiver.ts";

/**
 * The options of `createTest`: the settings of each test's company, and those options of `startSandbox` that all workers
 * can have at the same time.
 */
export interface TestOptions
  extends Pick<SandboxOptions, "clock" | "seed" | "postbacks" | "maxRecords" | "log"> {
  /**
   * The time at which the clock of each company is frozen until a test advances it.
   * @default "2026-03-02T12:00:00Z"
   */
  clock?: string | Date;
  /**
   * The settings of each test's company.
   * @default a company without fees
   * @example { feePercentage: 3.5 }
   */
  company?: CompanyCreate;
}

/** What all tests of a worker share. */
export interface WorkerFixtures {
  sandbox: Sandbox;
}

/** What each test has for itself: a company, and its parts by name. */
export interface CompanyFixtures {
  company: TestCompany;
  centavo: Centavo;
  control: Control;
  clock: TestClock;
  receiver: TestReceiver;
}

/** What a test gets. */
export interface SandboxFixtures extends WorkerFixtures, CompanyFixtures {}

export type Use<Value> = (value: Value) => Promise<void>;

// Vitest and Playwright read from the text of each function, in the braces, which fixtures it needs.

/** The parts of the company. */
export const partsOfCompany = {
  centavo: ({ company }: Pick<CompanyFixtures, "company">, use: Use<Centavo>) =>
    use(company.centavo),
  control: ({ company }: Pick<CompanyFixtures, "company">, use: Use<Control>) =>
    use(company.control),
  clock: ({ company }: Pick<CompanyFixtures, "company">, use: Use<TestClock>) => use(company.clock),
  receiver: ({ company }: Pick<CompanyFixtures, "company">, use: Use<TestReceiver>) =>
    use(company.receiver),
};

/** The fixture of a sandbox for all tests of a worker. */
export function sandboxFixture({ company, ...options }: TestOptions) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands braces.
  return async ({}, use: Use<Sandbox>) => {
    const sandbox = await startSandbox({ clock: "2026-03-02T12:00:00Z", ...options });
    await use(sandbox);
    await sandbox.close();
  };
}

/** The timeline after a test failed. Trouble with it must not hide why the test failed. */
export function timelineOfFailure(company: TestCompany): Promise<string> {
  return company.timeline().catch((error: unknown) => `The timeline cannot be read: ${error}`);
}
