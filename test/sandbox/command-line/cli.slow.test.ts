import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { text as readText } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
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

test.each(["", "0", "false"])("CENTAVO_SANDBOX_QUIET=%s is not quiet", async (value) => {
  const { url, kill, ended } = await open([], { CENTAVO_SANDBOX_QUIET: value });
  await fetch(`${url}/_sandbox/health?secret=1`);
  kill("SIGTERM");
  expect((await ended).stdout).toMatch(/\nGET \/_sandbox\/health 200\n/);
});

describe("it exits with status 0", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "on %s, after the request that it is reading",
    async (signal) => {
      const { url, text, kill, ended } = await open();
      const body = JSON.stringify(keysIn(text));
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      await once(socket, "connect");
      const response = readText(socket);
      socket.write(
        `POST /auth HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
      );
      await fetch(`${url}/_sandbox/health`);

      kill(signal);
      await untilConnectionsFail(url);
      const before = performance.now();
      socket.write(body.slice(9));

      expect(await response).toMatch(/^HTTP\/1\.1 200 OK/);
      expect(await ended).toMatchObject({ status: 0, signal: null, stderr: "" });
      // Less than the grace period for requests in progress.
      expect(performance.now() - before).toBeLessThan(5000);
    },
  );

  /** Resolves when the port no longer accepts connections. */
  async function untilConnectionsFail(url: string): Promise<void> {
    for (;;) {
      const listens = await fetch(url, { headers: { connection: "close" } }).then(
        () => true,
        () => false,
      );
      if (!listens) return;
      await wait(10);
    }
  }
});
