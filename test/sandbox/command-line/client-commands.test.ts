import { spawn } from "node:child_process";
import { createServer, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { colorsFor } from "../../../src/cli/colors.ts";
import { describeStorage } from "../../../src/cli/describe-storage.ts";
import { parseAdvance } from "../../../src/cli/parse-advance.ts";
import { triggerOutcomes } from "../../../src/cli/trigger-outcomes.ts";
import { wellKnownKeys } from "../../../src/cli/well-known-keys.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { listen } from "../../listen.ts";
import { fromSource, runHere } from "../../run-command-line.ts";
import { NOBODY, Shop, START } from "../company-fixture.ts";
import { receive } from "../receiver.ts";
import { open } from "../sandbox-command.ts";

let sandbox: Sandbox;
let env: Record<string, string>;

beforeAll(async () => {
  sandbox = await startSandbox({ clock: START });
  env = { CENTAVO_SANDBOX_URL: sandbox.url };
});

afterAll(() => sandbox.close());

/** Runs a command that succeeds, and returns the lines that it printed. */
async function centavo(...args: string[]): Promise<string[]> {
  const { status, stdout, stderr } = await runHere(args, env);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.trim().split("\n");
}

async function created(outcome: string): Promise<{ id: string; status: string }> {
  return JSON.parse((await centavo("trigger", outcome, "--json")).join());
}

const failure = (status: number, line: string) => ({
  status,
  stdout: "",
  stderr: `centavo: ${line}\n`,
});

test("the start prints the inspector's address, then the keys, then a call that creates a payment", async () => {
  const { text } = await open();
  const [inspector, keys, call] = [/\/#code=\S+\n/, /sandbox_private_/, /\/payments .*"pix"/].map(
    (pattern) => text.search(pattern),
  );
  expect(inspector).toBeGreaterThan(0);
  expect(keys).toBeGreaterThan(inspector ?? 0);
  expect(call).toBeGreaterThan(keys ?? 0);
});

test("the well-known keys are those of a sandbox in memory", () => {
  const { publicKey, privateKey } = sandbox;
  expect(wellKnownKeys).toEqual({ publicKey, privateKey });
});

describe("centavo pay", () => {
  test.each(["pix", "billet"])("pays a %s", async (method) => {
    const { id } = await created(`${method}-pending`);
    const [line, ...more] = await centavo("pay", id);
    expect(more).toEqual([]);
    expect(line).toMatch(
      new RegExp(`^2026-03-02T09:00:00-03:00  ${id}  ${method} +R\\$ [\\d,]+  PAID$`),
    );
    expect(
      (await sandbox.control.events.list({ resourceId: id, type: "ledger.posted" })).data,
    ).toHaveLength(1);
  });

  test("says that a payment cannot be paid twice, with status 1", async () => {
    const { id } = await created("pix-paid");
    const { status, stderr } = await runHere(["pay", id], env);
    expect(status).toBe(1);
    expect(stderr).toBe("centavo: the payment is PAID, and only a PENDING one can be paid\n");
  });

  test("knows no payment of another id", async () => {
    const id = "019cae6b-6600-7000-8003-0b8a9aa55dc5";
    const line = "no payment has this id; centavo payments lists them";
    expect(await runHere(["pay", id], env)).toMatchObject(failure(1, line));
  });

  test("needs an id", async () => {
    const line =
      "missing ID: expected the id of a payment, which centavo payments lists, or its last six characters or more, as in centavo pay ID";
    expect(await runHere(["pay"], env)).toMatchObject(failure(2, line));
  });
});

describe("centavo advance", () => {
  test("advances the clock, and says what happened", async () => {
    const own = await startSandbox({ clock: START });
    onTestFinished(own.close);
    const args = ["--url", own.url];
    await centavo("trigger", "pix-pending", ...args);
    await own.settled();
    expect(await centavo("advance", "2d", ...args)).toEqual([
      "2026-03-04T09:00:00-03:00  The advance caused 1 change of status, 1 postback attempt.",
    ]);
    await new Shop(own.url, own).pay("card", {
      billingData: { amount: 4990, installments: 1, postbackUrl: undefined },
    });
    expect(await centavo("advance", "2026-04-03", ...args)).toEqual([
      "2026-04-03T00:00:00-03:00  R$ 49,90 became available.",
    ]);
    expect(
      JSON.parse(`${await centavo("advance", "2026-04-05", "--json", ...args)}`),
    ).toMatchObject({
      now: "2026-04-05T03:00:00.000Z",
    });
    const { status, stderr } = await runHere(["advance", "2026-03-01", ...args]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^centavo: the sandbox refuses this: .+\n$/);
  });

  test.each([
    ["90s", { seconds: 90 }],
    ["5m", { seconds: 300 }],
    ["12h", { seconds: 43_200 }],
    ["24h", { days: 1 }],
    ["30d", { days: 30 }],
    ["2w", { days: 14 }],
    ["2026-04-01", { to: "2026-04-01T03:00:00.000Z" }],
    ["2026-04-01T12:00:00-03:00", { to: "2026-04-01T12:00:00-03:00" }],
  ])("understands %s", (text, expected) => {
    expect(parseAdvance(text)).toEqual(expected);
  });

  test.each(["", "30", "d", "0d", "-1d", "1.5d", "30 d", "1y", "2026-02-30", "2026-04", "noon"])(
    "rejects %j, and says what it takes",
    async (text) => {
      const { status, stderr } = await runHere(["advance", `--`, text], env);
      expect(status).toBe(2);
      expect(stderr).toMatch(/^centavo: invalid TIME: expected .*30d.*2026-04-01.*\n$/);
    },
  );
});

describe("centavo trigger", () => {
  const ends: Record<string, string> = {
    "pix-pending": "PENDING",
    "pix-paid": "PAID",
    "pix-expired": "CANCELED",
    "billet-pending": "PENDING",
    "billet-paid": "PAID",
    "billet-expired": "CANCELED",
    "card-approved": "SUCCEEDED",
    "card-declined": "FAILED",
    "card-refunded": "REFUNDED",
    dispute: "DISPUTED",
    "dispute-won": "SUCCEEDED",
    chargeback: "CHARGEBACK",
  };

  test.each(Object.keys(triggerOutcomes))("%s creates such a payment", async (outcome) => {
    const { id, status } = await created(outcome);
    expect(status).toBe(ends[outcome]);
    const [details] = await centavo("payments", "--limit", "1");
    expect(details).toContain(`${id}  `);
    expect(details?.endsWith(`  ${status}`)).toBe(true);
  });

  test("sends postbacks to the built-in receiver", async () => {
    const { id } = await created("pix-paid");
    await sandbox.settled();
    const { data } = await sandbox.control.postbacks.list({ resourceId: id });
    expect(data.map(({ status }) => status)).toEqual(["DELIVERED", "DELIVERED"]);
  });

  test("sends postbacks to the address that it gets", async () => {
    const receiver = await receive(200);
    await centavo("trigger", "pix-paid", "--postback-url", receiver.url);
    await sandbox.settled();
    expect(receiver.deliveries.map(({ body }) => body.data.status)).toEqual(["PENDING", "PAID"]);
  });

  test("lists every outcome, and the one that was probably meant", async () => {
    const list = Object.keys(triggerOutcomes).join(", ");
    const line = `invalid OUTCOME: expected one of ${list}; did you mean pix-paid?`;
    expect(await runHere(["trigger", "pix-payd"], env)).toMatchObject(failure(2, line));
  });
});

describe("centavo payments", () => {
  test("lists the latest first, those with a status, and only so many", async () => {
    const { id: first } = await created("dispute");
    const { id: second } = await created("dispute");
    const lines = await centavo("payments", "--status", "DISPUTED", "--limit", "2");
    expect(lines.map((line) => line.split("  ")[1])).toEqual([second, first]);
    const json = await centavo("payments", "--status", "DISPUTED", "--limit", "2", "--json");
    expect(json.map((line) => JSON.parse(line).id)).toEqual([second, first]);
  });

  test("says how to make one if there are none", async () => {
    const own = await startSandbox();
    onTestFinished(own.close);
    expect(await runHere(["payments", "--url", own.url])).toMatchObject({
      status: 0,
      stdout: "",
      stderr: "No payments. Create one with centavo trigger pix-paid.\n",
    });
    expect(await runHere(["payments", "--json", "--url", own.url])).toMatchObject({ stderr: "" });
  });

  test("lists every status for a wrong one", async () => {
    const { status, stderr } = await runHere(["payments", "--status", "paid"], env);
    expect(status).toBe(2);
    expect(stderr).toMatch(/expected one of PENDING, .*, REFUNDED; did you mean PAID\?\n$/);
  });
});

describe("centavo events", () => {
  test("lists the latest, the newest last", async () => {
    const { id } = await created("pix-paid");
    await sandbox.settled();
    const lines = (await centavo("events", "--limit", "10")).filter((line) => line.includes(id));
    // Postbacks are delivered at any time after the change.
    const changes = lines.filter((line) => !line.includes("  postback  ")).slice(-3);
    expect(changes[0]).toMatch(/ {2}payments.setStatus +.* R\$ 49,90 {2}200 PAID, /);
    expect(changes[1]).toMatch(/ {2}ledger +/);
    expect(changes[2]).toMatch(/ {2}payment status +.* PENDING → PAID$/);
    const [last] = (await centavo("events", "--limit", "1", "--json")).map((line) =>
      JSON.parse(line),
    );
    expect(last).toMatchObject({ resource: { id } });
  });

  test("--follow prints what happens, and ends with the sandbox", async () => {
    const own = await startSandbox({ clock: START });
    const [file = "", ...args] = fromSource;
    const flags = ["events", "--follow", "--url", own.url];
    const child = spawn(file, [...args, ...flags], { env: { PATH: process.env.PATH } });
    onTestFinished(() => void child.kill());
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (data) => {
      stdout += data;
    });
    child.stderr.on("data", (data) => {
      stderr += data;
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    await own.control.clock.get();
    await until(() => stdout.includes("clock.get"));
    await centavo("trigger", "pix-paid", "--url", own.url);
    await until(() => stdout.includes("PENDING → PAID"));
    expect(stdout).not.toContain("\u001b");
    await own.close();
    expect(await ended).toBe(1);
    expect(stderr).toBe(`centavo: the sandbox at ${own.url} has ended\n`);
  });

  test("--follow says in one line that the sandbox ended before it could follow", async () => {
    const own = await startSandbox({ clock: START });
    onTestFinished(own.close);
    const { port } = new URL(own.url);
    const proxy = createServer((asked, answer) => {
      if (asked.headers.accept === "text/event-stream") return void asked.socket.destroy();
      const { method, url: path, headers } = asked;
      const toSandbox = request({ port, method, path, headers }, (response) => {
        answer.writeHead(response.statusCode ?? 0, response.headers);
        response.pipe(answer);
      });
      asked.pipe(toSandbox);
    });
    const url = await listen(proxy);
    const outcome = await runHere(["events", "--follow", "--url", url]);
    expect(outcome).toMatchObject(failure(1, `the sandbox at ${url} has ended`));
  });

  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await wait(20);
  }
});

describe("without a sandbox to call, a command says so in one line, with status 1:", () => {
  const commands = [
    ["pay", NOBODY],
    ["advance", "1d"],
    ["events"],
    ["trigger", "dispute"],
    ["payments"],
  ];

  test.each(commands)("%s", async (...args) => {
    const { url, close } = await startSandbox();
    await close();
    const { port } = new URL(url);
    const advice = `start one with centavo sandbox --port ${port}, or pass another address with --url`;
    const line = `no sandbox runs at ${url}; ${advice}`;
    expect(await runHere([...args, "--url", url])).toMatchObject(failure(1, line));
  });

  test("another server, which gets no key", async () => {
    const requests: string[] = [];
    const server = createServer(({ url = "" }, response) => {
      requests.push(url);
      response.writeHead(404).end();
    });
    const url = await listen(server);
    const line = `the server at ${url} is not a sandbox; pass another address with --url`;
    expect(await runHere(["trigger", "dispute", "--url", url])).toMatchObject(failure(1, line));
    expect(requests).toEqual(["/_sandbox/health"]);
  });

  test("one that refuses the keys", async () => {
    const own = await startSandbox({ seed: "other" });
    onTestFinished(own.close);
    const advice = "pass those that it printed at its start with --public-key and --private-key";
    const line = `the sandbox at ${own.url} refuses the keys; ${advice}`;
    expect(await runHere(["payments", "--url", own.url])).toMatchObject(failure(1, line));
    const keys = ["--public-key", own.publicKey, "--private-key", own.privateKey];
    expect(await runHere(["payments", "--url", own.url, ...keys])).toMatchObject({ status: 0 });
  });
});

describe("colors", () => {
  const line = "2026-03-02T09:00:00-03:00  postback  x    R$ 400,00  503, attempt 1";

  test("are on a terminal, for the time and the failure", () => {
    expect(colorsFor({}, true)(line)).toBe(
      "\u001b[2m2026-03-02T09:00:00-03:00\u001b[0m  postback  x    R$ 400,00  \u001b[31m503\u001b[0m, attempt 1",
    );
  });

  test.each([
    ["with NO_COLOR", { NO_COLOR: "1" }, true],
    ["elsewhere", {}, false],
  ])("are off %s", (_, variables, isTerminal) => {
    expect(colorsFor(variables, isTerminal)(line)).toBe(line);
  });
});

describe("help and suggestions:", () => {
  const commands = ["mock", "sandbox", "pay", "advance", "events", "trigger", "payments"];

  test.each([["--help"], ["-h"], ["help"]])("centavo %s lists all commands", async (word) => {
    const { status, stdout } = await runHere([word]);
    expect(status).toBe(0);
    for (const name of commands) expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, "m"));
  });

  test.each(commands)("help %s, %s -h and %s --help are the same", async (name) => {
    const all = [
      ["help", name],
      [name, "-h"],
      [name, "--help"],
    ];
    const [one, ...others] = await Promise.all(all.map((args) => runHere(args)));
    expect(one).toMatchObject({ status: 0, stderr: "" });
    expect(one?.stdout).toMatch(new RegExp(`^Usage: centavo ${name} `));
    for (const other of others) expect(other).toEqual(one);
  });

  test.each([
    [["paymnts"], "unknown command paymnts; did you mean payments?"],
    [["help", "paymnts"], "unknown command paymnts; did you mean payments?"],
    [["events", "--folow"], "Unknown option '--folow'; did you mean --follow?"],
    [["sandbox", "--ports", "1"], "Unknown option '--ports'; did you mean --port?"],
    [["pay", "x", "y"], "Unexpected argument 'y'"],
    // The advice of the client is for programs: no command has its option.
    [
      ["payments", "--url", "http://sandbox:4020"],
      "invalid --url: baseUrl must be https:// for sandbox: keys and cards would be sent unencrypted",
    ],
  ])("%j", async (args, line) => {
    expect(await runHere(args)).toMatchObject(failure(2, line));
  });
});

