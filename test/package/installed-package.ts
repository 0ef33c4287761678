import { afterAll } from "vitest";
import { Project } from "./consumer-project.ts";
import { startService } from "./fake-payment-api.js";

/** Keeps what a test file shares until its tests are over. */
function untilTheEnd<Shared extends Disposable>(shared: Shared): Shared {
  afterAll(() => shared[Symbol.dispose]());
  return shared;
}

/** A project with these packages, for example the tarball, for all tests of a file. */
export const installForFile = async (...packages: string[]) =>
  untilTheEnd(await Project.create(...packages));

/** The service that the programs call, for all tests of a file. */
export const startServiceForFile = async () => untilTheEnd(await startService());
