import type { TestProject } from "vitest/node";
import { startSandbox } from "../../src/sandbox-node/index.ts";
import { startPrismProxy } from "../prism.ts";
import { START } from "./clock-start-time.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A sandbox, and the Prism in front of it. Only the engine "prism" has one. */
    behindPrism?: { url: string; serviceUrl: string };
  }
}

/**
 * Starts one sandbox behind one `prism proxy --errors` for all files of the run: the command takes
 * seconds to start, and every test opens a company of its own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = await startSandbox({ clock: START });
  const prism = await startPrismProxy(sandbox.url);
  project.provide("behindPrism", { url: sandbox.url, serviceUrl: prism.url });
  return async () => {
    await prism.close();
    await sandbox.close();
  };
}
