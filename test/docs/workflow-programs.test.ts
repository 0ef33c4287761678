import { globSync } from "node:fs";
import { sep } from "node:path";
import { expect, test } from "vitest";
import { readWorkflows } from "../../scripts/workflows/read-workflows.ts";
import { expectPrinted, folderForGuides, programsIn } from "./guide-examples.ts";

const folder = folderForGuides();
const pages = globSync("docs/workflows/*.md").map((file) => file.replaceAll(sep, "/"));
const programs = pages.flatMap((file) => programsIn(file, "centavo/sandbox"));

test("every workflow but the first steps of all has a program", () => {
  const workflows = readWorkflows().flatMap(({ workflows }) => workflows);
  expect(programs).toHaveLength(workflows.length - 1);
});

test.each(programs)("$name finds all as its workflow expects", (program) =>
  expectPrinted(program, folder),
);
