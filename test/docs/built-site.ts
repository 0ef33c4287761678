import { execFile } from "node:child_process";
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
const FOLDER = "dist/docs-tested";

/** Builds the site once for all files of the project, by the command that its readers use. */
export default async function setup(project: TestProject): Promise<void> {
  await promisify(execFile)(process.execPath, ["scripts/docs/build-site.ts", FOLDER], {
    env: { ...process.env, CENTAVO_DOCS_URL: ADDRESS },
  });
  project.provide("site", FOLDER);
}
