import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of what is built once for all files: see `builtOnce`. The projects "slow" and "stress" have one. */
    builds: string;
  }
}

/** Makes the folder, and deletes it after the run with all that was built in it. */
export default function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "centavo-builds-"));
  provide("builds", folder);
  return () => rmSync(folder, { recursive: true });
}
