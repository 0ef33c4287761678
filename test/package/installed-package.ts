import { cpSync } from "node:fs";
import { afterAll } from "vitest";
import { builtOnce } from "../built-once.ts";
import { Project } from "./consumer-project.ts";
import { startService } from "./fake-payment-api.js";
import { pack } from "./pack.ts";

/** Keeps what a test file shares until its tests are over. */
function untilTheEnd<Shared extends Disposable>(shared: Shared): Shared {
  afterAll(() => shared[Symbol.dispose]());
  return shared;
}

/** A project with these packages, for all tests of a file. */
export const installForFile = async (...packages: string[]) =>
  untilTheEnd(await Project.create(...packages));

/** A project with the tarball alone, for all tests of a file. It is installed once for all files. */
export async function installPackageForFile(): Promise<Project> {
  const tarball = await pack();
  const folder = await builtOnce("installed", async (folder) => {
    using project = await Project.create(tarball);
    cpSync(project.folder, folder, { recursive: true, verbatimSymlinks: true });
  });
  return untilTheEnd(Project.copyOf(folder));
}

/** The service that the programs call, for all tests of a file. */
export const startServiceForFile = async () => untilTheEnd(await startService());
