import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/index.ts";
import { freePort } from "../free-port.ts";
import { type Ended, run } from "../run-command-line.ts";
import { sampleOf } from "../sample.ts";
import { TOOL_INPUTS, Workspace } from "./repository-copy.ts";

const CHAPTERS = [
  "Getting a token",
  "Money and identifiers",
  "Paging",
  "Subaccount context",
  "Errors",
  "Postbacks",
  "Environments",
  "What is assumed",
];
const PAYMENTS = "openapi/paths/payments.yaml";

let copy: Workspace;

beforeAll(() => {
  copy = copyRepository();
});

afterAll(() => copy[Symbol.dispose]());

function copyRepository(): Workspace {
  const made = new Workspace(...TOOL_INPUTS);
  symlinkSync(resolve("node_modules"), join(made.folder, "node_modules"));
  return made;
}

/** Runs a command line as a person types it in the root of the repository. */
async function type(line: string, { folder } = copy): Promise<Ended & { output: string }> {
  const ended = await run(line.split(" "), { cwd: folder, env: { NO_COLOR: "1" } });
  return { ...ended, output: ended.stdout + ended.stderr };
}

const silent = [
  "npx redocly lint",
  "npx redocly lint openapi/sandbox-control/openapi.yaml",
  "npx spectral lint openapi/openapi.yaml",
  "npx spectral lint openapi/sandbox-control/openapi.yaml",
  "npx spectral lint generated/openapi.yaml",
  "npx spectral lint generated/openapi.json",
  "npx spectral lint generated/sandbox-control.yaml",
  "npm run lint",
];

test.each(sampleOf(silent))("%s finds nothing wrong", { timeout: 300_000 }, async (line) => {
  const { status, output } = await type(line);
  expect(status, output).toBe(0);
  expect(output).toMatch(/valid|No results with a severity/);
});

