import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { Clock } from "../../../src/sandbox/runtime/clock.ts";
import { withStagedCompanies } from "../../../src/sandbox/services/import-companies.ts";
import type { Store } from "../../../src/sandbox/store/store.ts";
import type { Sandbox, SandboxOptions } from "../../../src/sandbox-node/index.ts";
import { fetch, openSandbox, Shop, START, startSandbox } from "../company-fixture.ts";
import { newFile } from "../database-file.ts";
import { everythingOf, furnishedCompany } from "./furnished-company.ts";
import { exportedLines, sealed } from "./state-file-lines.ts";

const STATE = "/_sandbox/state";

async function open(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ clock: START, ...options });
  onTestFinished(sandbox.close);
  return sandbox;
}

/** The state file of a company, or of all of them. */
async function exported({ url }: { url: string }, token?: string, query = ""): Promise<string> {
  const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(url + STATE + query, { headers });
  expect(response.status).toBe(200);
  return response.text();
}

/** The state file of a company with its keys, as the operator gets it. */
async function withKeys({ url }: { url: string }, { token }: { token: string }): Promise<string> {
  const { sub } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  const headers = { "x-sandbox-company": sub };
  return (await fetch(`${url}${STATE}?withKeys=true`, { headers })).text();
}

async function imported(
  { url }: { url: string },
  file: string | Uint8Array,
  { token = "", replace = false } = {},
) {
  const response = await fetch(`${url}${STATE}?replace=${replace}`, {
    method: "PUT",
    headers: token === "" ? {} : { authorization: `Bearer ${token}` },
    body: file as BodyInit,
  });
  const { data } = (await response.json()) as {
    data: { message: string } & { companyId: string }[];
  };
  return { status: response.status, data };
}

/** Two runs of the same sandbox have the same ids and tokens. */
const seeded = { seed: "state" };
/** What a state file leaves out. */
const LEFT_OUT = /^\/_sandbox\/(events|snapshots)/;

test("a company goes from any engine to any other, and on exactly as it would have", async () => {
  const origin = await open(seeded);
  const company = await furnishedCompany(origin, "Ana");
  const file = await withKeys(origin, company);
  const before = (await everythingOf(company)).filter((each) => !LEFT_OUT.test(each));
  const engines = [{ db: newFile() }, {}, { db: newFile() }];
  let travelling = file;
  for (const engine of engines) {
    const target = await open({ ...seeded, ...engine });
    expect(await imported(target, travelling)).toMatchObject({
      status: 200,
      data: [{ created: true }],
    });
    const { keys } = company.shop;
    const arrived = { ...company, shop: new Shop(target.url, keys) };
    const after = (await everythingOf(arrived)).filter((each) => !LEFT_OUT.test(each));
    expect(after.map((text) => text.replaceAll(target.url, origin.url))).toEqual(before);
    travelling = await withKeys(target, company);
    expect(linesOf(travelling)).toEqual(linesOf(file));
    await arrived.shop.control.clock.advance({ days: 60 });
    expect((await arrived.shop.balance()).available).toBeGreaterThan(0);
  }
});

/** The parsed lines. Engines keep the fields of an object in any order. */
function linesOf(file: string): unknown[] {
  return file
    .split("\n")
    .slice(0, -2)
    .map((line) => JSON.parse(line));
}

test("a company takes the data of another one, and keeps what is its own", async () => {
  const sandbox = await open();
  const { shop, token } = await furnishedCompany(sandbox, "Ana");
  const file = await exported(sandbox, token);
  const [id = ""] = /(?<="company","value":\{"id":")[^"]*/.exec(file) ?? [];
  expect(file).not.toContain(shop.keys.privateKey);
  const other = await openSandbox({ db: newFile() });
  const payment = await other.pay("pix");
  const { control } = other;
  const snapshotId = (await control.snapshots.create()).data.snapshotId;
  const refused = await imported(other, file, { token: await other.token() });
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.data.message).toContain("has 3 records");
  expect((await other.payment(payment.id)).status).toBe("PENDING");
  const replaced = await imported(other, file, { token: await other.token(), replace: true });
  expect(replaced).toMatchObject({ status: 200, data: [{ created: false }] });
  expect(await other.balance()).toEqual(await shop.balance());
  expect(await exported(other, await other.token())).not.toContain(id);
  const [latest] = (await control.events.list({ type: "company.imported" })).data;
  expect(latest?.data).toMatchObject({ records: expect.any(Number) });
  await control.snapshots.restore(snapshotId);
  expect((await other.payment(payment.id)).status).toBe("PENDING");
});

