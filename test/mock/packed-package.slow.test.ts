import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { programsIn } from "../docs/guide-examples.ts";
import { TSC } from "../package/consumer-project.ts";
import { installPackageForFile } from "../package/installed-package.ts";
import { run, start } from "../run-command-line.ts";
import { exchange } from "./send-request.ts";

/** The guide's command. */
const [install = ""] =
  /^npm install -D @stoplight\S+$/m.exec(readFileSync("docs/mock.md", "utf8")) ?? [];
const missing = `the mock needs Prism, which is not installed: run ${install}`;

const project = await installPackageForFile();

/** The command as `npx --no-install centavo` finds it. */
function centavo(...args: string[]): string[] {
  return [project.path("node_modules/.bin/centavo"), ...args];
}

describe("in a project without Prism", () => {
  test("centavo mock prints the command that installs it, and ends with status 1", async () => {
    const printed = { stdout: "", stderr: `centavo: ${missing}\n` };
    expect(await run(centavo("mock", "--port", "0"))).toMatchObject({ status: 1, ...printed });
  });

  test("startMock rejects with that command", async () => {
    project.write(
      "start.mjs",
      'import { startMock } from "centavo/mock";\n' +
        "await startMock().catch((error) => console.log(error.message));\n",
    );
    expect(await project.run(process.execPath, "start.mjs")).toBe(`${missing}\n`);
  });
});

describe("in a project that ran that command", () => {
  beforeAll(async () => {
    const [npm = "", ...args] = install.split(" ");
    await project.run(npm, ...args, "--prefer-offline", "--no-audit", "--no-fund");
  });

  test("centavo mock responds, and ends with status 0", async () => {
    const { url, kill, ended } = await start(centavo("mock", "--port", "0"));
    const headers = { authorization: "Bearer any" };

    expect(await exchange(`${url}/payments`, { headers })).toMatchObject({ status: 200 });

    kill("SIGTERM");
    expect(await ended).toMatchObject({ status: 0, signal: null });
  });

  test("the program of the guide compiles, and prints what it says", async () => {
    const [{ source, prints } = { source: "", prints: [] }] = programsIn("docs/mock.md", "centavo");
    project.write("guide.ts", source);
    project.configure({ module: "nodenext", types: [], lib: ["es2022", "dom"] });

    await project.run(process.execPath, TSC);
    const printed = await project.run(process.execPath, "guide.ts");

    expect(prints.length).toBeGreaterThan(1);
    expect(printed.trim().split("\n")).toEqual(prints);
  });
});

test("the command of the guide installs the version of Prism that the tests use", () => {
  const { devDependencies, peerDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const version = devDependencies["@stoplight/prism-http"];
  expect(install).toContain(`@stoplight/prism-http@${version}`);
  expect(peerDependencies).toMatchObject({ "@stoplight/prism-http": `^${version}` });
});
