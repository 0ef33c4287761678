import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import {
  call,
  commandsIn,
  expectPrinted,
  folderForGuides,
  hasShell,
  programsIn,
} from "../../docs/guide-examples.ts";
import { run, runHere } from "../../run-command-line.ts";

/** The address that the guide writes. */
const ADDRESS = "http://127.0.0.1:4020";

/** The first page says how to get a token. */
const START = "docs/sandbox/start.md";
const pages = globSync("docs/sandbox/*.md").filter((file) => file !== START);

const [getToken, ...all] = [START, ...pages].flatMap(commandsIn);
/** These never end by themselves. */
const streams = all.filter(({ command }) => command.includes("text/event-stream"));
const commands = all.filter((command) => !streams.includes(command));
const programs = ["README.md", START, ...pages, ...globSync("docs/client/*.md")].flatMap((file) =>
  programsIn(file, "centavo/sandbox"),
);

let sandbox: Sandbox;
const folder = folderForGuides();

beforeAll(async () => {
  sandbox = await startSandbox();
});

afterAll(() => sandbox.close());

test("the commands and programs of the guides and the README are found", () => {
  expect(getToken?.command).toContain("/auth");
  expect(commands.length).toBeGreaterThan(5);
  expect(programs.length).toBeGreaterThan(4);
  expect(streams).toHaveLength(1);
  expect(programs.filter(({ prints }) => prints.length === 0)).toEqual([]);
});

test.skipIf(!hasShell).each(commands)("$command", async ({ command, status, body }) => {
  const script = `${getToken?.command}\n${command}`.replaceAll(ADDRESS, sandbox.url);
  const { publicKey, privateKey } = sandbox;

  const response = await call(script, folder, {
    CENTAVO_PUBLIC_KEY: publicKey,
    CENTAVO_PRIVATE_KEY: privateKey,
  });

  expect(response.status).toBe(status);
  expect(response.body).toEqual(body === undefined ? expect.anything() : JSON.parse(body));
});

test.skipIf(!hasShell).each(streams)("$command", async ({ command }) => {
  const limited = command.replace("curl -N", "curl -N --max-time 1");
  const script = `${getToken?.command}\n${limited}`.replaceAll(ADDRESS, sandbox.url);
  const { publicKey, privateKey } = sandbox;
  const env = { CENTAVO_PUBLIC_KEY: publicKey, CENTAVO_PRIVATE_KEY: privateKey };
  const { stdout } = await run(["sh", "-c", script], { env: { ...env, CURL_HOME: folder } });
  expect(stdout).toMatch(/\n200$/);
});

test.each(programs)("$name prints what it says", (program) => expectPrinted(program, folder));

describe("the table of flags", () => {
  const rows = [
    ...readFileSync(START, "utf8").matchAll(/^\| `--([\w-]+)` \| `(\w+)` \| `?(.*?)`? \|/gm),
  ].map(([, flag, variable, fallback]) => ({ flag, variable, fallback }));

  test("lists the flags of the command, with their variables and defaults", async () => {
    const { stdout } = await runHere(["sandbox", "--help"]);
    const listed = [...stdout.matchAll(/^ +--([\w-]+).*\(env (\w+)(?:, default (\S+))?\)$/gm)].map(
      ([, flag, variable, fallback]) => ({ flag, variable, fallback }),
    );
    expect(rows.map(({ flag, variable }) => ({ flag, variable }))).toEqual(
      listed.map(({ flag, variable }) => ({ flag, variable })),
    );
    for (const { flag, fallback } of listed.filter((one) => one.fallback)) {
      expect(rows.find((row) => row.flag === flag)?.fallback).toBe(fallback);
    }
  });
});
