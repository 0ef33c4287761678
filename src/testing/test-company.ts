import type { Control } from "../../generated/sandbox-control-client.ts";
import type {
  AdvancedClock,
  ClockAdvance,
  CompanyCreate,
} from "../../generated/sandbox-control-types.ts";
import { type Centavo, createCentavo } from "../client/index.ts";
import { createControl } from "../sandbox/create-control.ts";
import type { InProcessSandbox } from "../sandbox/in-process-sandbox.ts";
import { describeEvent } from "../sandbox/timeline/describe-event.ts";
import { createTestReceiver, startTestReceiver, type TestReceiver } from "./test-receiver.ts";

const LATEST_EVENTS = 40;

/** A sandbox that runs: one of `createSandbox` or `startSandbox`, or a service beside the tests. */
export interface RunningSandbox {
  /**
   * The base URL of the sandbox.
   * @example "http://127.0.0.1:4020"
   */
  url: string;
  /**
   * The operator's key that the sandbox was started with.
   * @default the sandbox was started without one
   */
  operatorKey?: string;
  /**
   * The `fetch` of a sandbox without a server.
   * @default the sandbox has a server
   */
  fetch?: InProcessSandbox["fetch"];
}

/** The clock of a company. */
export interface TestClock {
  /** The company's time, as its responses have it. */
  now(): Promise<string>;
  /**
   * Moves the time forward, and runs everything that falls due.
   *
   * @example
   * const { clock } = await createTestCompany(await startSandbox());
   * await clock.advance({ days: 30 });
   */
  advance(step: ClockAdvance): Promise<AdvancedClock>;
}

/** The options of a company's `timeline`. */
export interface TimelineOptions {
  /**
   * How many of the latest events it has.
   * @default 40
   */
  limit?: number;
}

/** A company in a sandbox for one test, which sees nothing of the others. */
export interface TestCompany {
  /** The base URL of the sandbox. With the keys and `fetch`, it is what your program needs to connect. */
  url: string;
  id: string;
  publicKey: string;
  privateKey: string;
  /** Sends a request to the sandbox: without a server that of the sandbox, else the global one. */
  fetch: InProcessSandbox["fetch"];
  centavo: Centavo;
  control: Control;
  clock: TestClock;
  receiver: TestReceiver;
  /**
   * What happened to the company, the earliest event first: one line for each of the latest events. Card data and keys
   * are redacted.
   *
   * @example
   * const company = await createTestCompany(await startSandbox());
   * console.log(await company.timeline({ limit: 5 }));
   */
  timeline(options?: TimelineOptions): Promise<string>;
  /** Closes the receiver. The company stays in the sandbox. */
  close(): Promise<void>;
}

/**
 * Creates a company in a sandbox, with its clients, its clock and a receiver of postbacks.
 *
 * @example
 * const sandbox = await startSandbox({ clock: "2026-03-02T12:00:00Z" });
 * const company = await createTestCompany(sandbox, { feePercentage: 3.5 });
 * await company.clock.advance({ days: 30 });
 * console.log(await company.timeline());
 * await company.close();
 * await sandbox.close();
 *
 * @example
 * const company = await createTestCompany({
 *   url: "http://127.0.0.1:4020",
 *   operatorKey: process.env.CENTAVO_SANDBOX_OPERATOR_KEY ?? "",
 * });
 */
export async function createTestCompany(
  sandbox: RunningSandbox,
  settings: CompanyCreate = {},
): Promise<TestCompany> {
  const { url, fetch = (input, init) => globalThis.fetch(input, init) } = sandbox;
  const { companyId: id, publicKey, privateKey } = await createCompany(sandbox, settings);
  const access = { baseUrl: url, publicKey, privateKey, fetch };
  const control = createControl(access);
  const receiver = sandbox.fetch ? createTestReceiver() : await startTestReceiver();
  return {
    url,
    id,
    publicKey,
    privateKey,
    fetch,
    control,
    receiver,
    // A sandbox has no TLS, and may be on another machine or in another container.
    centavo: createCentavo({ ...access, allowInsecure: [new URL(url).hostname] }),
    clock: {
      now: async () => (await control.clock.get()).data.now,
      advance: async (step) => (await control.clock.advance(step)).data,
    },
    timeline: ({ limit = LATEST_EVENTS } = {}) => describeTimeline(control, limit),
    close: () => receiver.close(),
  };
}

/** The keys of a new company. It takes no other company's keys to create one, so these are of nobody. */
async function createCompany({ url, operatorKey, fetch }: RunningSandbox, settings: CompanyCreate) {
  const nobody = { publicKey: "none", privateKey: "none" };
  const anyone = createControl({ baseUrl: url, ...nobody, ...(fetch && { fetch }) });
  const options = operatorKey === undefined ? {} : { operatorKey };
  return (await anyone.companies.create(settings, options)).data;
}

async function describeTimeline(control: Control, limit: number): Promise<string> {
  const { data: events, meta } = await control.events.list({ limit });
  const shown = events.length < meta.total ? `the latest ${events.length} of ${meta.total}` : "all";
  return [`The test's company, ${shown} events:`, ...events.toReversed().map(describeEvent)].join(
    "\n",
  );
}
