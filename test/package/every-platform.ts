import { build } from "esbuild";
import type { Project } from "./consumer-project.ts";

/** A program that gives the same wherever the sandbox runs, and one that prints what it gives. */
export const EVERY_PLATFORM = ["every-platform.mjs", "print-every-platform.mjs"];

/** What it gives where a command runs it. */
export async function printed(
  project: Project,
  command: string,
  ...args: string[]
): Promise<unknown> {
  return JSON.parse(await project.run(command, ...args, "print-every-platform.mjs"));
}

/** Bundles a program as people do for browsers, and for other platforms without Node. Nothing stands in for Node's modules. */
export async function bundleFor(
  condition: string,
  contents: string,
  project: Project,
  external: string[] = [],
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: project.folder },
    ...{ bundle: true, write: false, logLevel: "warning", minify: true, external },
    ...{ format: "esm", platform: "browser", conditions: [condition], target: "es2022" },
  });
  return outputFiles[0]?.text ?? "";
}
