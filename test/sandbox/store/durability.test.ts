import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Payment } from "../../../src/client/index.ts";
import { operations } from "../../../src/contract/operations.ts";
import { OptionError, startSandbox } from "../../../src/sandbox/index.ts";
import { fromSource, start } from "../../run-command-line.ts";
import { openSandbox, Shop, START } from "../company-fixture.ts";
import { body, control, service } from "../contract-examples.ts";
import { newFile, newFolder, openCopy } from "../database-file.ts";
import { deliverDue, firstPostback, payWithPostback } from "../postbacks/postback-fixtures.ts";
import { receive } from "../receiver.ts";

const timelineReads = new Set(["events.list", "requests.list"]);

describe("a database file", () => {
  test("has the same data after a restart, for the same token and keys", async () => {
    const db = newFile();
    const first = await startSandbox({ db, clock: START });
    const shop = new Shop(first.url, first);
    const ids = await furnish(shop);
    await shop.control.clock.advance({ days: 3 });
    const token = await shop.token();
    const before = await readEverything(first.url, token, ids);
    const { data: events } = await shop.control.events.list({ limit: 100 });
    await first.close();

    const second = await startSandbox({ db, clock: "2030-01-01T00:00:00Z" });
    onTestFinished(second.close);

    const again = new Shop(second.url, second);
    expect((await again.control.events.list({ limit: 100 })).data).toEqual(events);
    expect(await readEverything(second.url, token, ids)).toEqual(before);
    expect([second.publicKey, second.privateKey]).toEqual([first.publicKey, first.privateKey]);
    expect(Object.keys(before).length).toBeGreaterThan(10);
    for (const response of Object.values(before)) expect(response).toMatch(/^200 /);
  });

  test("can be changed after a restart", async () => {
    const db = newFile();
    const first = await startSandbox({ db, clock: START });
    const shop = new Shop(first.url, first);
    const { id } = await shop.pay("card");
    const pix = await shop.pay("pix");
    const { id: subaccountId } = (
      await shop.centavo.subaccounts.createPf(body("subaccounts.createPf", "pf"))
    ).data;
    await first.close();

    const again = await openSandbox({ db });
    await again.centavo.payments.refund({ transactionId: id });
    expect((await again.decide(pix.id, "PAID")).status).toBe("PAID");
    await again.control.subaccounts.setStatus(subaccountId, { status: "APPROVED" });
    // The buyer is found again by the document.
    await again.pay("card");
    expect((await again.centavo.customers.list()).meta.total).toBe(1);
  });

  test("has the created companies, each with its keys", async () => {
    const db = newFile();
    const first = await startSandbox({ db, clock: START });
    const { data: keys } = await first.control.companies.create({ feeFixed: 7 });
    await first.close();

    const { url } = await openSandbox({ db });
    const shop = new Shop(url, keys);
    const { id } = await shop.pay("pix", { billingData: { amount: 100 } });
    await shop.decide(id, "PAID");
    expect((await shop.balance()).available).toBe(93);
  });

  test("has run the jobs that fell due meanwhile by the first call", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(START) });
    onTestFinished(() => void vi.useRealTimers());
    const db = newFile();
    const first = await startSandbox({ db });
    const { id } = await new Shop(first.url, first).pay("pix", {
      billingData: { amount: 999_994 },
    });
    await first.close();

    vi.setSystemTime("2026-03-04T12:00:00Z");
    const second = await startSandbox({ db });
    onTestFinished(second.close);

    const payment = await new Shop(second.url, second).payment(id);
    expect(payment).toMatchObject({ status: "PAID", updatedAt: "2026-03-02T13:00:00.000Z" });
  });

  test("keeps how far a moving clock was advanced", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(START) });
    onTestFinished(() => void vi.useRealTimers());
    const db = newFile();
    const first = await startSandbox({ db });
    await first.control.clock.advance({ days: 10 });
    await first.close();

    vi.setSystemTime("2026-03-03T12:00:00Z");
    const second = await startSandbox({ db });
    onTestFinished(second.close);
    const { data } = await second.control.clock.get();
    expect(data).toEqual({ now: "2026-03-13T12:00:00.000Z", moving: true });
  });

  test("continues the ids of its seed", async () => {
    const db = newFile();
    const ids: string[] = [];
    for (let round = 0; round < 3; round++) {
      const sandbox = await startSandbox({ db, seed: "loja", clock: START });
      const shop = new Shop(sandbox.url, sandbox);
      const { data: company } = await sandbox.control.companies.create();
      ids.push((await shop.pay("pix")).id, (await shop.pay("card")).id, company.companyId);
      await sandbox.close();
    }
    expect(new Set(ids).size).toBe(9);
  });

  test("is consistent after a close in the middle of many calls: each was done, or was not", async () => {
    const db = newFile();
    const first = await startSandbox({ db, clock: START });
    const shop = new Shop(first.url, first);
    await shop.token();
    const paying = Promise.allSettled(
      Array.from({ length: 60 }, () => shop.pay("cardWithSplits", { splits: [] })),
    );
    await setTimeout(20);
    await first.close();
    const paid = (await paying).flatMap((each) =>
      each.status === "fulfilled" ? [each.value] : [],
    );

    expectWhole(db);
    const again = await openSandbox({ db });
    for (const payment of paid) expect(await again.payment(payment.id)).toEqual(payment);
  });
});

