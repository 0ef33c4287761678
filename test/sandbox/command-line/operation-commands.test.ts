import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commands } from "../../../src/cli/all-commands.ts";
import { describeCommand } from "../../../src/cli/help.ts";
import { main } from "../../../src/cli/main.ts";
import {
  operationCommand,
  operationFlags,
} from "../../../src/cli/operation-commands/operation-command.ts";
import { contractOf, operationRow } from "../../../src/cli/operation-commands/operation-table.ts";
import { readFlags } from "../../../src/cli/read-flags.ts";
import { Cursor } from "../../../src/contract/cursor.ts";
import { operations } from "../../../src/contract/operations.ts";
import { readContract, readControlContract } from "../../../src/contract/read-bundled-contract.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox-node/index.ts";
import { listen } from "../../listen.ts";
import { runHere } from "../../run-command-line.ts";
import { openSandbox, type Shop, START } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";
import { deliverDue, payWithPostback } from "../postbacks/postback-fixtures.ts";

let sandbox: Sandbox;
let env: Record<string, string>;

beforeAll(async () => {
  sandbox = await startSandbox({ clock: START });
  env = { CENTAVO_SANDBOX_URL: sandbox.url };
});

afterAll(() => sandbox.close());

/** Runs a command that succeeds, and returns what it printed. Its first words may be one text. */
async function centavo(words: string, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runHere([...words.split(" "), ...args], env);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

async function json(words: string, ...args: string[]) {
  return JSON.parse(await centavo(words, ...args, "--json")).data;
}

const refused = (status: number, line: string | RegExp) => ({
  status,
  stdout: "",
  stderr:
    typeof line === "string"
      ? expect.stringContaining(`centavo: ${line}`)
      : expect.stringMatching(line),
});

test("each operation of both contracts is a command", () => {
  const ids = [readContract(), readControlContract()]
    .flatMap((contract) => operations(Cursor.root(contract)))
    .map(({ id }) => id);
  const names = commands.map(({ name, operation }) => operation ?? name);
  expect(names).toEqual(expect.arrayContaining(ids));
});

test.each(commands.filter(({ name }) => name.includes(".")))(
  "no parameter or field of $name has the name of an option of all commands",
  ({ name }) => {
    const own = operationRow(name).flags.filter(({ kind }) => kind !== "secret");
    expect(own.filter((flag) => flag.name in operationFlags)).toEqual([]);
  },
);

test("a new operation in a contract is a command, with its parameters and fields as options", () => {
  const service = readContract();
  const { "/payments/refund": path } = service.paths as Record<string, { post: object }>;
  const post = { ...path?.post, operationId: "payments.capture", summary: "Capture a payment" };
  Object.assign(service.paths as object, { "/payments/capture": { post } });
  const capture = operationCommand("payments.capture", {
    service: contractOf(service),
    control: contractOf(readControlContract()),
  });
  expect(describeCommand(capture)).toMatch(/Capture a payment\..*--transaction-id ID/s);
  expect(readFlags(capture, ["--transaction", "5dc5"], {})).toMatchObject({
    "transaction-id": "5dc5",
  });
});

describe("a body", () => {
  test("comes from an example, whose fields options change", async () => {
    const first = await json("payments.create --example card --amount 49,90");
    expect(first).toMatchObject({ amount: 4990, status: "SUCCEEDED" });
    const last = ["--customer-data.address.city", "Recife", "--billing-data.amount=100"];
    const second = await json("payments.create --example pix", ...last);
    expect(second).toMatchObject({ amount: 100, buyerDetails: { city: "Recife" } });
  });

  test("comes from a file or from options alone", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "centavo-")), "body.json");
    writeFileSync(file, '{ "name": "Loja" }');
    expect(await json("company.update --data", `@${file}`, "--owner", "Ana")).toMatchObject({
      name: "Loja",
      owner: "Ana",
    });
    const faults = ["payments.get", "cards.get"].map((operationId) => ({
      operationId,
      status: 503,
      times: 1,
    }));
    const repeated = faults.flatMap((fault) => ["--faults", JSON.stringify(fault)]);
    expect(await json("faults.set", ...repeated)).toMatchObject({ faults });
    const together = ["--faults", JSON.stringify(faults)];
    expect(await json("faults.set", ...together)).toMatchObject({ faults });
    await centavo("faults.set --example none");
    writeFileSync(file, '{ "firstName": "Ana", "nickName": "\\u001b[2J" }');
    const [{ id }] = await json("customers.list");
    const { stderr } = await runHere(["customers.update", id, "--data", `@${file}`], env);
    expect(stderr).toMatch(/^centavo: warning: nickName is unknown/);
  });

  test("takes no secret from the command line, but from the environment", async () => {
    const card = JSON.stringify({ cardData: { cardNumber: "4111111111111111" } });
    const line = "others can see the cardData.cardNumber in --data";
    expect(await runHere(["payments.create", "--data", card], env)).toMatchObject(refused(2, line));
    expect(await runHere(["payments.create", "--data", ` ${card}`], env)).toMatchObject({
      status: 2,
    });
    const flag = ["payments.create", "--card-data.card-number", "4111111111111111"];
    expect(await runHere(flag, env)).toMatchObject(
      refused(2, "--card-data.card-number is no option, because others can see those; set CENTAVO"),
    );
    const other = { ...env, CENTAVO_SANDBOX_CARD_NUMBER: "5555555555554444" };
    for (const [example, brand] of [
      ["card", "MASTERCARD"],
      ["pix", undefined],
    ]) {
      const { stdout } = await runHere(
        ["payments.create", "--example", `${example}`, "--json"],
        other,
      );
      expect(JSON.parse(stdout).data.cardDetails?.brand).toBe(brand);
    }
    const [latest] = await json("requests.list --operation-id payments.create --limit 1");
    expect(latest.body).not.toHaveProperty("cardData");
    expect(await json("auth.createToken")).toHaveProperty("access_token");
  });

  test("of an example has days to come, and refers to what the options name", async () => {
    const create = "subscriptions.create --example twelveCycles";
    expect(await runHere(create.split(" "), env)).toMatchObject(
      refused(
        1,
        "the ids of the example exist only with sandbox --examples; set --customer-id and --card-id",
      ),
    );
    const created = "customers.create --example customer --document 16899535009";
    const { id: customer } = await json(created);
    const { id: card } = await json("cards.tokenize --example card --customer", customer);
    await centavo("advance 400d");
    const own = ["--customer", customer.slice(-6), "--card", card];
    expect(await json(create, ...own)).toMatchObject({
      customerId: customer,
      dueDate: "2027-04-14",
    });
  });
});

