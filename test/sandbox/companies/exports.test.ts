import { readFileSync, statSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { PublicContext } from "../../../src/sandbox/context.ts";
import { exportCompanies } from "../../../src/sandbox/services/export-companies.ts";
import { OpenExports } from "../../../src/sandbox/services/open-exports.ts";
import { writeStateFile } from "../../../src/sandbox/state-file/write-state-file.ts";
import type { CompanyCopy } from "../../../src/sandbox/store/store.ts";
import type { SandboxOptions } from "../../../src/sandbox-node/index.ts";
import { nodeTimers } from "../../../src/sandbox-node/node-timers.ts";
import { openStore } from "../../../src/sandbox-node/store/open-store.ts";
import { runHere } from "../../run-command-line.ts";
import { fetch, Shop, START, startSandbox } from "../company-fixture.ts";
import { newFile, newFolder } from "../database-file.ts";
import { openOver } from "../scheduler/planted-work.ts";
import { enlarge } from "./large-company.ts";

/** With that many payments, a file has several pieces. */
const SEVERAL = 300;
/** With so many, it is larger than what the sockets between a sandbox and a reader take. */
const LARGE = 2_500;
const PORT = { port: 0 };
const operatorKey = "o".repeat(32);

async function open(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ clock: START, operatorKey, ...options });
  onTestFinished(sandbox.close);
  const newShop = async () => {
    const { data } = await sandbox.control.companies.create({}, { operatorKey });
    return { ...data, shop: new Shop(sandbox.url, data) };
  };
  return { sandbox, state: `${sandbox.url}/_sandbox/state`, newShop };
}

const bearer = async (shop: Shop) => ({ authorization: `Bearer ${await shop.token()}` });
const operator = { "x-operator-key": operatorKey };

/** Begins to read a file, and reads no more of it. */
function stall(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) => {
      response.on("error", () => {});
      onTestFinished(() => void response.destroy());
      resolve(response.pause());
    });
    request.on("error", reject);
  });
}

/** Whether the rest of a file has its end. */
async function isWhole(response: Response): Promise<boolean> {
  const text = await response.text().catch(() => "");
  return /\n\{"type":"trailer"[^\n]*\n$/.test(text);
}

test.each(["memory", "a file"])("readers who stall keep nobody waiting: %s", async (engine) => {
  const { state, newShop } = await open(engine === "a file" ? { db: newFile() } : {});
  const read = (headers: Record<string, string>) => fetch(state, { headers });
  const [first, second] = [await newShop(), await newShop()];
  for (const { shop } of [first, second]) await enlarge(shop, SEVERAL);
  const stalled = [await read(await bearer(first.shop)), await read(await bearer(second.shop))];

  const { shop } = await newShop();
  expect(await isWhole(await read(await bearer(shop)))).toBe(true);
  await shop.pay("pix");
  // Of a company, the next one is the one that counts, or that of the operator.
  expect(await isWhole(await read(await bearer(first.shop)))).toBe(true);
  expect(await isWhole(await read(operator))).toBe(true);
  for (const response of stalled) expect(await isWhole(response)).toBe(false);

  const ofOperator = await read({ ...operator, "x-sandbox-company": second.companyId });
  const refused = await read(await bearer(second.shop));
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { data: { message: expect.stringContaining("The operator is exporting this company") } },
  ]);
  expect(await isWhole(ofOperator)).toBe(true);
  expect(await isWhole(await read(await bearer(second.shop)))).toBe(true);
});

test("the connection of an export that is broken off ends, though nobody reads", async () => {
  const { state, newShop } = await open(PORT);
  const { shop } = await newShop();
  await enlarge(shop, LARGE);
  const stalled = await stall(state, await bearer(shop));
  const closed = new Promise((resolve) => stalled.once("close", resolve));
  expect(await isWhole(await fetch(state, { headers: await bearer(shop) }))).toBe(true);
  // What has arrived is read, and then there is no end.
  stalled.resume();
  await closed;
  expect(stalled.complete).toBe(false);
});

