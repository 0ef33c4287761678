import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { run } from "../../run-command-line.ts";
import { newFile } from "../database-file.ts";
import { keysIn, open } from "../sandbox-command.ts";

test("the printed command runs, and creates a payment", async () => {
  const { text, kill, ended } = await open();
  const lines = text.split("\n").filter((line) => /curl/.test(line));

  const { stdout } = await run(["sh", "-c", lines.join("\n")]);
  kill("SIGTERM");

  expect(lines).toHaveLength(2);
  expect(JSON.parse(stdout).data).toMatchObject({ paymentMethod: "pix", status: "PENDING" });
  expect((await ended).stdout).toMatch(/\nPOST \/auth 200\n.*payments.* 200.*\n$/);
});

test("--port sets the port, and --db keeps the data", async () => {
  const db = newFile();
  const first = await open([], { CENTAVO_SANDBOX_DB: db });
  const { port } = new URL(first.url);
  first.kill("SIGTERM");
  await first.ended;

  const second = await open(["--port", port, "--db", db]);

  expect(existsSync(db)).toBe(true);
  expect(second.url).toBe(first.url);
  expect(keysIn(second.text)).toEqual(keysIn(first.text));
});
