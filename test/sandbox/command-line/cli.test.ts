import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import type { BilletPayment } from "../../../src/client/index.ts";
import { createControl, startSandbox } from "../../../src/sandbox/index.ts";
import { type Ended, run, runHere, type Started, start } from "../../run-command-line.ts";
import { Shop } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";
import { newFile } from "../database-file.ts";
import { deliverDue, payWithPostback } from "../postbacks/postback-fixtures.ts";
import { receive } from "../receiver.ts";
import { keysIn, open, sandbox } from "../sandbox-command.ts";

function usageError(line: string): Partial<Ended> {
  return { status: 2, stdout: "", stderr: `centavo: ${line}\n` };
}

const PORT = "the port to listen on, from 0 (any free port) to 65535";
const TIME = "the time at which to freeze the clocks, e.g. 2026-03-02T12:00:00Z";
const PUBLIC =
  "the http or https URL under which others reach the sandbox, e.g. a proxy's, without user, password or query";
const POSTBACKS =
  "loopback to send postbacks to this machine only, any to send them to any address, or other hosts to allow, without scheme, port or path";
const exposed = "controlToken is missing: other machines can reach 0.0.0.0";

const usageErrors: [args: string[], env: Record<string, string>, line: string][] = [
  [["--port", "http"], {}, `invalid --port: expected ${PORT}`],
  [["--port", "65536"], {}, `invalid --port: expected ${PORT}`],
  [["--clock", "yesterday"], {}, `invalid --clock: expected ${TIME}`],
  [["--clock", "2026-03-02"], {}, `invalid --clock: expected ${TIME}`],
  [[], { CENTAVO_SANDBOX_CLOCK: "12:00" }, `invalid CENTAVO_SANDBOX_CLOCK: expected ${TIME}`],
  [["--seed="], {}, "invalid --seed: expected the seed that determines all ids, keys and tokens"],
  [
    ["--db="],
    {},
    "invalid --db: expected the SQLite file that keeps the data, or a postgres:// address that several sandboxes share",
  ],
  [
    ["--control-token="],
    {},
    "invalid --control-token: expected the token that is required to create a company",
  ],
  [["--public-url", "pay.example"], {}, `invalid --public-url: expected ${PUBLIC}`],
  ...[
    ...["", "any,loopback", "any,receiver.example", "receiver.example,", ",", "a, b"],
    ...["http://receiver.example", "receiver.example:80", "receiver.example/hook", "*.example"],
  ].map((hosts): [string[], Record<string, string>, string] => [
    [`--postbacks=${hosts}`],
    {},
    `invalid --postbacks: expected ${POSTBACKS}`,
  ]),
  [
    [],
    { CENTAVO_SANDBOX_POSTBACKS: "receiver.example:80" },
    `invalid CENTAVO_SANDBOX_POSTBACKS: expected ${POSTBACKS}`,
  ],
  [["--quiet=yes"], {}, "Option '--quiet' does not take an argument"],
  [[], { CENTAVO_SANDBOX_QUIET: "yes" }, "invalid CENTAVO_SANDBOX_QUIET: expected true or false"],
  [["--host", "0.0.0.0"], {}, `${exposed}; set one with --control-token`],
  [[], { CENTAVO_SANDBOX_HOST: "0.0.0.0" }, `${exposed}; set one with --control-token`],
];

describe("a usage error is reported in one line, with status 2:", () => {
  test.each(usageErrors)("centavo sandbox %j with %j", async (args, env, line) => {
    expect(await runHere(["sandbox", ...args], env)).toMatchObject(usageError(line));
  });

  test("a port that is in use", async () => {
    const other = await startSandbox();
    onTestFinished(other.close);
    const { port } = new URL(other.url);
    const line = `port ${port} of 127.0.0.1 is in use; choose another with --port`;
    expect(await runHere(["sandbox", "--port", port])).toMatchObject(usageError(line));
  });

  test("a file that is no database", async () => {
    const db = newFile();
    writeFileSync(db, "Much to do.\n".repeat(100));
    const line = `${db} cannot be opened (it is not a SQLite database); choose another with --db`;
    expect(await runHere(["sandbox", "--db", db])).toMatchObject(usageError(line));
  });

  test.each(["mysql://x/y", "foo://bar", "mysql:foo", " postgres://a:b@c/d", "host=c password=b"])(
    "the address %s, which is no file, and nothing is created",
    async (db) => {
      const before = readdirSync(".");
      const line =
        "db must be a file name, a file: URL or a postgres:// address; choose another with --db";
      expect(await runHere(["sandbox", "--db", db])).toMatchObject(usageError(line));
      expect(readdirSync(".")).toEqual(before);
    },
  );

  test("a file with data, for the examples", async () => {
    const db = newFile();
    const first = await startSandbox({ db });
    const { id } = await new Shop(first.url, first).pay("card");
    await first.close();
    const { status, stderr } = await runHere(["sandbox", "--db", db, "--examples"]);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^centavo: \S+ cannot be used with examples: it .+; choose another with --db\n$/,
    );
    const again = await startSandbox({ db });
    onTestFinished(again.close);
    expect((await new Shop(again.url, again).payment(id)).id).toBe(id);
  });

  // Only Linux has a folder in which not even root can create a file.
  test.skipIf(process.platform !== "linux")(
    "a folder in which nothing can be created",
    async () => {
      const db = "/proc/new.db";
      const line = `${db} cannot be opened (no file can be opened or created there); choose another with --db`;
      expect(await run(sandbox("--port", "0", "--db", db))).toMatchObject(usageError(line));
      expect(existsSync(db)).toBe(false);
    },
  );
});

