import { test } from "vitest";
import { goWalks } from "./reference-model-walks.ts";

test("walks at random find the sandbox as the model is", async () => {
  await goWalks({ numRuns: 4 });
});