describe("an id", () => {
  test("may be its end, without the name of its option", async () => {
    const { id } = await json("payments.create --example card");
    expect(await json("payments get", id.slice(-4))).toMatchObject({ id, status: "SUCCEEDED" });
    await centavo("payments.refund --transaction", `…${id.slice(-8)}`);
    expect(await json("payments.get --payment-id", id)).toMatchObject({ status: "REFUNDED" });
    const [{ id: customer }] = await json("customers.list");
    const { id: subaccount } = await json("subaccounts.createPf --example pf");
    const ofSubaccount = ["--subaccount", subaccount.slice(-6)];
    await centavo("bankAccounts.create --example checking", ...ofSubaccount);
    expect(await json("bankAccounts.list --subaccount", subaccount)).toHaveLength(1);
    const { id: card } = await json("cards.tokenize --example card --customer", customer);
    expect(await json("cards.get", card.slice(-4))).toMatchObject({ id: card });
    await centavo("trigger pix-pending");
    const [{ eventId }] = await json("postbacks.list");
    expect(await json("postbacks.get", eventId.slice(-4))).toMatchObject({ eventId });
    expect(await runHere(["payments.get", "ffffffff"], env)).toMatchObject(
      refused(1, "no id of the latest 1,000 ends with ffffffff"),
    );
  });
});