// Windows has no limit on the size of a file.
test.skipIf(process.platform === "win32")(
  "a sandbox with a full disk rejects what it cannot store, and keeps its data",
  async () => {
    const db = newFile();
    const flags = ["--port", "0", "--quiet", "--clock", START, "--db", db];
    const command = [...fromSource, "sandbox", ...flags].join(" ");
    // As much as a file may have, in blocks of 512 bytes.
    const sandbox = await start(["sh", "-c", `ulimit -f 1600; exec ${command}`]);
    const shop = shopOf(sandbox);
    const paid: Payment[] = [];
    const failure = await (async () => {
      for (;;) paid.push(await shop.pay("card"));
    })().catch((error) => error);

    expect(failure).toMatchObject({ status: 503, operationId: "payments.create" });
    const last = paid.at(-1) as Payment;
    expect(await shop.payment(last.id)).toEqual(last);
    sandbox.kill("SIGTERM");
    expect((await sandbox.ended).stderr).toMatch(/disk is full|disk cannot read or write/);
    expectWhole(db);
    const again = await openSandbox({ db });
    for (const payment of paid) expect(await again.payment(payment.id)).toEqual(payment);
  },
);

describe("a file is rejected", () => {
  test("that is no database, and keeps its bytes", async () => {
    const db = newFile();
    writeFileSync(db, "nome;valor\nMaria;4990\n");
    await expectRejected(db, "it is not a SQLite database");
    expect(readFileSync(db, "utf8")).toBe("nome;valor\nMaria;4990\n");
  });

  test("that is the database of another program, and keeps its bytes", async () => {
    const db = newFile();
    const other = new DatabaseSync(db);
    other.exec("CREATE TABLE customers (name TEXT)");
    other.close();
    const before = readFileSync(db);
    await expectRejected(db, "it is the database of another program");
    expect(readFileSync(db)).toEqual(before);
  });

  test.each([
    [
      15,
      "a version of the sandbox that can no longer be upgraded created it",
      "start with a new one",
    ],
    [1000, "a newer version of the sandbox has changed it", "update this sandbox"],
  ])("of version %i, and keeps its bytes", async (version, reason, advice) => {
    const db = newFile();
    await (await startSandbox({ db })).close();
    const file = new DatabaseSync(db);
    file.exec(`PRAGMA user_version = ${version}`);
    file.close();
    const before = readFileSync(db);
    expect(await expectRejected(db, reason)).toMatchObject({ advice });
    expect(readFileSync(db)).toEqual(before);
  });

  test("that is a folder, or in a missing folder", async () => {
    const folder = newFolder();
    mkdirSync(join(folder, "sandbox.db"));
    await expectRejected(join(folder, "sandbox.db"), "it is a folder");
    const nowhere = join(folder, "nowhere");
    await expectRejected(join(nowhere, "x.db"), `there is no folder ${nowhere}`);
  });

  // Nothing is forbidden to root.
  test.skipIf(process.getuid?.() === 0)("without write permission", async () => {
    const db = newFile();
    writeFileSync(db, "", { mode: 0o400 });
    await expectRejected(db, "it is not writable");
  });

  test("that another sandbox has open, and that one goes on", async () => {
    const db = newFile();
    const first = await startSandbox({ db });
    await expectRejected(db, "another sandbox or program has it open");
    const { id } = await new Shop(first.url, first).pay("pix");
    await first.close();
    expect((await (await openSandbox({ db })).payment(id)).id).toBe(id);
  });

  test("that a sandbox in another process has open", async () => {
    const db = newFile();
    await start([...fromSource, "sandbox", "--port", "0", "--db", db]);
    await expectRejected(db, "another sandbox or program has it open");
  });
});

