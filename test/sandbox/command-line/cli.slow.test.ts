import { expect, onTestFinished, test } from "vitest";
import { createCentavo } from "../../../src/client/index.ts";
import { fromSource, run } from "../../run-command-line.ts";
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

test("a command ends when the reader of its output goes away", async () => {
  const { url, text } = await open();
  const follow = [...fromSource, "events", "--follow", "--url", url].join(" ");
  const ended = run(["sh", "-c", `${follow} | head -n 1`]);
  // Each call is a line to print. The last one may fail, when the sandbox is stopped.
  const { payments } = createCentavo({ baseUrl: url, ...keysIn(text) });
  const call = setInterval(() => payments.list().catch(() => {}), 100);
  onTestFinished(() => clearInterval(call));
  expect(await ended).toMatchObject({ status: 0, stderr: "" });
});
