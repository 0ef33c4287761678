import { expect, test } from "vitest";
import { plantedAnomalies } from "./histories/planted-anomalies.ts";
import { plantBug, plantedBugs } from "./interleavings/planted-bugs.ts";

const all = { ...plantedBugs, ...plantedAnomalies };

// That the searches find them is tested at night.
test.each(Object.entries(all))("the code has the place of the bug: %s", (name, { file, wrong }) => {
  expect(plantBug(name, all).load(`./src/${file}`)).toContain(wrong);
});
