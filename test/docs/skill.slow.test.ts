import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { freePort } from "../free-port.ts";
import { run } from "../run-command-line.ts";
import { runVitest } from "../testing/run-vitest.ts";
import {
  ADDRESS,
  blocks,
  expectPrinted,
  folderForGuides,
  hasShell,
  programsIn,
} from "./guide-examples.ts";

const SKILL = "skills/centavo/SKILL.md";
/** The open format of skills allows so much. */
const LIMITS = { description: 1024, lines: 300 };

const pages = globSync("skills/centavo/*.md");
const folder = folderForGuides();

test("the skill says in its head what it is for, and is short", () => {
  const text = readFileSync(SKILL, "utf8");
  const { name, description } = parse(text.split("---\n")[1] ?? "");
  expect(name).toBe(basename(resolve(SKILL, "..")));
  expect(description.length).toBeLessThanOrEqual(LIMITS.description);
  expect(text.split("\n").length).toBeLessThan(LIMITS.lines);
});

test.each(pages.flatMap((page) => programsIn(page, "centavo/sandbox")))(
  "$name prints what it says",
  async (program) => {
    expect(program.prints).not.toEqual([]);
    await expectPrinted(program, folder);
  },
);

test("its test passes", async () => {
  writeFileSync(join(folder, "skill.suite.ts"), blocks(SKILL, "ts").join("\n"));
  const { stdout, stderr } = await runVitest("--root", folder);
  expect(stderr).toBe("");
  expect(stdout).toContain("Tests  1 passed");
});

const sessions = pages.flatMap((page) => blocks(page, "sh").map((script) => ({ page, script })));

test.skipIf(!hasShell).each(sessions)("the commands of $page print what they say", async (each) => {
  const port = `${await freePort()}`;
  const url = `http://127.0.0.1:${port}`;
  const script = each.script
    .replaceAll(ADDRESS, url)
    .replaceAll("sandbox.log", join(folder, "sandbox.log"))
    .replaceAll("node_modules/.bin/centavo", `"${process.execPath}" src/cli/index.ts`)
    .replaceAll("node_modules/centavo/", "");
  const env = { CENTAVO_SANDBOX_PORT: port, CENTAVO_SANDBOX_URL: url };
  // A script that fails must not leave its sandbox behind.
  const ended = `trap 'kill $! 2> /dev/null || true' EXIT\n${script}`;
  const { status, stdout, stderr } = await run(["sh", "-ec", ended], { env });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  for (const [, text] of each.script.matchAll(/ # prints (.*)$/gm)) expect(stdout).toContain(text);
});