describe("a damaged file is rejected", () => {
  const SECRET = "4fd1a0c2";
  const change = (sql: string) => (db: string) => {
    const file = new DatabaseSync(db);
    file.exec(sql);
    file.close();
  };
  const inSettings = (record: string) => change(`UPDATE settings SET record = '${record}'`);
  const settings = "cannot be used (it is damaged: a record of settings cannot be read)";
  const companies = "cannot be used (it is damaged: a record of companies cannot be read)";
  const inCompany = (record: string) => change(`UPDATE companies SET record = ${record}`);
  const whole = "cannot be opened (it is damaged)";

  test.each<[string, string, (db: string) => void]>([
    ["in the middle of its settings", settings, inSettings(`{"secret":"${SECRET}`)],
    ["in settings that are no object", settings, inSettings("null")],
    ["in settings that have no secret", settings, inSettings("{}")],
    ["in settings of other types", settings, inSettings(`{"secret":7,"drawCount":0}`)],
    ["in its first company", companies, change("UPDATE companies SET record = '{\"id\": '")],
    ["in a company that is empty", companies, change("UPDATE companies SET record = '{}'")],
    ["in a company that is a list", companies, change("UPDATE companies SET record = '[]'")],
    [
      "in a company of other types",
      companies,
      change("UPDATE companies SET record = '{\"id\":5}'"),
    ],
    ["in a company without a clock", companies, inCompany("json_remove(record, '$.clock')")],
    ["in a company's clock", companies, inCompany("json_set(record, '$.clock', json('{}'))")],
    ["in a company's faults", companies, inCompany("json_set(record, '$.faults', 5)")],
    ["in that its end is gone", whole, (db) => truncateSync(db, statSync(db).size / 2)],
    ["in all but its first page", whole, (db) => fill(db, 4096)],
  ])("%s, in one line that reveals none of its contents", async (_, message, damage) => {
    const db = newFile();
    await (await startSandbox({ db })).close();
    damage(db);
    const error = await startSandbox({ db }).catch((rejection) => rejection);
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ option: "db", message: `${db} ${message}` });
    expect(inspect(error)).not.toContain(SECRET);
  });

  test("with an unknown kind of job is reported in one line, without a stack", async () => {
    const db = newFile();
    await (await startSandbox({ db })).close();
    const job = `{"kind":"${SECRET}","dueAt":0}`;
    change(`INSERT INTO jobs (company, due, record) SELECT id, 0, '${job}' FROM companies`)(db);
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => print.mockRestore());
    const sandbox = await startSandbox({ db });
    onTestFinished(sandbox.close);
    await expect.poll(() => print.mock.calls.length).toBeGreaterThan(0);
    for (const [line, ...more] of print.mock.calls) {
      expect(line).toMatch(
        /^The database of --db cannot be used \(it is damaged: a record of jobs cannot be read\), id \S+$/,
      );
      expect(more).toEqual([]);
    }
  });

  function fill(db: string, from: number): void {
    const bytes = readFileSync(db);
    writeFileSync(db, bytes.fill(0, from));
  }
});

// Windows has no such rights.
describe.skipIf(process.platform === "win32")("the database file of a sandbox", () => {
  const rights = (folder: string) =>
    readdirSync(folder).map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]);

  test("can be read by its owner only", async () => {
    const db = newFile();
    await openSandbox({ db });
    expect(rights(dirname(db))).toEqual([
      ["sandbox.db", "600"],
      ["sandbox.db-wal", "600"],
    ]);
  });

  test("loses the read permission of others, also on the files left next to it by a crash", async () => {
    const db = newFile();
    const sandbox = await start([...fromSource, "sandbox", "--port", "0", "--db", db]);
    sandbox.kill("SIGKILL");
    await sandbox.ended;
    for (const [name = ""] of rights(dirname(db))) chmodSync(join(dirname(db), name), 0o666);
    await openSandbox({ db });
    expect(new Set(rights(dirname(db)).map(([, mode]) => mode))).toEqual(new Set(["600"]));
  });

  test("loses the read permission of others, but the target of a link next to it does not", async () => {
    const db = newFile();
    await (await startSandbox({ db })).close();
    const other = join(newFolder(), "other");
    writeFileSync(other, "");
    chmodSync(other, 0o644);
    for (const ending of ["-wal", "-shm", "-journal"]) {
      symlinkSync(other, `${db}${ending}`);
      await startSandbox({ db }).then(
        ({ close }) => close(),
        () => {},
      );
      expect([ending, statSync(other).mode & 0o777]).toEqual([ending, 0o644]);
      rmSync(`${db}${ending}`, { force: true });
    }
  });

  test("keeps its permissions if it belongs to another program", async () => {
    const db = newFile();
    const other = new DatabaseSync(db);
    other.exec("CREATE TABLE customers (name TEXT)");
    other.close();
    chmodSync(db, 0o644);
    await expectRejected(db, "it is the database of another program");
    expect(rights(dirname(db))).toEqual([["sandbox.db", "644"]]);
  });
});

