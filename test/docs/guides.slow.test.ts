import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readWorkflows } from "../../scripts/workflows/read-workflows.ts";
import { workflowChapters } from "../../scripts/workflows/workflow-chapters.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox-node/index.ts";
import { freePort } from "../free-port.ts";
import { begin, fromSource, runHere } from "../run-command-line.ts";
import { service } from "../sandbox/contract-examples.ts";
import { runVitest } from "../testing/run-vitest.ts";
import {
  ADDRESS,
  blocks,
  call,
  commandsIn,
  expectPrinted,
  folderForGuides,
  hasShell,
  onSource,
  programsIn,
} from "./guide-examples.ts";

const START = "docs/getting-started.md";
/** The server of the buyer's page never ends, so it has a test of its own in Chromium. */
const BUYERS_PAGE = blocks("docs/guides/pix.md", "js");
/** Its shops, some with a mistake, have tests of their own: explore-guide.slow.test.ts. */
const EXPLORED = blocks("docs/guides/explore.md", "ts");
/** The first page of the sandbox says how to get a token. */
const SANDBOX_START = "docs/sandbox/start.md";

const filesIn = (pattern: string) => globSync(pattern).map((file) => file.replaceAll(sep, "/"));
const guides = filesIn("docs/guides/*.md");
const ofSandbox = filesIn("docs/sandbox/*.md").filter((file) => file !== SANDBOX_START);
/** Its steps need a server, and have a test of their own: test/deploy/team.slow.test.ts. */
const SHARING = "docs/sandbox/sharing.md";

const sandboxPrograms = (file: string) => programsIn(file, "centavo/sandbox");
const programs = guides.flatMap(sandboxPrograms);
const readme = programsIn("README.md", "centavo");
const otherPrograms = [
  ...readme,
  // With a port, as the README says.
  ...readme.slice(0, 1).map(({ name, source, prints }) => {
    return {
      name: `${name}, served`,
      source: source.replaceAll("createSandbox", "startSandbox"),
      prints,
    };
  }),
  ...["docs/home.md", SANDBOX_START, ...ofSandbox].flatMap(sandboxPrograms),
  ...filesIn("docs/client/*.md").flatMap(sandboxPrograms),
];
const workflowPrograms = (await workflowChapters()).flatMap(({ source }) => {
  const [heading = ""] = source.split("\n", 1);
  return programsIn(heading, "centavo/sandbox", source);
});

const [getToken, ...others] = [SANDBOX_START, ...ofSandbox]
  .filter((file) => file !== SHARING)
  .flatMap(commandsIn);
const commands = [...guides.flatMap(commandsIn), ...others];

/** The tests that a guide shows. */
const isTest = (source: string) => source.includes('from "centavo/testing/vitest"');
const suites = guides.flatMap((file) =>
  blocks(file, "ts")
    .filter(isTest)
    .map((source) => ({ file, source })),
);

let sandbox: Sandbox;
const folder = folderForGuides();

beforeAll(async () => {
  sandbox = await startSandbox();
});

afterAll(() => sandbox.close());

test("every block with imports has tests, or is a program that prints something; all are found", () => {
  const withImports = guides
    .flatMap((file) => blocks(file, "[tj]s").filter((source) => /^import /m.test(source)))
    .filter((source) => ![...BUYERS_PAGE, ...EXPLORED].includes(source));
  expect(withImports.filter((source) => !isTest(source))).toEqual(
    programs.map(({ source }) => source),
  );
  expect([...programs, ...otherPrograms].filter(({ prints }) => prints.length === 0)).toEqual([]);
  const workflows = readWorkflows().flatMap(({ workflows }) => workflows);
  // The first steps of all have none.
  expect(workflowPrograms).toHaveLength(workflows.length - 1);
  expect(readme).toHaveLength(blocks("README.md", "ts").length);
  const found = [suites, programs, readme, otherPrograms, others];
  expect(found.filter(({ length }) => length === 0)).toEqual([]);
  expect(getToken?.command).toContain("/auth");
});