test("whatever readers do, exports at most double the file of a database", async () => {
  const db = newFile();
  const first = await open({ db });
  const { shop } = await first.newShop();
  await enlarge(shop, SEVERAL);
  await first.sandbox.close();
  const before = statSync(db).size;
  const { sandbox, state } = await open({ db });
  const headers = await bearer(new Shop(sandbox.url, shop.keys));
  for (let count = 0; count < 6; count++)
    expect((await fetch(state, { headers })).status).toBe(200);
  await sandbox.close();
  expect(statSync(db).size).toBeLessThan(2 * before);
});

test("an export of a company that is being deleted is whole, or not found", async () => {
  const { sandbox, state, newShop } = await open();
  for (let turns = 0; turns < 20; turns++) {
    const { shop, companyId } = await newShop();
    const exporting = fetch(state, { headers: await bearer(shop) });
    for (let turn = 0; turn < turns; turn++) await nextTurn();
    await sandbox.control.companies.delete(companyId, { operatorKey });
    const response = await exporting;
    const text = await response.text();
    if (response.status === 200) expect(text).toContain('"type":"company"');
    else expect([401, 404]).toContain(response.status);
  }
});

test("a file has pieces of about a MiB, also of a company whose records are large", async () => {
  const line = { id: "one", resource: { text: "x".repeat(300_000) }, internal: {} };
  async function* records(kind: string) {
    if (kind === "payments") yield Array(20).fill(line);
  }
  async function* none() {}
  const company = { id: "one" } as CompanyCopy["company"];
  const copied = { company, records, postings: none, jobs: none, close: async () => {} };
  const sizes: number[] = [];
  const pieces = writeStateFile({
    companyIds: ["one"],
    copy: async () => copied as CompanyCopy,
    leavesOutDamaged: false,
    stateOf: (state) => state as never,
  });
  let text = "";
  for await (const piece of pieces) {
    sizes.push(piece.length);
    text += piece;
  }
  expect(Math.max(...sizes)).toBeLessThan(1.4 * 2 ** 20);
  expect(sizes.length).toBeLessThan(9);
  expect(text.match(/\n/g)).toHaveLength(20 + 3);
  expect(text).toMatch(/\{"type":"trailer","lines":22,[^\n]+\}\n$/);
});

test("a company that is gone when it is to be copied is not found", async () => {
  const { store, exports } = openExports();
  store.copyCompany = async () => undefined;
  const pieces = exportCompanies({} as PublicContext, {
    companyId: "gone",
    withKeys: false,
    copy: (id) => exports.copy(id, readerOf(false)),
  });
  await expect(pieces.next()).rejects.toMatchObject({ error: "CompanyNotFound" });
});

const readerOf = (isOperator: boolean) => ({ isOperator, breaking: new AbortController() });

/** Exports whose copies say when they are closed, and whose time is that of the test. */
function openExports() {
  const deadlines: { milliseconds: number; pass(): void }[] = [];
  const closed: string[] = [];
  const store = {
    async copyCompany(id: string): Promise<CompanyCopy | undefined> {
      const close = async () => void closed.push(id);
      return { company: { id }, close } as CompanyCopy;
    },
  };
  const timers = {
    after(milliseconds: number, pass: () => void) {
      deadlines.push({ milliseconds, pass });
      return () => {};
    },
  };
  const exports = new OpenExports({ store, timers } as unknown as PublicContext);
  return { store, exports, deadlines, closed };
}

test("an export has ten minutes for a company, however slowly it is read", async () => {
  const { exports, deadlines } = openExports();
  const reader = readerOf(true);
  await exports.copy("ana", reader);
  expect(deadlines).toMatchObject([{ milliseconds: 600_000 }]);
  expect(reader.breaking.signal.aborted).toBe(false);
  deadlines[0]?.pass();
  expect(reader.breaking.signal.aborted).toBe(true);
});