describe("on a Node without SQLite", () => {
  const [node = "", ...args] = sandbox("--port", "0");
  const command = [node, "--no-experimental-sqlite", ...args];

  test("a file is rejected in one line, with status 2, and not created", async () => {
    const db = newFile();
    const problem = `SQLite needs Node 22.13 or later, and this is ${process.version}`;
    const advice = "leave out --db to keep the data in memory";
    expect(await run([...command, "--db", db])).toMatchObject(
      usageError(`${db} cannot be opened (${problem}); ${advice}`),
    );
    expect(existsSync(db)).toBe(false);
  });

  test("the sandbox keeps its data in memory", async () => {
    const { url, text } = await start(command);
    const shop = new Shop(url, keysIn(text));
    const { id } = await shop.pay("card");
    expect((await shop.payment(id)).status).toBe("SUCCEEDED");
  });
});

type Effect = (started: Started) => Promise<void>;

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
      const control = createControl(url, keysIn(text));
      const { data } = await control.clock.get();
      expect(data).toEqual({ now: "2027-05-01T12:00:00.000Z", moving: false });
    },
  },
  "control-token": {
    value: "let-me-in",
    async check({ url, text }) {
      const create = (headers: Record<string, string>) =>
        fetch(`${url}/_sandbox/companies`, { method: "POST", headers });
      expect((await create({})).ok).toBe(false);
      expect((await create({ "x-control-token": "let-me-in" })).ok).toBe(true);
      expect(text).not.toContain("let-me-in");
    },
  },
  examples: {
    value: "1",
    async check({ url, text }) {
      expect(text).toContain("Its clock stands still.");
      const headers = { "content-type": "application/json" };
      const keys = JSON.stringify(body("auth.createToken", "keys"));
      const response = await fetch(`${url}/auth`, { method: "POST", headers, body: keys });
      expect(response.status).toBe(200);
    },
  },
  "public-url": {
    value: "http://localhost:8080/sandbox",
    async check({ url, text }) {
      const shop = new Shop(url, keysIn(text));
      const payment = (await shop.pay("billet")) as BilletPayment;
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
  quiet: {
    value: "1",
    async check({ url, kill, ended, text }) {
      await fetch(`${url}/_sandbox/health`);
      kill("SIGTERM");
      expect((await ended).stdout).toBe(text);
    },
  },
};

/** What each setting does, in one sandbox that has them all. The last ends it. */
async function checkEffects(started: Started): Promise<void> {
  for (const [name, { check }] of Object.entries(effects)) {
    await check(started).catch((cause) => {
      throw new Error(`--${name} has not its effect`, { cause });
    });
  }
}

const variables = Object.entries(effects).map(([name, { value }]) => {
  return [`CENTAVO_SANDBOX_${name.toUpperCase().replaceAll("-", "_")}`, value] as const;
});

test(`each works as a flag, before a variable: ${Object.keys(effects).join(", ")}`, async () => {
  const flags = Object.entries(effects).map(([name, { value }]) =>
    value === "1" ? `--${name}` : `--${name}=${value}`,
  );
  const others = variables.map(([variable, value]) => {
    return [variable, value === "1" ? "false" : "2020-01-01T00:00:00Z"] as const;
  });
  const env = Object.fromEntries(others);
  await checkEffects(await open(flags, env));
});

test(`each works as a variable: ${variables.map(([variable]) => variable).join(", ")}`, async () => {
  await checkEffects(await open([], Object.fromEntries(variables)));
});
