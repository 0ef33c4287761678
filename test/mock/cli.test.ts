import { readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { asPasted } from "../../src/cli/define-command.ts";
import { startMock } from "../../src/mock/index.ts";
import { fromSource, run, runHere } from "../run-command-line.ts";

const PORT = "the port to listen on, from 0 (any free port) to 65535";

const usageErrors: [line: string, problem: string, env?: Record<string, string>][] = [
  ["mok", "unknown command mok; did you mean mock?"],
  ["constructor", "unknown command constructor; run centavo help"],
  ["refund", "unknown command refund; did you mean payments refund?"],
  ["payments refnd", "unknown command payments refnd; did you mean payments refund?"],
  ["paymnts.list", "unknown command paymnts.list; did you mean payments.list?"],
  [
    "getDetail",
    "unknown command getDetail; did you mean subscriptions getDetails or payments getDetails?",
  ],
  ["payments x", "unknown command payments x; run centavo help payments"],
  ["payments --status PAID", "unknown command payments; run centavo help payments"],
  ["help sandbx", "unknown command sandbx; did you mean sandbox?"],
  ["mock --prot 4010", "unknown option --prot; did you mean --port?"],
  ["mock --speed 9", "unknown option --speed; run centavo help mock"],
  ["mock 4010", "unexpected argument 4010; run centavo help mock"],
  ["mock --port 4010x", `invalid --port: expected ${PORT}`],
  ["mock --port=", `invalid --port: expected ${PORT}`],
  ["mock --host=", "invalid --host: expected the address to listen on"],
  ["mock", `invalid CENTAVO_MOCK_PORT: expected ${PORT}`, { CENTAVO_MOCK_PORT: "http" }],
  [
    "mock --host 192.0.2.1",
    "192.0.2.1 is not an address of this machine; choose another with centavo mock --host",
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

describe("the help", () => {
  const printed = async (line: string) => {
    const { status, stdout, stderr } = await runHere(line.split(" ").filter(Boolean));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.split("\n").filter((each) => each.length > 80)).toEqual([]);
    return stdout;
  };

  test("is what centavo prints alone, with the everyday commands, and with --all the others", async () => {
    const all = await printed("--help --all");
    for (const everyday of [await printed(""), await printed("--help")]) {
      expect(everyday).toMatch(
        /^ {2}sandbox {2}.*^ {2}pay {2}.*^ {2}payments +list, create, get, refund$/ms,
      );
      expect(everyday).not.toMatch(/completion|snapshots|setStatus/);
    }
    expect(all).toMatch(
      /^ {2}completion {2}.*that only a sandbox has.*^ {2}snapshots +list, create/ms,
    );
    expect(await printed("--all")).toBe(all);
  });

  test("names every flag, variable and default of a command", async () => {
    const mock = (await printed("mock --help --port 0")).replaceAll(/\n +/g, " ");
    expect(mock).toMatch(
      /--port PORT {2}.*CENTAVO_MOCK_PORT.* 4010.*--host HOST {2}.*CENTAVO_MOCK_HOST.* 127\.0\.0\.1/,
    );
  });

  test("is the same for an operation with a point or a space, and marks what only a sandbox has", async () => {
    const setStatus = await printed("help payments setStatus");
    expect(setStatus).toMatch(
      /^Usage: centavo payments setStatus \[OPTIONS\] PAYMENT-ID\n.*Only a sandbox has this/s,
    );
    expect(await printed("payments.setStatus --help")).toBe(setStatus);
    const group = await printed("payments");
    expect(group).toMatch(/^ {2}payments.refund +Refund a card payment\.$/m);
    expect(group).toMatch(/^ {2}payments.setStatus +Set a payment's status\. \(sandbox only\)$/m);
    expect(await printed("help payments")).toBe(group);
  });
});

test.each([
  ["/shop/node_modules/.bin/centavo", "npx --no-install centavo"],
  ["C:\\shop\\node_modules\\centavo\\dist\\index.js", "npx --no-install centavo"],
  ["/usr/local/bin/centavo", "centavo"],
  ["/centavo/src/cli/index.ts", "npm run --silent centavo --"],
  ["/centavo/scripts/start-all.ts", "npm run --silent centavo --"],
])("of %s, a hint can be pasted as %s", (program, pasted) => {
  expect(asPasted(program)).toBe(pasted);
});

test("the version is the package's", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(await runHere(["--version"])).toMatchObject({ status: 0, stdout: `${version}\n` });
});

test("the process exits with status 2 after a usage error, and with 0 otherwise", async () => {
  for (const argument of ["mok", "--version"]) {
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
