import type { Control } from "../../generated/sandbox-control-client.ts";
import type { CompanyCreate } from "../../generated/sandbox-control-types.ts";
import type { Centavo } from "../client/index.ts";
import { requestAddress } from "../sandbox/requests/request-address.ts";
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from "../sandbox-node/index.ts";
import type { RunningSandbox, TestClock, TestCompany } from "./test-company.ts";
import { deliverToTestReceivers, type TestReceiver } from "./test-receiver.ts";

/** The time of a sandbox's companies, unless the options say otherwise. */
const CLOCK = "2026-03-02T12:00:00Z";

/**
 * The options of `startSandbox` that make sense for a sandbox of one worker, which no other worker shares and no other
 * machine reaches.
 */
type WorkerSandboxOptions = Pick<SandboxOptions, "seed" | "postbacks" | "maxRecords" | "log"> & {
  /**
   * The time at which the clock of each company starts, and stays frozen.
   * @default "2026-03-02T12:00:00Z"
   */
  clock?: string | Date;
};

interface CompanyOptions {
  /**
   * The settings of each test's company.
   * @default a company without fees
   * @example { feePercentage: 3.5 }
   */
  company?: CompanyCreate;
}

/** The options of `createTest` for a sandbox of each worker. */
export interface StartOptions
  extends WorkerSandboxOptions,
    CompanyOptions,
    Without<keyof RunningSandbox | "server"> {}

/** The options of `createTest` for a sandbox of each worker without a server. */
export interface InProcessOptions
  extends Omit<WorkerSandboxOptions, "postbacks">,
    CompanyOptions,
    Without<keyof RunningSandbox | "postbacks"> {
  /**
   * Nothing listens on a port: the program under test takes `company.fetch`, and postbacks reach only the test's `receiver`.
   */
  server: false;
}

/**
 * The options of `createTest` for a sandbox that already runs, for example as a service in CI. How it was started decides
 * on its clock and on the rest.
 */
export interface ConnectOptions
  extends RunningSandbox,
    CompanyOptions,
    Without<keyof WorkerSandboxOptions | "server"> {}

type Without<Options extends string> = Partial<Record<Options, never>>;

/** The options of `createTest`: with a `url` it uses the sandbox there, without one it starts a sandbox for each worker. */
export type TestOptions = StartOptions | ConnectOptions;

/** What all tests of a worker share. */
export interface WorkerFixtures<SomeSandbox = Sandbox> {
  sandbox: SomeSandbox;
}

/** What each test has for itself: a company, and its parts by name. */
export interface CompanyFixtures {
  company: TestCompany;
  centavo: Centavo;
  control: Control;
  clock: TestClock;
  receiver: TestReceiver;
}

/** What a test gets. Of a sandbox that it did not start, it knows the address only. */
export interface SandboxFixtures<SomeSandbox = Sandbox>
  extends WorkerFixtures<SomeSandbox>,
    CompanyFixtures {}

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
export function sandboxFixture({ company, ...options }: TestOptions | InProcessOptions) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands braces.
  return async ({}, use: Use<RunningSandbox>) => {
    if (options.url !== undefined) return use(options);
    const sandbox =
      options.server === false
        ? await createSandbox({ clock: CLOCK, ...options, receiver: deliverToTestReceivers })
        : await startSandbox({ clock: CLOCK, ...options });
    await use(sandbox);
    await sandbox.close();
  };
}

/**
 * The timeline after a test failed, and where the inspector of a sandbox that goes on running shows the latest request that
 * failed. Trouble with it must not hide why the test failed.
 */
export async function timelineOfFailure(company: TestCompany, url?: string): Promise<string> {
  const timeline = await company
    .timeline()
    .catch((error: unknown) => `The timeline cannot be read: ${error}`);
  const refused = url && (await latestRefused(company).catch(() => undefined));
  if (!refused) return timeline;
  const address = requestAddress(`${url.replace(/\/+$/, "")}/`, company.id, refused.id);
  return `${timeline}\nThe latest request with an error, perhaps an expected one: ${address}`;
}

async function latestRefused({ control }: TestCompany) {
  return (await control.requests.list({ errorsOnly: true, limit: 1 })).data[0];
}
