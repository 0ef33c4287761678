import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parseAdvance } from "../../../src/cli/commands/advance.ts";
import { describeStorage } from "../../../src/cli/commands/sandbox.ts";
import { triggerOutcomes } from "../../../src/cli/commands/trigger.ts";
import { main } from "../../../src/cli/main.ts";
import { wellKnownKeys } from "../../../src/cli/sandbox-connection.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox-node/index.ts";
import { listen } from "../../listen.ts";
import { runHere } from "../../run-command-line.ts";
import { EXPOSED, NOBODY, openSandbox, Shop, START } from "../company-fixture.ts";
import { receive } from "../receiver.ts";

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

/** The environment of a command that calls a server with a sandbox's health and tokens, and these answers to the rest. */
async function answering(
  answerTo: (path: string, accept?: string) => object | undefined,
): Promise<{ CENTAVO_SANDBOX_URL: string }> {
  const tokens = { access_token: "t".repeat(20), refresh_token: "r".repeat(20) };
  const answers: Record<string, object> = {
    "/_sandbox/health": { data: { status: "ok" } },
    "/auth": { data: { ...tokens, expires_in: "3600s" } },
  };
  const server = createServer(({ url = "", headers }, response) => {
    const [path = ""] = url.split("?");
    const body = answers[path] ?? answerTo(path, headers.accept);
    if (!body) return void response.destroy();
    const { statusCode = 200 } = Object(Object(body).data);
    response.writeHead(statusCode, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  return { CENTAVO_SANDBOX_URL: await listen(server) };
}

/** One call of each command. */
const calls = [
  ["pay", NOBODY],
  ["advance", "1d"],
  ["events"],
  ["trigger", "pix-paid"],
  ["payments", "list"],
];

test("the well-known keys are those of a sandbox in memory, unless other machines can reach it", async () => {
  const { publicKey, privateKey } = sandbox;
  expect(wellKnownKeys).toEqual({ publicKey, privateKey });
  const { keys } = await openSandbox(EXPOSED);
  expect(keys.privateKey).not.toBe(privateKey);
});

describe("centavo pay", () => {
  test.each(["pix", "billet"])("pays a %s, once", async (method) => {
    const { id } = await created(`${method}-pending`);
    const paid = `^2026-03-02T09:00:00-03:00  ${id}  ${method} +R\\$ [\\d,]+  PAID$`;
    expect(await centavo("pay", id)).toEqual([expect.stringMatching(paid)]);
    const { data } = await sandbox.control.events.list({ resourceId: id, type: "ledger.posted" });
    expect(data).toHaveLength(1);
    const line = "the payment is PAID, and only a PENDING one can be paid";
    expect(await runHere(["pay", id], env)).toMatchObject(failure(1, line));
  });

  test("finds a payment by the end of its id, if it is the only one", async () => {
    const { id } = await created("pix-pending");
    expect((await centavo("pay", `…${id.slice(-12)}`))[0]).toContain(`${id}  pix`);
    const data = [NOBODY, NOBODY.replace(/^./, "f")].map((each) => ({ type: "payment", id: each }));
    const several = await answering(() => ({ data }));
    for (const [end, line, variables] of [
      ["ffffffffffff", "no id of the latest 1,000 ends with ffffffffffff", env],
      [NOBODY, "no payment has this id; centavo payments list shows them", env],
      [NOBODY.slice(-8), "several ids end with 00000000; give more of it", several],
    ] as const)
      expect(await runHere(["pay", end], variables)).toMatchObject(failure(1, line));
  });
});

describe("centavo advance", () => {
  test("advances the clock, and says what happened", async () => {
    const shop = await openSandbox();
    const at = ["--url", shop.url];
    await centavo("trigger", "pix-pending", ...at);
    await centavo("advance", START, ...at);
    expect(await centavo("advance", "2d", ...at)).toEqual([
      "2026-03-04T09:00:00-03:00  The advance caused 1 change of status, 1 postback attempt.",
    ]);
    const billingData = { amount: 4990, installments: 1, postbackUrl: undefined };
    await shop.pay("card", { billingData });
    expect(await centavo("advance", "2026-04-03", ...at)).toEqual([
      "2026-04-03T00:00:00-03:00  R$ 49,90 became available.",
    ]);
    const [json = ""] = await centavo("advance", "2026-04-05", "--json", ...at);
    expect(JSON.parse(json)).toMatchObject({ now: "2026-04-05T03:00:00.000Z" });
    const { status, stderr } = await runHere(["advance", "2026-03-01", ...at]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^centavo: the sandbox refuses this: .+\n$/);
  });

  test.each<[string, object | undefined]>([
    ["90s", { seconds: 90 }],
    ["5m", { seconds: 300 }],
    ["12h", { seconds: 43_200 }],
    ["24h", { days: 1 }],
    ["30d", { days: 30 }],
    ["2w", { days: 14 }],
    ["2026-04-01", { to: "2026-04-01T03:00:00.000Z" }],
    ["2026-04-01T12:00:00-03:00", { to: "2026-04-01T12:00:00-03:00" }],
    ...["", "30", "d", "0d", "-1d", "1.5d", "30 d", "1y", "2026-02-30", "2026-04", "noon"].map(
      (text): [string, undefined] => [text, undefined],
    ),
  ])("understands %j as %j", (text, expected) => {
    expect(parseAdvance(text)).toEqual(expected);
  });
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
    const [, details] = await centavo("payments", "list", "--limit", "1");
    expect(details).toMatch(new RegExp(`^${id} +${status} `));
  });

  test("sends postbacks to the built-in receiver, or to the address that it gets", async () => {
    const { id } = await created("pix-paid");
    const receiver = await receive(200);
    await centavo("trigger", "pix-paid", "--postback-url", receiver.url);
    await sandbox.settled();
    const { data } = await sandbox.control.postbacks.list({ resourceId: id });
    expect(data.map(({ status }) => status)).toEqual(["DELIVERED", "DELIVERED"]);
    expect(receiver.deliveries.map(({ body }) => body.data.status)).toEqual(["PENDING", "PAID"]);
  });
});

describe("centavo events", () => {
  test("lists the latest, the newest last", async () => {
    const { id } = await created("pix-paid");
    await sandbox.settled();
    const lines = (await centavo("events", "--limit", "10")).filter((line) => line.includes(id));
    // Postbacks are delivered at any time after the change.
    expect(lines.filter((line) => !line.includes("  postback  ")).slice(-3)).toEqual([
      expect.stringMatching(/ {2}payments.setStatus +.* R\$ 49,90 {2}200 PAID, /),
      expect.stringMatching(/ {2}ledger +/),
      expect.stringMatching(/ {2}payment status +.* PENDING → PAID$/),
    ]);
    const [last = "", ...more] = await centavo("events", "--limit", "1", "--json");
    expect(more).toEqual([]);
    expect(JSON.parse(last)).toMatchObject({ resource: { id } });
  });

  test("--follow prints what happens, and ends with the sandbox", async () => {
    const own = await startSandbox({ clock: START });
    onTestFinished(own.close);
    const printed: string[] = [];
    const problems: string[] = [];
    const ended = main(["events", "--follow", "--url", own.url], {
      env: {},
      stdout: (line) => void printed.push(line),
      stderr: (line) => void problems.push(line),
    });
    await own.control.clock.advance({ seconds: 1 });
    await expect.poll(() => printed.join()).toContain("clock.advance");
    await centavo("trigger", "pix-paid", "--url", own.url);
    await expect.poll(() => printed.join()).toContain("PENDING → PAID");
    await own.close();
    expect(await ended).toBe(3);
    expect(problems).toEqual([expect.stringContaining(`no sandbox runs at ${own.url}`)]);
  });
});

describe("without a sandbox to call, a command says so in one line:", () => {
  test("none runs there", async () => {
    const { url, close } = await startSandbox();
    await close();
    const { port } = new URL(url);
    const advice = `start one with centavo sandbox --port ${port}, or pass another address with --url`;
    const line = `no sandbox runs at ${url}; ${advice}`;
    expect(await runHere(["payments.list", "--url", url])).toMatchObject(failure(3, line));
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
    const { url, keys } = await openSandbox({ seed: "other" });
    const advice = "set CENTAVO_SANDBOX_PUBLIC_KEY and CENTAVO_SANDBOX_PRIVATE_KEY to its own";
    const line = `the sandbox at ${url} refuses the keys; ${advice}`;
    expect(await runHere(["payments.list", "--url", url])).toMatchObject(failure(1, line));
    const own = {
      CENTAVO_SANDBOX_PUBLIC_KEY: keys.publicKey,
      CENTAVO_SANDBOX_PRIVATE_KEY: keys.privateKey,
    };
    expect(await runHere(["payments.list", "--url", url], own)).toMatchObject({ status: 0 });
  });
});

describe("a mistake is one line with what was probably meant, with status 2:", () => {
  const outcomes = Object.keys(triggerOutcomes).join(", ");
  const id =
    "expected the id of a payment, which centavo payments list shows, or its last four characters or more";

  test.each<[string[], string]>([
    [["paymnts"], "unknown command paymnts; did you mean payments?"],
    [["events", "--folow"], "unknown option --folow; did you mean --follow?"],
    [["pay", "x", "y"], "unexpected argument y; run centavo help pay"],
    [["pay"], `missing ID: ${id}, as in centavo pay ID`],
    [["pay", "../../x"], `invalid ID: ${id}`],
    [
      ["trigger", "pix-payd"],
      `invalid OUTCOME: expected one of ${outcomes}; did you mean pix-paid?`,
    ],
  ])("%j", async (args, line) => {
    expect(await runHere(args)).toMatchObject(failure(2, line));
  });
});

test("a server that is no sandbox cannot command the terminal or forge a line", async () => {
  const hostile = "\u001b[2J\u009b1A\u2028\u202e\r\nforged";
  const payment = await new Shop(sandbox.url, sandbox).pay("pix");
  const spoil = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (key, field) =>
      typeof field === "string" && key !== "status" ? `${hostile}${field}${hostile}` : field,
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
  const refusal = { data: { message: hostile, returnCode: -1, error: hostile, statusCode: 400 } };
  const variables = await answering((path) => answers[path] ?? refusal);
  for (const args of calls.flatMap((call) => [call, [...call, "--json"]])) {
    const { stdout, stderr } = await runHere(args, variables);
    // A table begins with the names of its columns.
    const [line, ...more] = (stdout + stderr).replace(/^id .*createdAt\n/, "").split("\n");
    expect(more, args.join()).toEqual([""]);
    expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    if (stdout !== "" && args.includes("--json"))
      expect(JSON.stringify(JSON.parse(stdout))).toContain("forged");
  }
});

test("an unknown variable is a warning with the likely name, and without its value", async () => {
  const { status, stderr } = await runHere(["--version"], { CENTAVO_SANDBOX_BD: "secret.db" });
  expect(status).toBe(0);
  expect(stderr).toBe(
    "centavo: the environment variable CENTAVO_SANDBOX_BD is unknown; did you mean CENTAVO_SANDBOX_DB?\n",
  );
});

test("the start says where the data is, without the password of a database", () => {
  const address = "postgres://ana:secret@db.example:5432/shop?pool_size=5";
  expect(describeStorage(address)).toBe("Its data is in postgres://db.example:5432/shop.");
});

describe("export and import", () => {
  const file = () => join(mkdtempSync(join(tmpdir(), "state-")), "shop.ndjson");

  test("take a company to another sandbox, and refuse to replace what it has", async () => {
    const { id } = await created("pix-paid");
    const path = file();
    writeFileSync(`${path}.partial`, "of somebody else");
    expect((await runHere(["export", path], env)).stderr).toMatch(/^Wrote \d+ lines to /);
    expect(readFileSync(`${path}.partial`, "utf8")).toBe("of somebody else");
    const other = await startSandbox({ clock: START });
    onTestFinished(other.close);
    const there = { CENTAVO_SANDBOX_URL: other.url };
    expect((await runHere(["import", path], there)).stdout).toContain("imported into company");
    expect((await runHere(["payments", "list"], there)).stdout).toContain(id.slice(-12));
    const again = await runHere(["import", path], there);
    expect(again).toMatchObject({ status: 1, stdout: "" });
    expect(again.stderr).toMatch(/has \d+ records. Add --replace to replace them/);
    expect(await runHere(["import", path, "--replace", "--json"], there)).toMatchObject({
      status: 0,
    });
  });

  test("leave no file that is not whole, and say what is wrong", async () => {
    const path = file();
    const cut = await answering(() => ({ data: { message: "no trailer" } }));
    const broken = await runHere(["export", path], cut);
    expect(broken).toMatchObject({ status: 1, stdout: "" });
    expect(broken.stderr).toContain("the file broke off");
    expect(readdirSync(dirname(path))).toEqual([]);
    const nowhere = await runHere(["export", join(path, "shop.ndjson")], env);
    expect(nowhere.stderr).toContain("cannot be written");
    expect((await runHere(["import", path], env)).stderr).toContain("cannot be read");
    // A folder and a device are there already, and stay.
    for (const existing of [dirname(path), "/dev/null"])
      expect((await runHere(["export", existing], env)).stderr).toContain(
        "it is not a regular file",
      );
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
    expect((await runHere(["import", dirname(path)], env)).stderr).toContain("it is a folder");
    writeFileSync(path, "{}\n");
    expect((await runHere(["import", path], env)).stderr).toMatch(
      /^centavo: the sandbox refuses this: .*/,
    );
  });
});
