import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { startSandbox } from "../../../src/sandbox-node/index.ts";
import { runHere } from "../../run-command-line.ts";
import { newFolder } from "../database-file.ts";

const NO_COMMAND = "missing COMMAND: expected the command to run, as in centavo exec -- npm test";
const NO_TARGET =
  "invalid --forward-to: expected the http or https address that gets the postbacks";

/** A folder with a folder, and a database of an old layout. */
async function prepare() {
  const folder = newFolder();
  mkdirSync(join(folder, "folder"));
  const db = join(folder, "old.db");
  await (await startSandbox({ db })).close();
  using old = new DatabaseSync(db);
  old.exec("DROP TABLE layouts; PRAGMA user_version = 20");
  return folder;
}

test("an empty CENTAVO_EXEC_DB does not put the data into memory", async () => {
  const { status, stderr } = await runHere(["exec", "true"], { CENTAVO_EXEC_DB: "" });
  expect([status, stderr]).toEqual([2, expect.stringContaining("CENTAVO_EXEC_DB is empty; set ")]);
});

test.each<[line: string, problem: string, status?: number]>([
  ["", NO_COMMAND],
  ["--seed shop --", NO_COMMAND],
  ["--sed shop", "unknown option --sed; did you mean --seed?"],
  ["--db FOLDER/folder", "FOLDER/folder cannot be opened (it is a folder); choose another with "],
  ["--db FOLDER/old.db", "FOLDER/old.db cannot be opened (it was made before 0.1.0); "],
  [
    "--db postgres://ana:secret@127.0.0.1:1/shop?connect_timeout=300",
    "postgres://127.0.0.1:1/shop cannot be opened (no PostgreSQL server answers there); ",
    3,
  ],
  ["--state FOLDER/nowhere", "FOLDER/nowhere cannot be imported (ENOENT: no such file"],
  ["--state FOLDER/old.db", "state cannot be imported ("],
  ["--clock noon", "invalid --clock: expected the time at which to freeze the clocks, e.g. "],
  ["--forward-to localhost:3000", NO_TARGET],
  ["--forward-to http://localhost:99999", NO_TARGET],
  [
    "--forward-to https://shop.example",
    "--forward-to leads to shop.example, which is not this machine; to allow it, add --allow-remote-target",
  ],
])(
  "centavo exec %s says what to do, runs nothing and leaves nothing",
  async (line, problem, status = 2) => {
    const folder = await prepare();
    const filled = (text: string) => text.replaceAll("FOLDER", folder);
    const before = readdirSync(folder);
    const command = problem === NO_COMMAND ? [] : ["touch", join(folder, "ran")];
    const words = filled(line).split(" ").filter(Boolean);
    const { stderr, ...ended } = await runHere(["exec", ...words, ...command]);
    expect(ended).toEqual({ status, signal: null, stdout: "" });
    expect(stderr).toMatch(/^centavo: .*\n$/);
    expect(stderr).toContain(filled(problem));
    expect(readdirSync(folder)).toEqual(before);
  },
);