test("whoever has read a company goes on with the next, or ends, while its copy is deleted", async () => {
  const { store, exports } = openExports();
  let deleted = () => {};
  store.copyCompany = async (id) => {
    const close = () =>
      new Promise<void>((resolve) => {
        deleted = resolve;
      });
    return { company: { id }, close } as CompanyCopy;
  };
  for (const reader of [readerOf(true), readerOf(false)]) {
    const copy = await exports.copy("ana", reader);
    await copy?.close();
    await exports.copy(`${reader.isOperator} bia`, reader);
    const next = exports.copy("ana", readerOf(false));
    expect(reader.breaking.signal.aborted).toBe(false);
    deleted();
    await (await next)?.close();
    deleted();
  }
});

test("of many exports of a company at once, the last one goes on", async () => {
  const { exports, closed } = openExports();
  const readers = Array.from({ length: 5 }, () => readerOf(false));
  const copies = readers.map(async (reader) => {
    const copy = await exports.copy("ana", reader);
    reader.breaking.signal.addEventListener("abort", () => copy?.close());
  });
  const outcomes = await Promise.allSettled(copies);
  expect(readers.map(({ breaking }) => breaking.signal.aborted)).toEqual([
    ...[true, true, true, true, false],
  ]);
  expect(outcomes.at(-1)).toMatchObject({ status: "fulfilled" });
  expect(closed.length).toBe(outcomes.filter(({ status }) => status === "fulfilled").length - 1);
});

test("an export that the next one breaks off before it is answered, is answered with that", async () => {
  const store = await openStore(undefined);
  onTestFinished(() => store.close());
  const { copyCompany } = store;
  let next = () => {};
  const begun = new Promise<void>((resolve) => {
    next = resolve;
  });
  store.copyCompany = async (id) => {
    next();
    await nodeTimers.sleep(50);
    return copyCompany(id);
  };
  const { url, shop } = await openOver(store);
  const headers = await bearer(shop);
  const first = fetch(`${url}/_sandbox/state`, { headers });
  await begun;
  expect(await isWhole(await fetch(`${url}/_sandbox/state`, { headers }))).toBe(true);
  expect((await first).status).toBe(409);
});

test("the operator's export leaves out a company that is damaged, names it, and says so", async () => {
  const db = newFile();
  const first = await open({ db });
  const whole = await first.newShop();
  await whole.shop.pay("pix");
  const damaged = await first.newShop();
  const { id } = await damaged.shop.pay("pix");
  await first.sandbox.close();
  const sqlite = new DatabaseSync(db);
  sqlite.prepare("UPDATE payments SET resource = 'true' WHERE id = ?").run(id);
  sqlite.close();

  const { sandbox, state } = await open({ ...PORT, db });
  const own = await fetch(state, { headers: await bearer(new Shop(sandbox.url, damaged)) });
  expect(own.status).toBe(200);
  await expect(own.text()).rejects.toThrow();
  const file = join(newFolder(), "all.ndjson");
  const env = { CENTAVO_SANDBOX_URL: sandbox.url, CENTAVO_SANDBOX_OPERATOR_KEY: operatorKey };
  const exported = await runHere(["export", file, "--all"], env);
  expect(exported).toMatchObject({ status: 1, stdout: "" });
  expect(exported.stderr).toContain(
    `lacks the companies that cannot be read: ${damaged.companyId}`,
  );
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  expect(JSON.parse(lines.at(-2) ?? "")).toEqual({
    type: "damaged",
    value: { id: damaged.companyId },
  });

  const target = await open(PORT);
  const there = { ...env, CENTAVO_SANDBOX_URL: target.sandbox.url };
  const imported = await runHere(["import", file, "--all"], there);
  expect(imported).toMatchObject({ status: 0 });
  expect(imported.stdout).toContain(`created company ${whole.companyId}`);
  expect(imported.stdout).not.toContain(damaged.companyId);
  expect(imported.stderr).toContain(`company ${damaged.companyId} is not in the file`);
});
