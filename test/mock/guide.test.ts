import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { run } from "./command.ts";

/** The address that the guide writes. */
const ADDRESS = "http://127.0.0.1:4010";

const guide = readFileSync("docs/mock.md", "utf8");
const commands = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)]
  .map(([, block = ""]) => block)
  .filter((block) => block.includes("curl"))
  .map((block) => {
    const [, status, body] = block.match(/^# (\d{3})(?: (.*))?$/m) ?? [];
    return { command: block.trim(), status, body };
  });

let mock: Mock;
let home: string;

beforeAll(async () => {
  mock = await startMock();
  home = mkdtempSync(join(tmpdir(), "centavo-guide-"));
  writeFileSync(join(home, ".curlrc"), 'silent\nmax-time = 5\nwrite-out = "\\n%{http_code}"\n');
});

afterAll(async () => {
  rmSync(home, { recursive: true });
  await mock.close();
});

test("the guide shows what can be called", () => {
  expect(commands.length).toBeGreaterThan(5);
});

test.each(commands)("$command", async ({ command, status, body }) => {
  const script = command.replaceAll(ADDRESS, mock.url);
  const { stdout } = await run(["sh", "-c", script], { env: { CURL_HOME: home } });
  const [answer = "", answered] = stdout.split("\n");

  expect(answered).toBe(status);
  expect(JSON.parse(answer)).toEqual(body === undefined ? expect.anything() : JSON.parse(body));
});

test("what the guide creates is what it reads", async () => {
  const [create, read] = commands
    .filter(({ command }) => /"pix"|5e2a9c74/.test(command))
    .map(({ command }) => command.replaceAll(ADDRESS, mock.url));
  const [created, found] = await Promise.all(
    [create, read].map((script) => run(["sh", "-c", `${script}`], { env: { CURL_HOME: home } })),
  );
  const [one, other] = [created, found].map((end) => JSON.parse(`${end?.stdout.split("\n")[0]}`));
  expect(one.data.id).toBe(other.data.id);
});
