import type { Control } from "../../generated/sandbox-control-client.ts";
import type {
  AdvancedClock,
  ClockAdvance,
  CompanyCreate,
} from "../../generated/sandbox-control-types.ts";
import { type Centavo, createCentavo } from "../client/index.ts";
import { createControl, type Sandbox } from "../sandbox/index.ts";
import { describeEvent } from "../sandbox/timeline/describe-event.ts";
import { startTestReceiver, type TestReceiver } from "./test-receiver.ts";

const LATEST_EVENTS = 40;

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

/** A company in a sandbox for one test, which sees nothing of the others. */
export interface TestCompany {
  /** The base URL of the sandbox. With the keys, it is what your program needs to connect. */
  url: string;
  publicKey: string;
  privateKey: string;
  centavo: Centavo;
  control: Control;
  clock: TestClock;
  receiver: TestReceiver;
  /**
   * What happened to the company, the earliest event first: one line for each of the latest events. Card data and keys
   * are masked.
   */
  timeline(options?: TimelineOptions): Promise<string>;
  /** Closes the receiver. The company stays in the sandbox. */
  close(): Promise<void>;
}

/** Which part of a timeline to show. */
export interface TimelineOptions {
  /**
   * How many of the latest events to show.
   * @default 40
   */
  limit?: number;
}

/** The sandbox in which to create a company: what `startSandbox` returns, or the parts of one that runs elsewhere. */
export interface RunningSandbox extends Pick<Sandbox, "url" | "control"> {
  /** The control token that the sandbox was started with. Omit it if the sandbox was started without one. */
  controlToken?: string;
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
 */
export async function createTestCompany(
  { url, control: owner, controlToken }: RunningSandbox,
  settings: CompanyCreate = {},
): Promise<TestCompany> {
  const options = controlToken === undefined ? {} : { controlToken };
  const { publicKey, privateKey } = (await owner.companies.create(settings, options)).data;
  const control = createControl(url, { publicKey, privateKey });
  const receiver = await startTestReceiver();
  return {
    ...{ url, publicKey, privateKey, control, receiver },
    centavo: createCentavo({ baseUrl: url, publicKey, privateKey }),
    clock: {
      now: async () => (await control.clock.get()).data.now,
      advance: async (step) => (await control.clock.advance(step)).data,
    },
    timeline: ({ limit = LATEST_EVENTS } = {}) => describeTimeline(control, limit),
    close: () => receiver.close(),
  };
}

async function describeTimeline(control: Control, limit: number): Promise<string> {
  const { data: events, meta } = await control.events.list({ limit });
  const shown = events.length < meta.total ? `the latest ${events.length} of ${meta.total}` : "all";
  return [`The test's company, ${shown} events:`, ...events.toReversed().map(describeEvent)].join(
    "\n",
  );
}