test("a file that is damaged, foreign or not whole changes nothing, and says which line is wrong", async () => {
  const origin = await open();
  const { token } = await furnishedCompany(origin, "Ana");
  const file = await exported(origin, token);
  const lines = file.trimEnd().split("\n");
  const without = (index: number) => `${lines.toSpliced(index, 1).join("\n")}\n`;
  const withLine = (index: number, line: string) => `${lines.with(index, line).join("\n")}\n`;
  const wrong: [string | Uint8Array, string][] = [
    ["", "it is empty"],
    [file.slice(0, -1), `breaks off after line ${lines.length - 1}`],
    [`${lines.slice(0, 5).join("\n")}\n`, "breaks off after line 5"],
    [without(3), `line ${lines.length - 1}`],
    [file.replace("Ana", "Eva"), `line ${lines.length}`],
    [`${file}{"type":"job","value":{}}\n`, `line ${lines.length + 1}`],
    ['{"type":"header","format":"centavo-state","version":2}\n', "has version 2"],
    ['{"type":"header","format":"centavo-state","version":{"toString":1}}\n', "has no version"],
    ["<!doctype html>\n", "line 1"],
    ['{"type":"header"}\n', "not an export of a sandbox"],
    [without(1), "line 2: it belongs to no company"],
    [withLine(1, '{"type":"company","value":{"id":1}}'), "line 2: authorized is required"],
    [withLine(4, lines[3] ?? ""), "line 5: id must not be in the file twice"],
    [withLine(4, '{"type":"posting","value":{}}'), "line 5"],
    [withLine(4, '{"type":"plugins","value":{}}'), "line 5"],
    [withLine(4, '{"type":"payments"'), "line 5"],
    [Buffer.from([0x7b, 0xff, 0x0a]), "not text in UTF-8"],
    ["x".repeat(7_000_000), "line 1: it is too long"],
  ];
  for (const engine of [{}, { db: newFile() }]) {
    const target = await openSandbox(engine);
    const paid = await target.pay("pix");
    for (const [content, problem] of wrong) {
      const answer = await imported(target, content, {
        token: await target.token(),
        replace: true,
      });
      expect(answer.data.message, `${content}`.slice(-100)).toContain(problem);
      expect(answer.status).toBe(400);
    }
    const both = await exported(origin);
    const answer = await imported(target, both, { token: await target.token(), replace: true });
    expect(answer.data.message).toContain("a file with one company");
    expect(await imported(target, file.slice(0, -1))).toMatchObject({ status: 400 });
    expect((await target.centavo.payments.list()).data).toHaveLength(1);
    expect((await target.payment(paid.id)).status).toBe("PENDING");
    expect((await exported(target)).match(/"type":"company"/g)).toHaveLength(1);
  }
});

test("a company that cannot exist is refused, though the trailer of its file is right", async () => {
  const file = await exported(await open());
  const [header = "", line = ""] = file.split("\n");
  const { type, value } = JSON.parse(line);
  const impossible = {
    ...{ id: "1", name: 5, owner: "x".repeat(201), receiver: "x", keyRotations: "1" },
    ...{ generation: -1, drawCount: 0.5, clock: { ahead: 1e300 } },
  };
  const companies = Object.entries(impossible).map(([name, wrong]) =>
    JSON.stringify({ type, value: { ...value, [name]: wrong } }),
  );
  companies.push(line.replace('"generation":0', '"generation":1e999'));
  companies.push(line.replace('"feeFixed":0', '"feeFixed":1e999'));
  const target = await openSandbox({ db: newFile() });
  for (const company of companies) {
    const whole = sealed([header, company]);
    const answer = await imported(target, whole, { token: await target.token(), replace: true });
    expect(answer.data.message, company).toMatch(
      /line 2: (id|name|owner|receiver|keyRotations|generation|drawCount|feeFixed|clock\.ahead) must /,
    );
  }
  expect((await target.control.companies.list()).data).toHaveLength(1);
});

test("a subscription that would be billed again at once, without end, is refused", async () => {
  const origin = await openSandbox();
  await origin.subscription();
  const lines = await exportedLines(origin);
  const number = lines.findIndex((line) => line.startsWith('{"type":"subscriptions"')) + 1;
  const target = await openSandbox();
  const token = await target.token();
  for (const frequency of [-30, 0]) {
    const file = sealed(
      lines.map((line) => line.replace(/"frequency":\d+/, `"frequency":${frequency}`)),
    );
    const { status, data } = await imported(target, file, { token });
    expect({ status, message: data.message }).toEqual({
      status: 400,
      message: expect.stringContaining(`line ${number}`),
    });
  }
  expect(await imported(target, sealed(lines), { token })).toMatchObject({ status: 200 });
});

test("a store hears of each company when all its data are written, before it has them", async () => {
  const sandbox = await open({ examples: true });
  const steps: string[] = [];
  const step = (name: string) => async () => void steps.push(name);
  const staged = { write: step("write"), complete: step("complete"), discard: step("discard") };
  const store = { stageData: async () => staged } as unknown as Store;
  const options = { store, clock: new Clock(Date.now) };
  const file = Buffer.from(await exported(sandbox));
  await withStagedCompanies(Readable.from([file]), options, step("use"));
  expect(steps.join(" ")).toMatch(/^(write )+complete use discard$/);
});