test.each([...programs, ...otherPrograms, ...workflowPrograms])(
  "$name prints what it says",
  (program) => expectPrinted(program, folder),
);

test.each(suites)("the tests of $file pass", async ({ source }) => {
  writeFileSync(join(folder, "guide.suite.ts"), source);
  const { stdout, stderr } = await runVitest("--root", folder);
  expect(stderr).toBe("");
  expect(stdout).toContain("Test Files  1 passed");
});

test.skipIf(!hasShell).each(commands)("$command", async ({ command, status, body }) => {
  const script = `${getToken?.command}\n${command}`.replaceAll(ADDRESS, sandbox.url);
  const { publicKey, privateKey } = sandbox;
  const env = { CENTAVO_PUBLIC_KEY: publicKey, CENTAVO_PRIVATE_KEY: privateKey };
  const response = await call(script, folder, env);
  expect(response.status).toBe(status);
  expect(response.body).toEqual(body === undefined ? expect.anything() : JSON.parse(body));
});

test("getting started: the sandbox, the program and the postback print what the page shows", async () => {
  const [program = ""] = blocks(START, "js");
  const [ran = "", heard = ""] = blocks(START, "text");
  /** Ids, addresses and codes are new in each run. */
  const linesOf = (text: string) =>
    text
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "ID")
      .replaceAll(/(\/v2\/).*/g, "$1…")
      .replaceAll(/127\.0\.0\.1:\d+/g, "HOST")
      .trim()
      .split("\n")
      .sort();
  const file = join(folder, "shop.mjs");
  writeFileSync(file, onSource(program).replaceAll("3000", `${await freePort()}`));
  const { child, printed, ended } = begin([
    ...fromSource,
    "exec",
    "--ui",
    "--",
    process.execPath,
    file,
  ]);
  const lines = () => linesOf(printed.stderr + printed.stdout);
  await expect.poll(lines).toEqual(linesOf(ran));

  const [url = ""] = /http:[^#]*/.exec(printed.stderr) ?? [];
  const [id = ""] = /[\da-f]{8}-[\da-f-]{27}/.exec(printed.stdout) ?? [];
  await runHere(["pay", id, "--url", url]);
  await expect.poll(lines).toEqual(linesOf(ran + heard));
  child.kill("SIGINT");
  expect(await ended).toMatchObject({ signal: "SIGINT" });
});

test("the table of flags has the flags of the command, with their variables and defaults", async () => {
  const table = readFileSync(SANDBOX_START, "utf8");
  const rows = [...table.matchAll(/^\| `--([\w-]+)` \| `(\w+)` \| `?(.*?)`? \|/gm)];
  const { stdout } = await runHere(["sandbox", "--help"]);
  // A long help goes on below.
  const lines = stdout.replaceAll(/\n {10,}/g, " ");
  const listed = [...lines.matchAll(/^ +--([\w-]+).*\(env (\w+)(?:, default (\S+))?\)$/gm)];
  // A default that the help does not say has words in the table.
  const flags = listed.map(([, flag, variable, fallback], index) => {
    return [flag, variable, fallback ?? rows[index]?.[3]];
  });
  expect(rows.map(([, ...row]) => row)).toEqual(flags);
});

test("the table of statuses has those of the contract, and is that of its program", () => {
  const statuses = service.at("components", "schemas", "PaymentStatus", "enum").value as string[];
  const checkout = readFileSync("docs/guides/checkout.md", "utf8");
  const pairs = (pattern: RegExp) => [...checkout.matchAll(pattern)].map(([, ...pair]) => pair);
  const rows = pairs(/^\| `([A-Z_]+)` \| (\w+) \|/gm);
  expect(rows.map(([status]) => status).sort()).toEqual([...statuses].sort());
  expect(pairs(/^ {2}([A-Z_]+): "(\w+)",$/gm)).toEqual(rows);
});