async function expectRejected(db: string, reason: string): Promise<OptionError> {
  const error = await startSandbox({ db }).catch((rejection) => rejection);
  expect(error).toBeInstanceOf(OptionError);
  expect(error).toMatchObject({ option: "db", message: `${db} cannot be opened (${reason})` });
  return error;
}

/** Creates one of each resource for a company, and returns the ids by the names of path parameters. */
async function furnish(shop: Shop): Promise<Record<string, string>> {
  const subaccountId = await shop.subaccount();
  const card = await shop.card();
  const splits = [{ subaccountId, splitPercentage: 12.5 }];
  const payment = await shop.pay("cardWithSplits", { splits });
  await shop.pay("cardDeclined");
  await shop.pay("billet");
  const pix = await shop.pay("pix", { splits });
  await shop.decide(pix.id, "PAID");
  await shop.centavo.payments.refund({ transactionId: (await shop.pay("card")).id });
  const { id: subscriptionId } = await shop.subscription({}, card);
  const split = { subscriptionId, subaccountId };
  await shop.centavo.subscriptions.addSplit(body("subscriptions.addSplit", "percentage", split));
  await shop.centavo.bankAccounts.create(body("bankAccounts.create", "checking"));
  const withdrawal = await shop.withdraw();
  await payWithPostback(shop, (await receive()).url);
  await deliverDue(shop);
  await shop.control.snapshots.create();
  return {
    customerId: card.customerId,
    tokenizedCardId: card.id,
    subaccountId,
    subscriptionId,
    paymentId: payment.id,
    withdrawalId: withdrawal.id,
    eventId: (await firstPostback(shop)).eventId,
  };
}

/** Every read of both contracts, byte for byte. Only the timeline is left out: the reads add to it. */
async function readEverything(url: string, token: string, ids: Record<string, string>) {
  const reads = [service, control]
    .flatMap(operations)
    .filter(({ id, cursor }) => cursor.key === "get" && !timelineReads.has(`${id}`));
  const responses: Record<string, string> = {};
  for (const { id, pathItem } of reads) {
    const path = pathItem.key.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? name);
    const headers = { authorization: `Bearer ${token}` };
    const query = id === "ledger.listEntries" ? `?resourceId=${ids.paymentId}` : "";
    const response = await fetch(url + path + query, { headers });
    // The addresses in responses depend on where the sandbox listens.
    responses[id] = `${response.status} ${(await response.text()).replaceAll(url, "")}`;
  }
  return responses;
}

/** The first company of a sandbox in a separate process, by the keys that it prints. */
function shopOf({ url, text }: { url: string; text: string }): Shop {
  const [, publicKey = ""] = /public +(\S+)/.exec(text) ?? [];
  const [, privateKey = ""] = /private +(\S+)/.exec(text) ?? [];
  return new Shop(url, { publicKey, privateKey });
}

/** The data in a file are consistent. */
function expectWhole(db: string): void {
  using file = openCopy(db);
  const { sqlite } = file;
  const none = (sql: string) => expect(sqlite.prepare(sql).all(), sql).toEqual([]);
  expect(sqlite.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  none("SELECT id FROM payments WHERE customerId NOT IN (SELECT id FROM customers)");
  none("SELECT subject, day FROM entries GROUP BY subject, day HAVING sum(amount) <> 0");
  none("SELECT subject FROM entries WHERE subject NOT IN (SELECT id FROM payments)");
  none(`SELECT id FROM payments WHERE status IN ('SUCCEEDED', 'REFUNDED')
    AND id NOT IN (SELECT subject FROM entries WHERE event = 'sale')`);
  none(`SELECT id FROM payments WHERE (status = 'REFUNDED')
    <> (id IN (SELECT subject FROM entries WHERE event = 'refund'))`);
  none(`SELECT id FROM payments WHERE (paymentMethod = 'pix')
    <> (id IN (SELECT record ->> 'paymentId' FROM jobs))`);
}