describe("a server that is no sandbox", () => {
  const HOSTILE = "\u001b[2J\u009b1A\u2028\u202e\r\nforged";
  const CONTROLS = /[\p{C}\p{Zl}\p{Zp}]/u;

  /** Answers as a sandbox does, with control characters in every text. */
  async function startHostile(): Promise<Record<string, string>> {
    const payment = await new Shop(sandbox.url, sandbox).pay("pix");
    const spoil = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (key, field) =>
        typeof field === "string" && key !== "status" ? `${HOSTILE}${field}${HOSTILE}` : field,
      );
    const event = { id: 1, at: "", type: "status.changed", resource: { type: "payment", id: "" } };
    const meta = { total: 1, page: 1, limit: 1, totalPages: 1 };
    const answers: Record<string, object> = {
      "/payments": { data: [spoil(payment)], meta },
      "/_sandbox/events": {
        data: [spoil({ ...event, cause: {}, data: { from: null, to: "" } })],
        meta,
      },
    };
    const refusal = {
      data: { message: HOSTILE, returnCode: -1, error: HOSTILE, statusCode: 400 },
    };
    return answering((path) => answers[path] ?? refusal);
  }

  test.each([
    ["payments"],
    ["events"],
    ["pay", NOBODY],
    ["advance", "1d"],
    ["trigger", "pix-paid"],
  ])("cannot command the terminal or forge a line: centavo %s", async (...args) => {
    const hostile = await startHostile();
    for (const more of [[], ["--json"]]) {
      const { stdout, stderr } = await runHere([...args, ...more], hostile);
      const lines = (stdout + stderr).split("\n");
      expect(lines.pop()).toBe("");
      expect(lines).toHaveLength(1);
      expect(lines.join()).not.toMatch(CONTROLS);
      if (stdout !== "" && more.length > 0)
        expect(JSON.stringify(JSON.parse(stdout))).toContain("forged");
    }
  });
});

