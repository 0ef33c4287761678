import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { expectPrinted, programsIn } from "../docs/guide-examples.ts";

const GUIDE = "docs/msw.md";

test("the program of the guide about msw prints what it says, with the versions that are tested", async () => {
  // Inside the repository, from which msw and the contract are found.
  mkdirSync("dist", { recursive: true });
  const folder = mkdtempSync(resolve("dist/msw-guide-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const programs = programsIn(GUIDE, "msw");
  expect(programs).toHaveLength(1);
  for (const program of programs) await expectPrinted(program, folder);

  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const names = ["msw", "@msw/source"].map((name) => `${name}@${devDependencies[name]}`);
  expect(readFileSync(GUIDE, "utf8")).toContain(`npm install -D ${names.join(" ")}`);
});
