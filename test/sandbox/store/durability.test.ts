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
import { inspect } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { OptionError, type SandboxOptions, startSandbox } from "../../../src/sandbox-node/index.ts";
import { start } from "../../run-command-line.ts";
import { everythingOf, furnishedCompany } from "../companies/furnished-company.ts";
import { openSandbox, Shop, START } from "../company-fixture.ts";
import { newFile, newFolder } from "../database-file.ts";
import { sandbox } from "../sandbox-command.ts";

/** A sandbox whose end the test awaits. */
async function firstSandbox(options: SandboxOptions) {
  const first = await startSandbox(options);
  return { first, shop: new Shop(first.url, first) };
}

describe("a database file", () => {
  test("has the same data after a restart, for the same token and keys", async () => {
    const options = { db: newFile(), publicUrl: "http://localhost:4020" };
    const first = await startSandbox({ ...options, clock: START });
    const company = await furnishedCompany(first, "Ana");
    await company.shop.control.clock.advance({ days: 3 });
    const token = await company.shop.token();
    const before = await everythingOf({ ...company, token });
    await first.close();

    const second = await startSandbox({ ...options, clock: "2030-01-01T00:00:00Z" });
    onTestFinished(second.close);

    const shop = new Shop(second.url, company.shop.keys);
    expect(await everythingOf({ ...company, token, shop })).toEqual(before);
    expect([second.publicKey, second.privateKey]).toEqual([first.publicKey, first.privateKey]);
    expect(before.filter((response) => /^\S+ 200 /.test(response)).length).toBeGreaterThan(50);
  });

  test("keeps how far a moving clock is ahead, as a snapshot does", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(START) });
    onTestFinished(() => void vi.useRealTimers());
    const db = newFile();
    const first = await startSandbox({ db });
    const { clock, snapshots } = first.control;
    await clock.advance({ days: 10 });
    const { snapshotId } = (await snapshots.create()).data;
    await clock.advance({ days: 5 });
    await snapshots.restore(snapshotId);
    const restored = { now: "2026-03-12T12:00:00.000Z", moving: true };
    expect((await clock.get()).data).toEqual(restored);
    await first.close();

    vi.setSystemTime("2026-03-03T12:00:00Z");
    const second = await startSandbox({ db });
    onTestFinished(second.close);
    const { data } = await second.control.clock.get();
    expect(data).toEqual({ now: "2026-03-13T12:00:00.000Z", moving: true });
  });

  test("keeps the clock of its companies when a restart states another time, which later ones have", async () => {
    const db = newFile();
    await (await startSandbox({ db, clock: START })).close();
    const later = "2030-01-01T00:00:00.000Z";
    const second = await startSandbox({ db, clock: later });
    onTestFinished(second.close);
    const { data: created } = await second.control.companies.create();
    const clocks = [second, created].map((keys) => new Shop(second.url, keys).control.clock.get());
    const times = (await Promise.all(clocks)).map(({ data }) => data.now);
    expect(times).toEqual([new Date(START).toISOString(), later]);
  });

  test("continues the ids of its seed", async () => {
    const db = newFile();
    const ids: string[] = [];
    for (let round = 0; round < 3; round++) {
      const { first, shop } = await firstSandbox({ db, seed: "loja", clock: START });
      const { data: company } = await first.control.companies.create();
      ids.push((await shop.pay("pix")).id, (await shop.pay("card")).id, company.companyId);
      await first.close();
    }
    expect(new Set(ids).size).toBe(9);
  });
});