test.each(["../../x", "", "a/b", "\u001b[2J"])("the id %j is refused in one line", async (id) => {
  const { status, stderr } = await runHere(["pay", "--", id], env);
  expect({ status, stderr }).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^centavo: invalid ID: [^\n]+\n$/),
  });
});

test("the end of an id finds the payment, if it is the only one", async () => {
  const { id } = await created("pix-pending");
  expect((await centavo("pay", `…${id.slice(-12)}`))[0]).toContain(`${id}  pix`);
  const { stderr } = await runHere(["pay", "ffffffffffff"], env);
  expect(stderr).toMatch(/^centavo: no id of the payments ends so; .+\n$/);
});

test("an unknown variable is a warning with the likely name, and without its value", async () => {
  const { status, stderr } = await runHere(["--version"], { CENTAVO_SANDBOX_BD: "secret.db" });
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr:
      "centavo: the environment variable CENTAVO_SANDBOX_BD is unknown; did you mean CENTAVO_SANDBOX_DB?\n",
  });
});

test.each([
  [undefined, "Its data is in memory: it is gone when the sandbox stops."],
  [":memory:", "Its data is in memory: it is gone when the sandbox stops."],
  [
    "postgres://ana:secret@db.example:5432/shop?pool_size=5",
    "Its data is in postgres://db.example:5432/shop.",
  ],
  ["/tmp/shop.db", "Its data is in /tmp/shop.db."],
  ["file:/tmp/shop.db?mode=rwc", "Its data is in file:/tmp/shop.db?mode=rwc."],
])("the start says where the data is: %s", (db, sentence) => {
  expect(describeStorage(db)).toBe(sentence);
});

