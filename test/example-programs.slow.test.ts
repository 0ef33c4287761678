import { cpSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { TSC } from "./package/consumer-project.ts";
import { installForFile } from "./package/installed-package.ts";
import { pack } from "./package/pack.ts";

/** Each example, and what its README says that it prints. */
const stories = [
  ...readFileSync("examples/README.md", "utf8").matchAll(
    /^npm run example examples\/(\w+\.ts)\n```\n\n```text\n(.*?)^```$/gms,
  ),
].map(([, file = "", story = ""]) => ({ file, story }));

const tarball = await pack();
const project = await installForFile(tarball, "@types/node@24.19.2", "vitest@5.1.1");

beforeAll(() => cpSync("examples", project.folder, { recursive: true }));

test("they compile in a project that has the package", async () => {
  project.configure({
    ...{ target: "es2023", module: "nodenext", types: ["node"] },
    allowImportingTsExtensions: true,
  });
  await project.run(process.execPath, TSC);
  expect(stories).toHaveLength(3);
});

test.each(stories)("$file prints what the README shows, and ends", async ({ file, story }) => {
  expect(await project.run(process.execPath, file)).toBe(story);
});
