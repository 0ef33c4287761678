import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { inject } from "vitest";

/**
 * The folder of something that takes long to build, and that no test changes. The first test file of a run that asks for
 * it builds it; those in other processes wait meanwhile.
 */
export async function builtOnce(
  name: string,
  build: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = join(inject("builds"), name);
  const [done, failed] = [`${folder}.done`, `${folder}.failed`];
  const isFirst = mkdirSync(folder, { recursive: true }) !== undefined;
  if (isFirst)
    await build(folder).then(
      () => mkdirSync(done),
      (error) => writeFileSync(failed, String(error)),
    );
  while (!existsSync(done)) {
    if (existsSync(failed)) throw new Error(readFileSync(failed, "utf8"));
    await setTimeout(100);
  }
  return folder;
}