test("a rejection is shown with its code, a mistake with what was meant, and an absent sandbox, each with its status", async () => {
  const refund = ["payments.refund", "--transaction-id", "00000000-0000-4000-8000-000000000000"];
  const rejected = await runHere(refund, env);
  expect(rejected.stderr).toMatch(
    /^centavo: the sandbox refuses this: "[^"]+" \(-\d+: [^)]+\); its request is at http:\S+\/requests\/\S+\n$/,
  );
  const past = await runHere(["clock.advance", "--to", "1999-01-01T00:00:00Z"], env);
  expect(past.stderr).toContain('"The clock only moves forward" (-90502)');
  expect(rejected.status).toBe(1);
  const short = await runHere(["payments", "get", "a61"], env);
  expect(short.stderr).toContain("a61 is too short for the end of an id");
  for (const [args, line] of [
    [["payments.refnd"], "unknown command payments.refnd; did you mean payments.refund?"],
    [["--vesion"], "unknown command --vesion; did you mean --version?"],
    [["help", "all"], "unknown command all; did you mean help --all?"],
    [["listen", "--foward", "x"], "unknown option --foward; did you mean --forward-to?"],
    [
      ["payments.refund", "--transacton-id", "x"],
      "unknown option --transacton-id; did you mean --transaction-id?",
    ],
    [
      ["payments.create", "--amount", "much"],
      "invalid --billing-data.amount: expected an amount, such as 4990",
    ],
    [
      ["payments.create", "--amount", "-5"],
      "missing value of --billing-data.amount; write one with",
    ],
    [
      ["payments.create", "--example", "pixx"],
      "invalid --example: expected one of card, cardWithSplits",
    ],
    [
      ["payments.list", "--status", "PAYD"],
      /^centavo: invalid --status: .*; did you mean PAID\?$/m,
    ],
    [["payments.get"], "missing PAYMENT-ID: expected an id, as in centavo payments get ID"],
    [["payments.get", "../x"], "invalid PAYMENT-ID: expected an id"],
    [["payments.create", "--cardNumber", "4"], "--card-data.card-number is no option"],
  ] as const)
    expect(await runHere([...args], env)).toMatchObject(refused(2, line));
  const nowhere = { CENTAVO_SANDBOX_URL: "http://127.0.0.1:9" };
  expect(await runHere(["payments.list"], nowhere)).toMatchObject(refused(3, "no sandbox runs at"));
  const afar = ["payments.list", "--url", "https://pay.example:9"];
  expect(await runHere(afar)).toMatchObject(refused(3, "nothing answers at https://pay.example:9"));
});

/** Answers like a service, but for a sandbox's health, and keeps what was sent. */
async function service(data: object = {}) {
  const sent: string[] = [];
  const tokens = {
    access_token: "t".repeat(20),
    refresh_token: "r".repeat(20),
    expires_in: "3600s",
  };
  const server = createServer(async (request, response) => {
    const path = `${request.method} ${request.url}`;
    sent.push(path, await text(request));
    response.writeHead(path.includes("_sandbox") ? 404 : 200, {
      "content-type": "application/json",
    });
    response.end(JSON.stringify({ data: path.includes("/auth") ? tokens : data, message: null }));
  });
  const CENTAVO_SANDBOX_URL = await listen(server);
  return {
    sent,
    env: { CENTAVO_SANDBOX_URL, CENTAVO_PUBLIC_KEY: "live-1", CENTAVO_PRIVATE_KEY: "live-2" },
  };
}
const read = ["payments.get", "1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b"];
const write = ["customers.delete", "1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b"];

describe("a service that is no sandbox", () => {
  const personWho = (answer: string) => ({ ask: async () => answer, showProgress: () => {} });

  test("is read with the keys of the environment, and never with those of a sandbox", async () => {
    const { sent, env } = await service();
    const { CENTAVO_SANDBOX_URL } = env;
    expect(await runHere(read, { CENTAVO_SANDBOX_URL })).toMatchObject(
      refused(2, `${CENTAVO_SANDBOX_URL} is no sandbox; set CENTAVO_PUBLIC_KEY and`),
    );
    expect(sent).toEqual(["GET /_sandbox/health", ""]);
    expect(await runHere(read, env)).toMatchObject({ status: 0, stderr: "" });
    expect(sent).toContain('{"publicKey":"live-1","privateKey":"live-2"}');
    expect(await runHere(["clock.get"], env)).toMatchObject(refused(1, "the server at"));
  });

  test("is changed only with --live, and after a question", async () => {
    const { sent, env } = await service();
    expect(await runHere(write, env)).toMatchObject(refused(2, `${env.CENTAVO_SANDBOX_URL} is no`));
    expect(await runHere([...write, "--live"], env, personWho("n"))).toMatchObject(
      refused(2, "nothing was sent"),
    );
    expect(sent.join()).not.toMatch("DELETE");
    await runHere([...write, "--live"], env, personWho("y"));
    expect(sent.join()).toMatch("DELETE");
  });
});

