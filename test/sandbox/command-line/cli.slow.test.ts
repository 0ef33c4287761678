import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { createControl } from "../../../src/sandbox/index.ts";
import { fromSource, run } from "../../run-command-line.ts";
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

test("a command ends when the reader of its output goes away", async () => {
  const { url, text } = await open();
  const follow = [...fromSource, "events", "--follow", "--url", url].join(" ");
  const ended = run(["sh", "-c", `${follow} | head -n 1`]);
  // Each call is a line to print. The last one may fail, when the sandbox is stopped.
  const { clock } = createControl(url, keysIn(text));
  const call = setInterval(() => clock.get().catch(() => {}), 100);
  onTestFinished(() => clearInterval(call));
  expect(await ended).toMatchObject({ status: 0, stderr: "" });
});
