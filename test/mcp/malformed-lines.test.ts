import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { fromSource, NODE_COMPILE_CACHE } from "../run-command-line.ts";

/** A server, to whose standard input a test writes what no client would. */
function startServer() {
  const [file = "", ...args] = [...fromSource, "mcp", "--url", "http://127.0.0.1:9"];
  const child = spawn(file, args, { env: { ...process.env, NODE_COMPILE_CACHE } });
  onTestFinished(() => void child.kill());
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].on("data", (data) => {
      printed[name] += data;
    });
  return { child, printed };
}

function send({ stdin }: ChildProcessWithoutNullStreams, message: object): void {
  stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

const INITIALIZE = {
  id: 0,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
};

const MALFORMED = [
  ...["{bad", "", "1", "null", "[]", "{}", "\0\0", "\u2028", "x".repeat(300_000)],
  ...["[".repeat(100_000), '{"jsonrpc":"1.0","id":1,"method":"tools/list"}'],
  ...['{"jsonrpc":"2.0","id":1}', '{"jsonrpc":"2.0","id":{},"method":"tools/list"}'],
  ...['{"jsonrpc":"2.0","id":99,"result":{}}', '{"jsonrpc":"2.0","method":"nothing"}'],
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
];

test("answers after a burst of malformed lines, of whatever kind", async () => {
  const { child, printed } = startServer();
  const bursts = MALFORMED.map((line) => Buffer.from(`${line}\n`.repeat(13)));
  bursts.push(Buffer.from(MALFORMED.join("\n")), Buffer.from([0x0a, 0xff, 0xfe, 0x0a]));
  // Also before the first message of the protocol.
  child.stdin.write("{bad\n".repeat(13));
  send(child, INITIALIZE);
  for (const [index, burst] of bursts.entries()) {
    child.stdin.write(burst);
    child.stdin.write("\n");
    send(child, { id: 100 + index, method: "ping" });
    await expect
      .poll(() => printed.stdout)
      .toContain(`{"result":{},"jsonrpc":"2.0","id":${100 + index}}`);
  }
  expect(printed.stderr).toBe("");
});

test("ends with a line that says why if a message is too long to be read", async () => {
  const { child, printed } = startServer();
  child.stdin.on("error", () => {});
  child.stdin.write("x".repeat(12_000_000));
  const [status] = await once(child, "close");
  const problem =
    "centavo: the client cannot be read any more: ReadBuffer exceeded maximum size of 10485760 bytes";
  expect([status, printed]).toEqual([1, { stdout: "", stderr: `${problem}\n` }]);
});

test("ends when the client closes its input", async () => {
  const { child, printed } = startServer();
  child.stdin.end("{bad\n{}\n");
  expect([await once(child, "close"), printed.stderr]).toEqual([[0, null], ""]);
});
