import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { startMock } from "../../src/mock/index.ts";
import { fromSource, run, runHere } from "../run-command-line.ts";

const centavo = (...args: string[]) => [...fromSource, ...args];

const PORT = "the port to listen on, from 0 (any free port) to 65535";

const usageErrors: [args: string[], env: Record<string, string>, line: string][] = [
  [[], {}, "missing command; run centavo --help to see all commands"],
  [["mok"], {}, "unknown command mok; did you mean mock?"],
  [["constructor"], {}, "unknown command constructor; run centavo --help to see all commands"],
  [["mock", "--prot", "4010"], {}, "Unknown option '--prot'"],
  [["mock", "4010"], {}, "Unexpected argument '4010'"],
  [["mock", "--port"], {}, "Option '--port <value>' argument missing"],
  [["mock", "--port", "-1"], {}, "Option '--port' argument is ambiguous"],
  [["mock", "--port", "4010x"], {}, `invalid --port: expected ${PORT}`],
  [["mock", "--port="], {}, `invalid --port: expected ${PORT}`],
  [["mock", "--host="], {}, "invalid --host: expected the address to listen on"],
  [["mock"], { CENTAVO_MOCK_PORT: "http" }, `invalid CENTAVO_MOCK_PORT: expected ${PORT}`],
  [
    ["mock", "--host", "192.0.2.1"],
    {},
    "192.0.2.1 is not an address of this machine; choose another with --host",
  ],
];

describe("a usage error is reported in one line, with status 2:", () => {
  test.each(usageErrors)("centavo %j with %j", async (args, env, line) => {
    const { status, stdout, stderr } = await runHere(args, env);
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: "",
      stderr: `centavo: ${line}\n`,
    });
  });
});

test("the help names every command, flag, variable and default", async () => {
  const [all, mock] = await Promise.all([
    runHere(["--help"]),
    runHere(["mock", "--help", "--port", "0"]),
  ]);

  expect(all).toMatchObject({ status: 0, stderr: "" });
  expect(all.stdout).toMatch(/^ {2}mock {2,}\S/m);
  expect(mock).toMatchObject({ status: 0, stderr: "" });
  expect(mock.stdout).toMatch(/^ {2}--port PORT {2}.*CENTAVO_MOCK_PORT.* 4010/m);
  expect(mock.stdout).toMatch(/^ {2}--host HOST {2}.*CENTAVO_MOCK_HOST.* 127\.0\.0\.1/m);
});

test("the version is the package's", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(await runHere(["--version"])).toMatchObject({ status: 0, stdout: `${version}\n` });
});

test("the process exits with status 2 after a usage error, and with 0 otherwise", async () => {
  const [mistaken, helped] = await Promise.all([run(centavo("mok")), run(centavo("--help"))]);
  expect(mistaken).toEqual(await runHere(["mok"]));
  expect(helped).toEqual(await runHere(["--help"]));
});

describe("the environment", () => {
  test("replaces a flag, and an empty variable counts as unset", async () => {
    const other = await startMock();
    const { port } = new URL(other.url);

    const env = { CENTAVO_MOCK_PORT: port, CENTAVO_MOCK_HOST: "" };
    const { stderr } = await runHere(["mock"], env);
    await other.close();

    expect(stderr).toContain(`port ${port} of 127.0.0.1 is in use`);
  });
});
