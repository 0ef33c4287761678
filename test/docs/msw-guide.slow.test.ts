import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { expectPrinted, programsIn } from "./guide-examples.ts";

const GUIDE = "docs/mock.md";

test("the program of the guide about msw prints what it says, with the version that is tested", async () => {
  // Inside the repository, from which msw is found.
  mkdirSync("dist", { recursive: true });
  const folder = mkdtempSync(resolve("dist/msw-guide-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const programs = programsIn(GUIDE, "msw");
  expect(programs).toHaveLength(1);
  for (const program of programs) await expectPrinted(program, folder);

  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(readFileSync(GUIDE, "utf8")).toContain(`npm install -D msw@${devDependencies.msw}\n`);
});
