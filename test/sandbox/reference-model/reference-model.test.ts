import { test } from "vitest";
import { goWalks } from "./reference-model-walks.ts";

test("random walks find the sandbox equal to the model", async () => {
  await goWalks({ numRuns: 4 });
});
