import { spawn } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox-node/index.ts";
import { freePort } from "../free-port.ts";
import { firstOf, isNightly } from "../nightly.ts";
import { run } from "../run-command-line.ts";
import { TOOL_INPUTS, Workspace } from "./repository-copy.ts";

const PAYMENTS = "openapi/paths/payments.yaml";

const copy = copyRepository();
afterAll(() => copy[Symbol.dispose]());

function copyRepository(): Workspace {
  const made = new Workspace(...TOOL_INPUTS);
  symlinkSync(resolve("node_modules"), join(made.folder, "node_modules"));
  return made;
}

/** Runs a command line as a person types it in the root of the repository. */
async function type(line: string, { folder } = copy) {
  const { status, stdout, stderr } = await run(line.split(" "), {
    cwd: folder,
    env: { NO_COLOR: "1" },
  });
  return { status, output: stdout + stderr };
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

test.each(firstOf(1, silent))("%s finds nothing wrong", { timeout: 300_000 }, async (line) => {
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
  const { info } = JSON.parse(copy.read("generated/openapi.json"));
  const chapters = [...info.description.matchAll(/^# (.*)$/gm)].map(([, title]) => title);
  expect(chapters.length).toBeGreaterThan(5);
  for (const chapter of chapters) expect(page).toContain(`>${chapter}<`);
  expect(page).toContain("SubaccountNotFoundOnDelete");
  expect((await run(["git", "check-ignore", "redoc-static.html"])).status).toBe(0);
});

describe("Prism", () => {
  test("npx prism mock returns the examples of the contract", async () => {
    const url = await prism("mock openapi/openapi.yaml");
    const response = await fetch(`${url}/customers`, { headers: { authorization: "Bearer any" } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ meta: { page: 1 } });
  });

  test("npx prism proxy --errors passes a call on to the sandbox, and rejects what breaks the contract", async () => {
    const { close, publicKey, privateKey, ...sandbox } = await startSandbox({ port: 0 });
    onTestFinished(close);
    const url = await prism(`proxy openapi/openapi.yaml ${sandbox.url} --errors`);
    const post = (keys: object) => {
      const headers = { "content-type": "application/json" };
      return fetch(`${url}/auth`, { method: "POST", headers, body: JSON.stringify(keys) });
    };
    expect((await post({ publicKey, privateKey })).status).toBe(200);
    expect((await post({ publicKey: 1, privateKey })).status).not.toBe(200);
  });

  // The port is the only flag: with the default, tests on one machine would use the same port.
  async function prism(command: string): Promise<string> {
    const port = await freePort();
    const child = spawn("npx", ["prism", ...command.split(" "), "-p", `${port}`], {
      cwd: copy.folder,
      stdio: ["ignore", "pipe", "inherit"],
      // A group of its own, to be ended together: npx leaves its child behind.
      detached: true,
    });
    onTestFinished(() => void process.kill(-Number(child.pid), "SIGTERM"));
    return new Promise((ready, fail) => {
      child.stdout.on("data", (printed) => {
        if (`${printed}`.includes("is listening")) ready(`http://127.0.0.1:${port}`);
      });
      child.on("exit", () => fail(new Error("Prism ended before it was ready.")));
    });
  }
});

/** As Node resolves it where the optional peer dependency is not installed. */
const withoutPrism = `import { registerHooks } from "node:module";
registerHooks({
  resolve(name, context, next) {
    if (name !== "@stoplight/prism-http") return next(name, context);
    throw Object.assign(new Error(name), { code: "ERR_MODULE_NOT_FOUND" });
  },
});`;

test("npm start says in one line that Prism is missing, and what to do", async () => {
  const hooks = `data:text/javascript,${encodeURIComponent(withoutPrism)}`;
  const ended = await type(`${process.execPath} --import ${hooks} scripts/start-all.ts`);
  expect(ended).toEqual({
    status: 1,
    output: expect.stringMatching(
      /^the mock needs Prism, which is not installed: run npm install -D \S+\n$/,
    ),
  });
});

test.runIf(isNightly)(
  "npm run lint fails on what Spectral only warns of",
  { timeout: 180_000 },
  async () => {
    using broken = copyRepository();
    broken.edit(PAYMENTS, /^( +)description: .*\n(\1 +.*\n)*/m, "");
    expect((await type("npm run generate", broken)).status).toBe(0);
    const { status, output } = await type("npm run lint", broken);
    expect(output).toMatch(/ warning +operation-description /);
    expect(status).toBe(1);
  },
);
