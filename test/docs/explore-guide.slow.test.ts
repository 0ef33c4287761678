import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { promises } from "../../src/testing/explore/promises.ts";
import { freePort } from "../free-port.ts";
import { begin, fromSource, run } from "../run-command-line.ts";
import { runVitest } from "../testing/run-vitest.ts";
import { blocks, folderForGuides } from "./guide-examples.ts";

const GUIDE = "docs/guides/explore.md";
const [shop = "", correction = ""] = blocks(GUIDE, "ts shop.ts");
const [suite = ""] = blocks(GUIDE, "ts shop.test.ts");
const [story = ""] = blocks(GUIDE, "text");
const php = readFileSync("examples/shops/shop.php", "utf8");
const [command = ""] = blocks(GUIDE, "sh");
const folder = folderForGuides();

/** The promise, how it was broken, and the steps. Ids are new in each run. */
function toldIn(text: string): string[] {
  const lines = text.replaceAll(/\b[\da-f]{6}\b/g, "ID").split("\n");
  const begin = lines.findIndex((line) => line.includes("A promise of the shop is broken: "));
  const end = lines.findIndex((line) => line.includes("What the shop believed"));
  return lines.slice(begin, end).map((line) => line.replace(/^.*(?=A promise)/, ""));
}

/** Runs the guide's test on a shop. */
function explore(source: string, options: string) {
  writeFileSync(join(folder, "shop.ts"), source);
  writeFileSync(
    join(folder, "shop.suite.ts"),
    suite.replace("explore({", `explore({\n    ${options},`),
  );
  return runVitest("--root", folder);
}

test("the test of the guide fails with the story that the guide shows", async () => {
  const { status, stdout, stderr } = await explore(shop, "seed: 1");
  expect(toldIn(stdout + stderr)).toEqual(toldIn(story));
  expect(status).toBe(1);
});

test("after the correction, the shop keeps its promises", async () => {
  const place = "    const { payments } =";
  expect(shop).toContain(place);
  const { stdout } = await explore(shop.replace(place, correction + place), "seed: 1, stories: 60");
  expect(stdout).toContain("Test Files  1 passed");
});

test("the table has all promises", () => {
  const rows = [...readFileSync(GUIDE, "utf8").matchAll(/^\| `(\w+)` \| [A-Z].*\. \|$/gm)];
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(promises));
});

/** Runs the guide's commands in the shell's place: the shop in PHP, and what explores it. */
async function explorePhp(source: string, ...options: string[]) {
  const [port, ofSandbox] = [`${await freePort()}`, `${await freePort()}`];
  const onPort = (text: string) => text.replaceAll("8000", port);
  const words = onPort(command)
    .trim()
    .split(/[\s\\]+/);
  const flags = [...words.slice(words.indexOf("explore")), "--port", ofSandbox, ...options];
  const first = await run([...fromSource, ...flags]);
  expect([first.status, first.stderr]).toEqual([3, expect.stringContaining("no shop responds")]);
  const env = Object.fromEntries(
    first.stderr.match(/^CENTAVO_.*$/gm)?.map((line) => line.split("=")) ?? [],
  );
  writeFileSync(join(folder, "shop.php"), onPort(source));
  begin(["php", "-S", `127.0.0.1:${port}`, "shop.php"], { cwd: folder, env });
  const url = `http://127.0.0.1:${port}/orders`;
  await expect
    .poll(
      () =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 10_000 },
    )
    .toBe(true);
  return run([...fromSource, ...flags]);
}

const hasPhp = spawnSync("php", ["-v"]).status === 0;

test.skipIf(!hasPhp)("the shop in PHP keeps its promises", async () => {
  const { status, stdout } = await explorePhp(php, "--stories", "30", "--seed", "1");
  expect(stdout).toBe("The shop kept its promises in 30 stories.\n");
  expect(status).toBe(0);
});

test.skipIf(!hasPhp)("without its loop, the mistake is found", async () => {
  const loop = /foreach \(payments\('GET'.*\n/;
  expect(php).toMatch(loop);
  // One of the first stories from there on has it.
  const { status, stdout } = await explorePhp(php.replace(loop, "\n"), "--seed", "4");
  expect(stdout).toContain("An order is charged at most once.");
  // The response is lost, or the network sends a 503 in its place.
  expect(stdout).toMatch(/payments\.create of the shop takes effect, but/);
  expect(status).toBe(1);
});
