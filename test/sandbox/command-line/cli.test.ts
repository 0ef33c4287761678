import { existsSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { sandboxFlags } from "../../../src/cli/commands/sandbox.ts";
import type { BilletPayment } from "../../../src/client/index.ts";
import { createControl, startSandbox } from "../../../src/sandbox-node/index.ts";
import { type Ended, run, runHere, type Started, start } from "../../run-command-line.ts";
import { OPERATOR_KEY, Shop } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";
import { newFile } from "../database-file.ts";
import { deliverDue, payWithPostback } from "../postbacks/postback-fixtures.ts";
import { receive } from "../receiver.ts";
import { keysIn, open, sandbox } from "../sandbox-command.ts";

function usageError(line: string): Partial<Ended> {
  return { status: 2, stdout: "", stderr: `centavo: ${line}\n` };
}

function variableOf(flag: string): string {
  return `CENTAVO_SANDBOX_${flag.toUpperCase().replaceAll("-", "_")}`;
}

const wrong: [flag: keyof typeof sandboxFlags, values: string[]][] = [
  ["port", ["http"]],
  ["clock", ["yesterday"]],
  ["seed", [""]],
  ["db", [""]],
  ["public-url", ["pay.example"]],
  ["max-records", ["0", "many"]],
  ["max-requests", ["0", "10001"]],
  ["max-snapshots", ["11", "1.5"]],
  ["drain", ["-1", "3601"]],
  ["postbacks", ["", "any,receiver.example", "receiver.example,", ",", "receiver.example:80"]],
];

describe("a usage error is reported in one line, with status 2:", () => {
  test.each(wrong)("an invalid --%s: %j", async (flag, values) => {
    const expected = `expected ${sandboxFlags[flag].help}`;
    for (const value of values) {
      const byFlag = await runHere(["sandbox", `--${flag}=${value}`]);
      expect(byFlag).toMatchObject(usageError(`invalid --${flag}: ${expected}`));
      // An empty variable counts as unset.
      if (value === "") continue;
      const byVariable = await runHere(["sandbox"], { [variableOf(flag)]: value });
      expect(byVariable).toMatchObject(usageError(`invalid ${variableOf(flag)}: ${expected}`));
    }
  });

  const noOption =
    "--operator-key is no option, because others can see those; set CENTAVO_SANDBOX_OPERATOR_KEY";
  const exposed =
    ": other machines can reach 0.0.0.0; set CENTAVO_SANDBOX_OPERATOR_KEY to what this prints: openssl rand -hex 32";

  test.each<[string[], Record<string, string>, string]>([
    [["--quiet=yes"], {}, "Option '--quiet' does not take an argument"],
    [[], { CENTAVO_SANDBOX_QUIET: "yes" }, "invalid CENTAVO_SANDBOX_QUIET: expected true or false"],
    [["--host", "0.0.0.0"], {}, `operatorKey is missing${exposed}`],
    [
      ["--host", "0.0.0.0"],
      { CENTAVO_SANDBOX_OPERATOR_KEY: "x" },
      `operatorKey has fewer than 32 characters${exposed}`,
    ],
    [
      ["--host", "0.0.0.0"],
      { CENTAVO_SANDBOX_OPERATOR_KEY: OPERATOR_KEY },
      "publicUrl is missing: other machines can reach 0.0.0.0; set CENTAVO_SANDBOX_PUBLIC_URL to the address by which they do, e.g. http://sandbox.example:4020",
    ],
    [
      [],
      { CENTAVO_SANDBOX_DB: "" },
      "CENTAVO_SANDBOX_DB is empty; set the SQLite file that keeps the data, or a postgres:// address that several sandboxes share",
    ],
    [["--operator-key=let-me-in"], {}, noOption],
    [["--operator-key", "let-me-in"], {}, noOption],
  ])("centavo sandbox %j with %j", async (args, env, line) => {
    expect(await runHere(["sandbox", ...args], env)).toMatchObject(usageError(line));
  });

  test("a port that is in use", async () => {
    const other = await startSandbox();
    onTestFinished(other.close);
    const { port } = new URL(other.url);
    const db = newFile();
    const line = `port ${port} of 127.0.0.1 is in use; choose another with centavo sandbox --port`;
    const args = ["sandbox", "--port", port, "--db", db];
    expect(await runHere(args)).toMatchObject(usageError(line));
    const env = { CENTAVO_SANDBOX_PORT: port };
    expect(await runHere(["sandbox", "--db", db], env)).toMatchObject(
      usageError(line.replace("with centavo sandbox --port", "in CENTAVO_SANDBOX_PORT")),
    );
    expect(existsSync(db)).toBe(false);
  });
});

test("on a Node without SQLite, the data can be in memory, but in no file", async () => {
  const [node = "", ...args] = sandbox("--port", "0");
  const command = [node, "--no-experimental-sqlite", ...args];
  const { url, text } = await start(command);
  const shop = new Shop(url, keysIn(text));
  const { id } = await shop.pay("card");
  expect((await shop.payment(id)).status).toBe("SUCCEEDED");

  const db = newFile();
  const problem = `SQLite needs Node 22.13 or later, and this is ${process.version}`;
  expect(await run([...command, "--db", db])).toMatchObject(
    usageError(`${db} cannot be opened (${problem}); leave out --db to keep the data in memory`),
  );
  expect(existsSync(db)).toBe(false);
});

type Effect = (started: Started) => Promise<void>;

test("a shared sandbox prints the keys of its first company when it creates it, and not again", async () => {
  const flags = ["--shared", `--db=${newFile()}`];
  for (const hasKeys of [true, false]) {
    const { text, kill, ended } = await open(flags, { CENTAVO_SANDBOX_OPERATOR_KEY: "let-me-in" });
    expect(text).toContain("/#code=");
    expect(text.includes("sandbox_private_")).toBe(hasKeys);
    kill("SIGTERM");
    await ended;
  }
});

const effects: Record<string, { value: string; check: Effect }> = {
  host: {
    value: "localhost",
    check: async ({ url }) => expect(url).toMatch(/^http:\/\/localhost:\d+$/),
  },
  seed: {
    value: "shop",
    async check({ text }) {
      const { publicKey, privateKey, close } = await startSandbox({ seed: "shop" });
      await close();
      expect(keysIn(text)).toEqual({ publicKey, privateKey });
    },
  },
  clock: {
    value: "2027-05-01T12:00:00Z",
    async check({ url, text }) {
      const { data } = await createControl({ baseUrl: url, ...keysIn(text) }).clock.get();
      expect(data).toEqual({ now: "2027-05-01T12:00:00.000Z", moving: false });
    },
  },
  "operator-key": {
    value: "let-me-in",
    async check({ url, text }) {
      const create = (headers: Record<string, string>) =>
        fetch(`${url}/_sandbox/companies`, { method: "POST", headers });
      expect((await create({})).ok).toBe(false);
      expect((await create({ "x-operator-key": "let-me-in" })).ok).toBe(true);
      expect(text).not.toContain("let-me-in");
    },
  },
  examples: {
    value: "1",
    async check({ url, text }) {
      expect(text).toContain("Its clock stands still.");
      const shop = new Shop(url, body("auth.createToken", "keys"));
      expect((await shop.tokens()).access_token).not.toBe("");
    },
  },
  "public-url": {
    value: "http://localhost:8080/sandbox",
    async check({ url, text }) {
      expect(text).toContain("running at http://localhost:8080/sandbox, and on this machine at ");
      expect(text).toContain("curl -s http://localhost:8080/sandbox/payments ");
      const payment = (await new Shop(url, keysIn(text)).pay("billet")) as BilletPayment;
      expect(payment.billetDetails.pdfUrl).toMatch(/^http:\/\/localhost:8080\/sandbox\/_sandbox\//);
    },
  },
  postbacks: {
    value: "receiver.example,0.0.0.0",
    async check({ url, text }) {
      const shop = new Shop(url, keysIn(text));
      const receiver = await receive();
      await payWithPostback(shop, `http://0.0.0.0:${new URL(receiver.url).port}/`);
      await deliverDue(shop);
      expect(receiver.deliveries).toHaveLength(1);
    },
  },
  // Ends the sandbox.
  quiet: {
    value: "1",
    async check({ url, kill, ended, text }) {
      await fetch(`${url}/_sandbox/health`);
      kill("SIGTERM");
      expect((await ended).stdout).toBe(text);
    },
  },
};

test(`each has its effect: ${Object.keys(effects).join(", ")}`, async () => {
  // One in two is a flag, before a variable that says something else, and the others are variables.
  const settings = Object.entries(effects).map(([flag, { value }], index) => {
    const isFlag = index % 2 === 0 && flag !== "operator-key";
    const other = value === "1" ? "false" : "2020-01-01T00:00:00Z";
    return {
      flags: isFlag ? [value === "1" ? `--${flag}` : `--${flag}=${value}`] : [],
      variable: [variableOf(flag), isFlag ? other : value] as const,
    };
  });
  const started = await open(
    settings.flatMap(({ flags }) => flags),
    Object.fromEntries(settings.map(({ variable }) => variable)),
  );
  // It prints its inspector, its keys and a call.
  expect(started.text).toMatch(/\/#code=\S+\n.* sandbox_private_.*\/payments [^\n]*"pix"/s);
  for (const [name, { check }] of Object.entries(effects)) {
    await check(started).catch((cause) => {
      throw new Error(`--${name} has not its effect`, { cause });
    });
  }
});