test("npx openapi-typescript writes plain types where git ignores them", async () => {
  const { status, output } = await type("npx openapi-typescript");
  expect(status, output).toBe(0);
  const [, file = ""] = output.match(/→ (\S+)/) ?? [];
  expect(file).toMatch(/^dist\//);
  expect(copy.read(file)).toContain('"payments.create"');
});

test("npx redocly build-docs shows all chapters of the introduction, and the return codes", async () => {
  const { status, output } = await type("npx redocly build-docs openapi/openapi.yaml");
  expect(status, output).toBe(0);
  const page = copy.read("redoc-static.html");
  for (const chapter of CHAPTERS) expect(page).toContain(`>${chapter}<`);
  expect(page).toContain("SubaccountNotFoundOnDelete");
  expect((await run(["git", "check-ignore", "redoc-static.html"])).status).toBe(0);
});

describe("Prism", () => {
  // The port is the only flag: with the default, tests on one machine would use the same port.
  test("npx prism mock returns the examples of the contract", async () => {
    const url = await prism("mock openapi/openapi.yaml");
    const response = await fetch(`${url}/customers`, { headers: { authorization: "Bearer any" } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ meta: { page: 1 } });
  });

  test("npx prism proxy --errors passes a call on to the sandbox, and rejects what breaks the contract", async () => {
    const sandbox = await startSandbox({ port: 0 });
    onTestFinished(() => sandbox.close());
    const url = await prism(`proxy openapi/openapi.yaml ${sandbox.url} --errors`);
    const post = (body: object) =>
      fetch(`${url}/auth`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const { publicKey, privateKey } = sandbox;
    expect((await post({ publicKey, privateKey })).status).toBe(200);
    expect((await post({ publicKey: 1, privateKey })).status).not.toBe(200);
  });

  async function prism(command: string): Promise<string> {
    const port = await freePort();
    const line = `npx prism ${command} -p ${port}`;
    const [file = "", ...args] = line.split(" ");
    const child = spawn(file, args, {
      cwd: copy.folder,
      stdio: ["ignore", "pipe", "inherit"],
      // A group of its own, to be ended together: npx leaves its child behind.
      detached: true,
    });
    onTestFinished(() => void process.kill(-Number(child.pid), "SIGTERM"));
    let printed = "";
    await new Promise<void>((ready, fail) => {
      child.stdout.on("data", (data) => {
        printed += data;
        if (printed.includes("is listening")) ready();
      });
      child.on("exit", () => fail(new Error(`Prism ended before it was ready: ${printed}`)));
    });
    return `http://127.0.0.1:${port}`;
  }
});

describe("a violation is reported by the linter whose rule it breaks, in its own file", () => {
  const violations = [
    {
      line: "npx redocly lint openapi/sandbox-control/openapi.yaml --format=stylish",
      what: "a file of the sandbox's contract that nothing refers to",
      make: (broken: Workspace) =>
        broken.write("openapi/sandbox-control/components/schemas/Pong.yaml", "type: object\n"),
      reported:
        /^openapi\/sandbox-control\/components\/schemas\/Pong\.yaml:\n +1:1 +error +centavo\/file/m,
    },
    {
      line: "npx redocly lint openapi/sandbox-control/openapi.yaml --format=stylish",
      what: "a schema of the sandbox with the name of one of the service",
      make: (broken: Workspace) =>
        broken.write("openapi/sandbox-control/components/schemas/Meta.yaml", "type: object\n"),
      reported:
        /schemas\/Meta\.yaml:\n +1:1 +error +centavo\/name-in-one-contract .*Meta .*openapi\/components/,
    },
    {
      line: "npx spectral lint openapi/openapi.yaml",
      what: "a mark that gives no reason, in a component",
      make: (broken: Workspace) =>
        broken.edit("openapi/components/schemas/Message.yaml", /^/, "x-inferred: guess\n"),
      reported:
        /components\/schemas\/Message\.yaml\n +1:\d+ +error +centavo:x-inferred-is-sentence /,
    },
  ];

  test.each(sampleOf(violations))("$what ($line)", async ({ line, make, reported }) => {
    using broken = copyRepository();
    make(broken);
    const { status, output } = await type(line, broken);
    expect(output).toMatch(reported);
    expect(status).toBe(1);
  });
});

test("npm run lint shows all causes: generated/ is out of date, and what each linter finds", {
  timeout: 180_000,
}, async () => {
  using broken = copyRepository();
  broken.edit(PAYMENTS, /summary: Create.*/, "summary: Pay It");
  broken.write("openapi/components/schemas/Plan.yaml", "type: object\n");
  const { status, output } = await type("npm run lint", broken);
  expect(status).toBe(1);
  expect(output).toMatch(
    /^Out of date with openapi\/: generated\/openapi\.yaml, .*Run npm run generate\.$/m,
  );
  expect(output).toContain("centavo/file-is-used");
  expect(output).toContain("centavo:summary-in-sentence-case");
});

test("npm run check shows type errors beside findings of format and imports", {
  timeout: 180_000,
}, async () => {
  using broken = copyRepository();
  broken.write("src/client/token.test-copy.ts", "export const size: string = 1\n");
  broken.edit("src/card-number.ts", /^/, 'import "./client/index.ts";\n');
  const { status, output } = await type("npm run check", broken);
  expect(status).toBe(1);
  expect(output).toMatch(/token\.test-copy\.ts format/);
  expect(output).toMatch(/token\.test-copy\.ts\(1,14\): error TS2322/);
  expect(output).toMatch(/src\/card-number\.ts → src\/client\/index\.ts/);
});

test.each(["scripts/start-all.ts", "src/cli/index.ts mock"])(
  "%s says in one line that Prism is missing, and what to do",
  async (script) => {
    using without = new Workspace(...TOOL_INPUTS);
    linkPackages(without, "@stoplight/prism-http");
    const { status, output } = await type(`${process.execPath} ${script}`, without);
    expect(output).toMatch(
      /^(centavo: )?the mock needs Prism, which is not installed: run npm install -D \S+\n$/,
    );
    expect(status).toBe(1);
  },
);

/** Links all that is installed but one package of a scope. */
function linkPackages({ folder }: Workspace, missing: string): void {
  const scope = dirname(missing);
  mkdirSync(join(folder, "node_modules", scope), { recursive: true });
  const names = [
    ...readdirSync("node_modules").filter((name) => name !== scope),
    ...readdirSync(join("node_modules", scope)).map((name) => `${scope}/${name}`),
  ];
  for (const name of names.filter((name) => name !== missing)) {
    symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
  }
}

test("npm run lint fails on what Spectral only warns of", { timeout: 180_000 }, async () => {
  using broken = copyRepository();
  broken.edit(PAYMENTS, /^( +)description: .*\n(\1 +.*\n)*/m, "");
  expect((await type("npm run generate", broken)).status).toBe(0);
  const { status, output } = await type("npm run lint", broken);
  expect(output).toMatch(/ warning +operation-description /);
  expect(status).toBe(1);
});
