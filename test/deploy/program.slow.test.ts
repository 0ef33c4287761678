import { copyFileSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { pack } from "../package/pack.ts";
import { run as runIn } from "../package/run-and-capture.ts";
import { run, start } from "../run-command-line.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { newFolder } from "../sandbox/database-file.ts";
import { keysIn } from "../sandbox/sandbox-command.ts";

const LIMIT_BYTES = 150_000_000;

describe.skipIf(process.platform !== "linux")("the program that a clone builds", () => {
  let built = "";
  beforeAll(async () => {
    const clone = join(dirname(await pack()), "repository");
    await runIn("npm", ["run", "program"], clone);
    built = join(clone, "dist/program/centavo");
  });

  test("takes at most 150 MB", () => {
    expect(statSync(built).size).toBeLessThan(LIMIT_BYTES);
  });

  test("comes with the licenses of the software in it, and nothing else", () => {
    const files = ["LICENSE-of-Node", "THIRD-PARTY.md", "centavo"];
    expect(readdirSync(dirname(built)).sort()).toEqual(files);
    const notice = readFileSync(join(dirname(built), "THIRD-PARTY.md"), "utf8");
    for (const name of ["pg", "preact", "@noble/hashes"]) expect(notice).toContain(`## ${name} `);
  });

  test("runs by its name from the PATH, in any folder", async () => {
    const options = { cwd: newFolder(), env: { PATH: dirname(built) } };
    expect(await run(["centavo", "--version"], options)).toMatchObject({ status: 0, stderr: "" });
  });

  test("needs nothing beside it, and has a payment after a restart", async () => {
    const cwd = newFolder();
    copyFileSync(built, join(cwd, "centavo"));
    const options = { cwd, env: { PATH: "" } };
    const command = ["./centavo", "sandbox", "--port", "0", "--db", "sandbox.db"];
    const first = await start(command, options);
    const { id } = await new Shop(first.url, keysIn(first.text)).pay("pix");
    first.kill("SIGTERM");
    expect(await first.ended).toMatchObject({ status: 0, stderr: "" });
    const next = await start(command, options);
    expect((await new Shop(next.url, keysIn(first.text)).payment(id)).status).toBe("PENDING");
    const page = await fetch(next.url, { headers: { Accept: "text/html" } });
    expect(await page.text()).toContain("<!doctype html>");
    for (const absent of ["mock", "mcp"])
      expect(await run(["./centavo", absent], options)).toMatchObject({
        status: 1,
        stderr: "centavo: only npm's package has the mock, mcp and explore\n",
      });
  });
});
