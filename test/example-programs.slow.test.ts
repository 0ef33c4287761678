import { cpSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { TSC } from "./package/consumer-project.ts";
import { installForFile, packForFile } from "./package/installed-package.ts";

/** Each example, and what its README says that it prints. */
const stories = [
  ...readFileSync("examples/README.md", "utf8").matchAll(
    /^npm run example examples\/(\w+\.ts)\n```\n\n```text\n(.*?)^```$/gms,
  ),
].map(([, file = "", story = ""]) => ({ file, story }));

const packed = await packForFile();
const project = await installForFile(packed.tarball, "@types/node@24.19.2", "vitest@5.1.1");

beforeAll(() => cpSync("examples", project.folder, { recursive: true }));

test("they compile in a project that has the package", async () => {
  project.configure({
    ...{ target: "es2023", module: "nodenext", types: ["node"] },
    allowImportingTsExtensions: true,
  });
  await project.run(process.execPath, TSC);
});

test("the README shows what each of the three prints", () => {
  expect(stories.map(({ file }) => file)).toEqual([
    "checkout.ts",
    "marketplace.ts",
    "subscription.ts",
  ]);
});

test.each(stories)("$file prints what the README shows, and ends", async ({ file, story }) => {
  expect(await project.run(process.execPath, file)).toBe(story);
});

const storyOf = (name: string) => stories.find(({ file }) => file === name)?.story ?? "";

test("in the marketplace all balances add up to what the buyers have paid", () => {
  const balances = storyOf("marketplace.ts").matchAll(/^.*:\n((?: {2}.*\n)+) {2}total +(.*)$/gm);
  const sums = [...balances].map(([, lines = "", total]) => ({
    parts: [...lines.matchAll(/R\$ [\d.,]+/g)].reduce((sum, [text]) => sum + centavos(text), 0),
    total: centavos(total),
  }));
  expect(sums).toEqual([30000, 30000, 20000].map((sum) => ({ parts: sum, total: sum })));
});

test("in the subscription ten cycles are paid, 30 days apart except for the pause", () => {
  const begin = Date.parse("2026-03-10");
  const days = [0, 1, 2, 3, 6, 7, 8, 9, 10, 11].map((cycle) =>
    new Date(begin + cycle * 30 * 86_400_000).toISOString().slice(0, 10),
  );
  // The third is declined for three days.
  days[2] = "2026-05-12";
  const paid = [...storyOf("subscription.ts").matchAll(/^ {2}(\S+) .*SUCCEEDED/gm)];
  expect(paid.map(([, day]) => day)).toEqual(days);
});

function centavos(text = ""): number {
  return Number(text.replaceAll(/\D/g, ""));
}