describe("what a command prints", () => {
  test("is a table as wide as the terminal, or a line for each field, with amounts and times as in Brazil", async () => {
    const { url } = await openSandbox();
    const at = (...args: string[]) => runHere([...args, "--url", url], { COLUMNS: "50" });
    expect(await at("payments.list")).toMatchObject({ stdout: "none\n" });
    await at("payments.create", "--example", "pix", "--amount", "4990");
    await at("payments.create", "--example", "billet", "--amount", "149000");
    const { stdout } = await at("payments.list", "--limit", "1");
    expect(stdout.replace(/…[\da-f]{8}/, "…5dc5e2a1").split("\n")).toEqual([
      "id         status        amount  paymentMethod",
      "…5dc5e2a1  PENDING  R$ 1.490,00  billet",
      "1 of 2",
      "",
    ]);
    // No command finds a snapshot by the end of its id.
    await at("snapshots.create");
    expect((await at("snapshots.list")).stdout).toMatch(/^snapshotId\n[\da-f-]{36}\n/);
    const whole = await runHere(["payments.list", "--url", url]);
    expect(whole.stdout).toMatch(/createdAt\n[\da-f-]{36} .*billet +2026-03-02T09:00:00-03:00\n/);
    expect((await at("clock.get")).stdout).toBe(
      "now:    2026-03-02T09:00:00-03:00\nmoving: false\n",
    );
    expect((await at("clock.get", "--utc")).stdout).toMatch("now:    2026-03-02T12:00:00.000Z\n");
    expect((await at("clock.get", "--json")).stdout).toMatch('{"data":');
    expect((await at("advance", "1s", "--utc")).stdout).toMatch(
      /^2026-03-02T12:00:01Z {2}No charge/,
    );
  });

  test("cannot command the terminal", async () => {
    const { env } = await service({ note: "\u001b[2J\nforged" });
    const { stdout } = await runHere(read, env);
    expect(stdout).toBe("note: \\u{1b}[2J\\u{a}forged\n");
  });
});

describe("centavo advance --to-next", () => {
  test.each<[string, (shop: Shop) => Promise<unknown>, string]>([
    ["expiry", (shop) => shop.pay("pix"), "2026-03-03T09:00:00-03:00  The advance caused 1 change"],
    ["settlement", (shop) => shop.pay("card"), "2026-04-01T00:00:00-03:00  R$ 49,90 became"],
    [
      "charge",
      (shop) => shop.subscription(),
      "2026-03-10T00:00:00-03:00  The advance caused 1 sub",
    ],
    [
      "postback",
      payWithFailingReceiver,
      "2026-03-02T09:01:00-03:00  The advance caused 1 postback",
    ],
  ])("%s", async (what, prepare, line) => {
    const shop = await openSandbox();
    const args = ["advance", "--to-next", what, "--url", shop.url];
    expect(await runHere(args)).toMatchObject(refused(1, `no ${what} is to come`));
    await prepare(shop);
    expect((await runHere(args)).stdout).toContain(line);
  });

  async function payWithFailingReceiver(shop: Shop) {
    const { data } = await shop.control.receiver.set(body("receiver.set", "fail"));
    await payWithPostback(shop, data.url);
    await deliverDue(shop);
  }
});

test("centavo events lists, and follows, those of a type and of a resource", async () => {
  const { id } = await json("payments.create --example card");
  const ofPayment = await centavo(
    "events",
    "--resource",
    id.slice(-8),
    "--type",
    "status.changed",
    "--json",
  );
  expect(
    ofPayment
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    expect.objectContaining({ type: "status.changed", resource: { type: "payment", id } }),
  ]);
  const followed = await startSandbox({ clock: START });
  const printed: string[] = [];
  const args = ["events", "--follow", "--type", "status.changed", "--url", followed.url];
  const ended = main(args, {
    env: {},
    stdout: (line) => void printed.push(line),
    stderr: () => {},
  });
  const triggerAgain = async () => {
    await centavo("trigger pix-paid --url", followed.url);
    return printed.join();
  };
  await expect.poll(triggerAgain).toContain("PENDING → PAID");
  await followed.close();
  await ended;
  expect(printed.filter((line) => !line.includes("payment status"))).toEqual([]);
});