test("jobs without end are no way around the limit of records", async () => {
  const origin = await openSandbox();
  await origin.pay("pix");
  const lines = await exportedLines(origin);
  const [header = "", company = "", ...others] = lines;
  const records = others.filter((line) => !/^\{"type":"(posting|job)"/.test(line));
  const maxRecords = records.length;
  const jobs = new Array<string>(10 * maxRecords).fill(lines.at(-1) ?? "");
  const limited = await openSandbox({ maxRecords });
  const answer = await imported(limited, sealed([header, company, ...records, ...jobs]), {
    token: await limited.token(),
  });
  const number = 2 + 10 * maxRecords + 1;
  expect(answer.data.message).toContain(
    `line ${number}: a company may have ${10 * maxRecords} lines here`,
  );
});

test("an import that breaks off changes nothing, and an export that nobody reads to its end disturbs nobody", async () => {
  const origin = await open();
  const { token } = await furnishedCompany(origin, "Ana");
  const file = await exported(origin, token);
  const target = await openSandbox({ db: newFile() });
  const before = await exported(target);
  const upload = request(`${target.url}${STATE}`, { method: "PUT" });
  const failed = once(upload, "error");
  upload.write(file.slice(0, file.length / 2));
  await setTimeout(200);
  upload.destroy();
  await failed;
  const download = await fetch(target.url + STATE);
  await download.body?.cancel();
  expect(await exported(target)).toBe(before);
  expect(await imported(target, file)).toMatchObject({ status: 200 });
});

test("whoever lost a company during an upload neither changes it nor brings it back", async () => {
  for (const engine of [{}, { db: newFile() }]) {
    const target = await openSandbox(engine);
    const { data: keys } = await target.control.companies.create();
    const { companyId } = keys;
    const file = await exported(target, await new Shop(target.url, keys).token());
    const lose = [
      async () => (await new Shop(target.url, keys).control.company.rotateKeys()).data,
      async () => {
        await target.control.companies.delete(companyId);
        return keys;
      },
    ];
    let current = keys;
    for (const each of lose) {
      const token = await new Shop(target.url, current).token();
      async function* slowly() {
        yield Buffer.from(file.slice(0, -1));
        await setTimeout(100);
        current = await each();
        yield Buffer.from("\n");
      }
      const upload = {
        method: "PUT",
        headers: { authorization: `Bearer ${token}` },
        body: Readable.from(slowly()) as unknown as BodyInit,
        duplex: "half",
      };
      expect((await fetch(target.url + STATE, upload as RequestInit)).status).toBe(401);
    }
    expect((await target.control.companies.list()).data).toHaveLength(1);
  }
});

test("keys travel if the operator asks, and those that were replaced stay invalid", async () => {
  const options = { operatorKey: "operator", shared: true };
  const origin = await open({ ...options, db: newFile() });
  const operator = { "x-operator-key": "operator" };
  const keys = await origin.control.companies.create({}, { operatorKey: "operator" });
  const company = new Shop(origin.url, keys.data);
  const old = company.keys;
  const { data: current } = await company.control.company.rotateKeys();
  const file = async (query: string, headers: HeadersInit) => {
    const response = await fetch(`${origin.url}${STATE}${query}`, { headers });
    return { status: response.status, text: await response.text() };
  };
  const token = await new Shop(origin.url, current).token();
  const ownFile = { authorization: `Bearer ${token}` };
  expect(await file("?withKeys=true", ownFile)).toMatchObject({ status: 401 });
  expect(await file("", {})).toMatchObject({ status: 401 });
  const { text: withKeys } = await file("?withKeys=true", operator);
  const { text: without } = await file("", operator);
  for (const [text, works] of [
    [withKeys, true],
    [without, false],
  ] as const) {
    const target = await open({ ...options, db: newFile() });
    const put = { method: "PUT", headers: operator, body: text };
    expect((await fetch(`${target.url}${STATE}`, put)).status).toBe(200);
    await expect(new Shop(target.url, old).token()).rejects.toThrow("401");
    const moved = new Shop(target.url, current).token();
    if (works) expect(await moved).toBeTypeOf("string");
    else await expect(moved).rejects.toThrow("401");
  }
});

test("a sandbox begins with a file, and with a database goes on with what it has", async () => {
  const origin = await open(seeded);
  const { shop } = await furnishedCompany(origin, "Ana");
  const state = newFile();
  await writeFile(state, await exported(origin));
  const db = newFile();
  for (const options of [{}, { db }, { db }]) {
    const sandbox = await startSandbox({ ...seeded, ...options, state });
    const first = new Shop(sandbox.url, sandbox);
    const own = new Shop(sandbox.url, shop.keys);
    expect(await paymentCount(first)).toBe(0);
    expect(await paymentCount(own)).toBe(await paymentCount(shop));
    await sandbox.close();
  }
  await writeFile(state, "{}\n");
  await expect(startSandbox({ state })).rejects.toThrow("line 1");
  await expect(startSandbox({ state: `${state}.none` })).rejects.toThrow("ENOENT");
});

async function paymentCount({ centavo }: Shop): Promise<number> {
  return (await centavo.payments.list()).meta.total;
}
