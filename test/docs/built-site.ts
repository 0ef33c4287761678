import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the built site. Only the project "docs" has one. */
    site?: string;
  }
}

/** Where the tested site says that it is published: below a path, as most project sites are. */
export const ADDRESS = "https://docs.example/centavo/";

/** Builds the site once for all files of the project, by the command that its readers use, outside of the repository. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "centavo-docs-"));
  await promisify(execFile)(process.execPath, ["scripts/docs/build-site.ts", folder], {
    env: { ...process.env, CENTAVO_DOCS_URL: ADDRESS },
  });
  project.provide("site", folder);
  return () => rmSync(folder, { recursive: true });
}