test("several payments whose ids end so are not paid", async () => {
  const data = [{ id: NOBODY }, { id: NOBODY.replace(/^./, "f") }];
  const meta = { total: 2, page: 1, limit: 100, totalPages: 1 };
  const result = await runHere(["pay", NOBODY.slice(-8)], await answering(() => ({ data, meta })));
  expect(result).toMatchObject(failure(1, "the ids of several payments end so; give more of it"));
});

test.each([
  { answers: "a number as id", args: ["payments"], body: { data: [{ id: 5 }] } },
  { answers: "null as payment", args: ["payments"], body: { data: [null] } },
  { answers: "null", args: ["advance", "1d"], body: { data: null } },
  { answers: "a number as time", args: ["advance", "1d"], body: { data: { now: 5 } } },
  { answers: "an event without data", args: ["events"], body: { data: [{ type: "x" }, 5] } },
  { answers: "no list", args: ["events"], body: { data: "x" } },
])(
  "a server that answers $answers is said to be no sandbox, in one line",
  async ({ args, body }) => {
    const environment = await answering(() => body);
    const says = `the server at ${environment.CENTAVO_SANDBOX_URL} does not answer as a sandbox of this version does`;
    expect(await runHere(args, environment)).toMatchObject(failure(1, says));
  },
);

/** The environment of a command that calls a server with a sandbox's health and tokens, and these answers to the rest. */
async function answering(answerTo: (path: string) => object): Promise<Record<string, string>> {
  const tokens = { access_token: "t".repeat(20), refresh_token: "r".repeat(20) };
  const answers: Record<string, object> = {
    "/_sandbox/health": { data: { status: "ok" } },
    "/auth": { data: { ...tokens, expires_in: "3600s" } },
  };
  const server = createServer(({ url = "" }, response) => {
    const [path = ""] = url.split("?");
    const body = answers[path] ?? answerTo(path);
    const { statusCode = 200 } = Object(Object(body).data);
    response.writeHead(statusCode, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  return { CENTAVO_SANDBOX_URL: await listen(server) };
}
