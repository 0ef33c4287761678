import { expect, test } from "vitest";
import { generate, outdated } from "../../scripts/generate.ts";

test("generated/ is what openapi/ gives: if not, run npm run generate", async () => {
  expect(outdated(await generate())).toEqual([]);
});
