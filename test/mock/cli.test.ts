import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { startMock } from "../../src/mock/index.ts";
import { fromSource, run, runHere } from "../run-command-line.ts";

const PORT = "the port to listen on, from 0 (any free port) to 65535";
const HELP = "run centavo --help to see all commands";

const usageErrors: [line: string, problem: string, env?: Record<string, string>][] = [
  ["", `missing command; ${HELP}`],
  ["mok", "unknown command mok; did you mean mock?"],
  ["constructor", `unknown command constructor; ${HELP}`],
  ["mock --prot 4010", "Unknown option '--prot'"],
  ["mock --port 4010x", `invalid --port: expected ${PORT}`],
  ["mock --port=", `invalid --port: expected ${PORT}`],
  ["mock --host=", "invalid --host: expected the address to listen on"],
  ["mock", `invalid CENTAVO_MOCK_PORT: expected ${PORT}`, { CENTAVO_MOCK_PORT: "http" }],
  [
    "mock --host 192.0.2.1",
    "192.0.2.1 is not an address of this machine; choose another with --host",
  ],
];

test.each(usageErrors)("centavo %s: %s, in one line, with status 2", async (line, problem, env) => {
  const { status, stdout, stderr } = await runHere(line.split(" ").filter(Boolean), env);
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: "",
    stderr: `centavo: ${problem}\n`,
  });
});

test("the help names every command, flag, variable and default", async () => {
  const all = await runHere(["--help"]);
  const mock = await runHere(["mock", "--help", "--port", "0"]);

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
  for (const argument of ["mok", "--help"]) {
    expect(await run([...fromSource, argument])).toEqual(await runHere([argument]));
  }
});

test("a variable replaces a flag, and an empty one counts as unset", async () => {
  const other = await startMock();
  onTestFinished(other.close);
  const { port } = new URL(other.url);
  const env = { CENTAVO_MOCK_PORT: port, CENTAVO_MOCK_HOST: "" };
  const stderr = expect.stringContaining(`port ${port} of 127.0.0.1 is in use`);
  expect(await runHere(["mock"], env)).toMatchObject({ stderr });
});
