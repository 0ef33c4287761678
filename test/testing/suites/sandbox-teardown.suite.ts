import { test as base, expect } from "centavo/testing/vitest";

// The runner undoes fixtures in the reverse order: this one after the sandbox, since an earlier test names it.
const test = base.extend<{ afterwards: (url: string) => void }>({
  afterwards: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest demands braces.
    async ({}, use) => {
      let url = "";
      await use((given) => {
        url = given;
      });
      const ended = await fetch(url).then(
        () => "still runs",
        () => "has ended",
      );
      console.log(`the sandbox ${ended}`);
    },
    { scope: "worker" },
  ],
});

test("no sandbox yet", ({ afterwards }) => {
  expect(afterwards).toBeTypeOf("function");
});

test("a sandbox", async ({ afterwards, sandbox }) => {
  afterwards(sandbox.url);
  expect(await fetch(sandbox.url)).toBeDefined();
});