describe("a file is rejected", () => {
  test.each<[string, string, (db: string) => unknown, string?]>([
    ["no database", "it is not a SQLite database", (db) => writeFileSync(db, "nome;valor\n")],
    [
      "the database of another program",
      "it is the database of another program",
      (db) => change(db, "CREATE TABLE customers (name TEXT)"),
    ],
    [
      "made before 0.1.0",
      "it was made before 0.1.0",
      (db) => changeMade(db, "DROP TABLE layouts; PRAGMA user_version = 20"),
      "start with an empty one",
    ],
    [
      "of layout 1000",
      "a newer version of the sandbox has changed it",
      (db) => changeMade(db, "INSERT INTO layouts VALUES (1000)"),
      "update this sandbox",
    ],
  ])("that is %s, and keeps its bytes and permissions", async (_, reason, make, advice) => {
    const db = newFile();
    await make(db);
    chmodSync(db, 0o644);
    const stored = () => [readFileSync(db), statSync(db).mode];
    const before = stored();
    expect((await expectRejected(db, `cannot be opened (${reason})`)).advice).toBe(advice);
    expect(stored()).toEqual(before);
  });

  test("that is a folder, or in a missing folder", async () => {
    const folder = newFolder();
    mkdirSync(join(folder, "sandbox.db"));
    await expectRejected(join(folder, "sandbox.db"), "cannot be opened (it is a folder)");
    const nowhere = join(folder, "nowhere");
    const missing = `cannot be opened (there is no folder ${nowhere})`;
    await expectRejected(join(nowhere, "x.db"), missing);
  });

  // Nothing is forbidden to root.
  test.skipIf(process.getuid?.() === 0)("without write permission", async () => {
    const db = newFile();
    writeFileSync(db, "", { mode: 0o400 });
    await expectRejected(db, "cannot be opened (it is not writable)");
  });

  test("that another sandbox has open, and that one goes on", async () => {
    const db = newFile();
    const { first, shop } = await firstSandbox({ db });
    await expectRejected(db, "cannot be opened (another sandbox or program has it open)");
    const { id } = await shop.pay("pix");
    await first.close();
    expect((await (await openSandbox({ db })).payment(id)).id).toBe(id);
  });
});

describe("a damaged file is rejected, in one line that reveals none of its contents,", () => {
  const SECRET = "4fd1a0c2";

  test("whose record of settings has no end", async () => {
    const db = newFile();
    await changeMade(db, `UPDATE settings SET value = '{"secret":"${SECRET}'`);
    const message = "cannot be used (it is damaged: a record of settings cannot be read)";
    expect(inspect(await expectRejected(db, message))).not.toContain(SECRET);
  });

  test("when somebody lists a customer whose record has no end", async () => {
    const db = newFile();
    const { first, shop } = await firstSandbox({ db });
    await shop.customer();
    await first.close();
    change(db, `UPDATE customers SET resource = '{"id":"${SECRET}'`);
    const { centavo } = await openSandbox({ db });
    await expect(centavo.customers.list()).rejects.toMatchObject({
      status: 503,
      messages: [
        "The sandbox cannot use its database: it is damaged: a record of customers cannot be read.",
      ],
    });
  });

  test("whose end is gone", async () => {
    const db = newFile();
    await (await startSandbox({ db })).close();
    truncateSync(db, statSync(db).size / 2);
    await expectRejected(db, "cannot be opened (it is damaged)");
  });
});

// Windows has no such rights.
describe.skipIf(process.platform === "win32")("the database file of a sandbox", () => {
  const rights = (folder: string) =>
    readdirSync(folder).map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]);

  test("can be read by its owner only, also if others could read what a crash has left", async () => {
    const db = newFile();
    const ofOwner = [
      ["sandbox.db", "600"],
      ["sandbox.db-wal", "600"],
    ];
    const killed = await start(sandbox("--port", "0", "--db", db));
    expect(rights(dirname(db))).toEqual(ofOwner);
    killed.kill("SIGKILL");
    await killed.ended;
    for (const [name = ""] of ofOwner) chmodSync(join(dirname(db), name), 0o666);
    await openSandbox({ db });
    expect(rights(dirname(db))).toEqual(ofOwner);
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
});

async function expectRejected(db: string, problem: string): Promise<OptionError> {
  const error = await startSandbox({ db }).catch((rejection) => rejection);
  expect(error).toBeInstanceOf(OptionError);
  expect(error).toMatchObject({ option: "db", message: `${db} ${problem}` });
  return error;
}

function change(db: string, sql: string): void {
  const file = new DatabaseSync(db);
  file.exec(sql);
  file.close();
}

/** Changes what a sandbox has made. */
async function changeMade(db: string, sql: string): Promise<void> {
  await (await startSandbox({ db })).close();
  change(db, sql);
}
