import type { Control } from "../../generated/sandbox-control-client.ts";
import type {
  AdvancedClock,
  ClockAdvance,
  CompanyCreate,
} from "../../generated/sandbox-control-types.ts";
import { type Centavo, createCentavo } from "../client/index.ts";
import { createControl, type Sandbox } from "../sandbox/index.ts";
import { describeEvent } from "../sandbox/timeline/describe-event.ts";
import { startReceiver, type TestReceiver } from "./test-receiver.ts";

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
   * @default limit 40
   */
  timeline(limit?: number): Promise<string>;
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
 */
export async function createTestCompany(
  { url, control: owner }: Pick<Sandbox, "url" | "control">,
  terms: CompanyCreate = {},
): Promise<TestCompany> {
  const { publicKey, privateKey } = (await owner.companies.create(terms)).data;
  const control = createControl(url, { publicKey, privateKey });
  const receiver = await startReceiver();
  return {
    ...{ url, publicKey, privateKey, control, receiver },
    centavo: createCentavo({ baseUrl: url, publicKey, privateKey }),
    clock: {
      now: async () => (await control.clock.get()).data.now,
      advance: async (step) => (await control.clock.advance(step)).data,
    },
    timeline: (limit = 40) => describeTimeline(control, limit),
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
