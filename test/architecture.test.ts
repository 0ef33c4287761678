import { existsSync, globSync, readFileSync } from "node:fs";
import { posix, sep } from "node:path";
import { expect, test } from "vitest";
import { drawArchitecture } from "../scripts/draw-architecture.ts";

const page = readFileSync("ARCHITECTURE.md", "utf8");

test("the table shows the imports as they are: if not, run node scripts/draw-architecture.ts", async () => {
  expect(await drawArchitecture()).toBe(page);
});

test("the page names files and folders that exist", () => {
  const named = [...page.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, path = ""]) => path);
  const files = globSync("**/*.{ts,mjs}", { exclude: ["node_modules/**", "dist/**"] });
  const paths = files.map((file) => `/${file.replaceAll(sep, "/")}`);
  const exists = (path: string) =>
    existsSync(path) ||
    paths.some((file) => posix.join(file, "/").includes(`/${path.replace(/\/$/, "")}/`));
  expect(
    named.filter((path) => !exists(path)),
    "ARCHITECTURE.md names what does not exist",
  ).toEqual([]);
});

test("below the app, only the runtime reads the system's clock or draws at random", () => {
  const impure = /Date\.now\b|new Date\(\)|performance\.|Math\.random|random(UUID|Bytes|Int)\b/;
  const reading = globSync("src/sandbox/**/*.ts")
    .map((file) => file.replaceAll(sep, "/"))
    .filter((file) => impure.test(readFileSync(file, "utf8")));
  expect(reading.sort()).toEqual([
    "src/sandbox/app.ts",
    "src/sandbox/runtime/clock.ts",
    "src/sandbox/runtime/ids-and-randomness.ts",
    "src/sandbox/runtime/random-seed.ts",
  ]);
});
