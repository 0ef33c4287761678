import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Payment } from "../../../src/client/index.ts";
import { startSandbox } from "../../../src/sandbox-node/index.ts";
import type { Started } from "../../run-command-line.ts";
import { brokenInFile, TERMS } from "../../stress/database-checks.ts";
import { openSandbox, Shop } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";
import { newFile } from "../database-file.ts";
import { fetch } from "../fetch.ts";
import { payWithPostback } from "../postbacks/postback-fixtures.ts";
import { heldReply, receive } from "../receiver.ts";
import { open } from "../sandbox-command.ts";

const PAGE = 4096;
const MADE_PAYMENTS = 200;
const WAITING = { timeout: 20_000 };

/** A line for a request or for background work, without a stack. */
const LINE = /^The database of --db cannot be used \([^()]+\), id [\da-f-]{36}$/;

/** What causes a fault, and returns how it ends; and what the caller reads meanwhile. */
const faults: [string, (sandbox: Started, db: string) => () => void, RegExp][] = [
  [
    // A limit of the process, which its system reports like a disk that cannot take more.
    "a full disk",
    ({ pid }, db) => {
      limitFileSize(pid, `${statSync(`${db}-wal`).size}:unlimited`);
      return () => limitFileSize(pid, "unlimited");
    },
    /^The sandbox cannot use its database: the disk (is full|cannot read or write it)\.$/,
  ],
  [
    "a damaged file",
    (_, db) => {
      const original = readFileSync(db);
      overwrite(db, Buffer.alloc(original.length - PAGE, 0xff));
      return () => overwrite(db, original.subarray(PAGE));
    },
    /^The sandbox cannot use its database: it is damaged\.$/,
  ],
];

/** Changes all pages but the first, as a broken disk might. */
function overwrite(db: string, bytes: Buffer): void {
  const file = openSync(db, "r+");
  writeSync(file, bytes, 0, bytes.length, PAGE);
  closeSync(file);
}

function limitFileSize(pid: number, limit: string): void {
  execFileSync("prlimit", ["--pid", `${pid}`, `--fsize=${limit}`]);
}

// Only Linux can change the limit of a running process.
test.skipIf(process.platform !== "linux").each(faults)(
  "with %s, the caller gets an error, and everything goes on once the cause is gone",
  async (_name, begin, message) => {
    const held = heldReply();
    const receiver = await receive(held.reply, 200);
    const db = newFile();
    const { paid, keys } = await makePayments(db);
    const started = await open(["--quiet", "--db", db]);
    const shop = new Shop(started.url, keys);
    const token = await shop.token();
    paid.push(await payWithPostback(shop, receiver.url));
    await receiver.arrived(1);

    const end = begin(started, db);
    held.release();
    const failures: Awaited<ReturnType<Shop["send"]>>[] = [];
    const json = body("payments.create", "card", { billingData: { postbackUrl: receiver.url } });
    while (failures.length < 20) {
      const response = await shop.send("POST", "/payments", { token, json });
      if (response.status === 200) paid.push((response.body as { data: Payment }).data);
      else failures.push(response);
    }
    for (const { status, headers, body } of failures) {
      const error = "Service Unavailable";
      const data = { message: expect.stringMatching(message), error, statusCode: 503 };
      expect({ status, body }).toEqual({ status: 503, body: { data } });
      const line = `id ${headers.get("x-defect-id")}\n`;
      await expect.poll(() => started.printed.stderr).toContain(line);
    }
    // The background work tries again meanwhile.
    await setTimeout(2_500);
    const lines = started.printed.stderr.trimEnd().split("\n");
    for (const line of lines) expect(line).toMatch(LINE);
    expect(lines.length).toBeLessThan(failures.length + 5);

    end();
    // The attempt that could not be recorded, without a request that wakes the background work.
    const resourceId = `${paid.at(-1)?.id}`;
    await expect
      .poll(async () => (await shop.control.postbacks.list({ resourceId })).data, WAITING)
      .toMatchObject([{ status: "DELIVERED", attempts: [{ status: 200 }] }]);
    expect(receiver.deliveries).toHaveLength(1);
    paid.push(await payWithPostback(shop, receiver.url));
    await expectPaid(shop, paid);
    const sent = () => new Set(receiver.deliveries.map(({ body: { data } }) => data.id));
    const expected = new Set(paid.slice(MADE_PAYMENTS).map(({ id }) => id));
    await expect.poll(sent, WAITING).toEqual(expected);
    const logged = await shop.control.requests.list({ operationId: "payments.create" });
    expect(logged.data[0]).toMatchObject({ status: 200 });

    started.kill("SIGTERM");
    expect(await started.ended).toMatchObject({ status: 0 });
    expect(await brokenInFile(db)).toEqual([]);
    await expectPaid(new Shop((await openSandbox({ db })).url, keys), paid);
  },
);

test.skipIf(process.platform !== "linux")(
  "an import onto a full disk changes nothing",
  async () => {
    const db = newFile();
    const { keys } = await makePayments(db);
    const origin = await openSandbox({ db });
    const state = await fetch(`${origin.url}/_sandbox/state?withKeys=true`);
    const file = await state.text();
    const target = newFile();
    const { url, pid } = await open(["--quiet", "--db", target]);
    const put = () => fetch(`${url}/_sandbox/state`, { method: "PUT", body: file });
    limitFileSize(pid, `${statSync(`${target}-wal`).size}:unlimited`);
    const refused = await put();
    expect([refused.status, await refused.text()]).toEqual([
      503,
      expect.stringContaining("the disk"),
    ]);
    limitFileSize(pid, "unlimited");
    const companies = async () =>
      (await (await fetch(`${url}/_sandbox/companies`)).json()) as object;
    expect(await companies()).toMatchObject({ meta: { total: 1 } });
    expect((await put()).status).toBe(200);
    expect((await new Shop(url, keys).centavo.payments.list()).meta.total).toBe(MADE_PAYMENTS);
  },
);

test("a record that cannot be read fails its own requests only, until it is repaired", async () => {
  const db = newFile();
  const { paid, keys } = await makePayments(db);
  const [damaged, other] = paid;
  const { url, printed } = await open(["--quiet", "--db", db]);
  const shop = new Shop(url, keys);
  const token = await shop.token();
  const bytes = readFileSync(db);
  const field = `"id":"${damaged?.id}"`;
  const unreadable = bytes.toString("latin1").replaceAll(field, field.replace('"', "#"));
  overwrite(db, Buffer.from(unreadable, "latin1").subarray(PAGE));

  const message =
    "The sandbox cannot use its database: it is damaged: a record of payments cannot be read.";
  expect(await shop.send("GET", `/payments/${damaged?.id}`, { token })).toMatchObject({
    status: 503,
    body: { data: { message } },
  });
  await expect
    .poll(() => printed.stderr)
    .toMatch(
      /^The database of --db cannot be used \(.*: a record of payments cannot be read\), id \S+\n$/,
    );
  expect((await shop.payment(`${other?.id}`)).id).toBe(other?.id);
  expect((await shop.pay("card")).status).toBe("SUCCEEDED");

  overwrite(db, bytes.subarray(PAGE));
  // The first read may find the page in the cache of SQLite, which a failure empties.
  const read = () => shop.send("GET", `/payments/${damaged?.id}`, { token });
  await expect.poll(read).toMatchObject({ status: 200, body: { data: { id: damaged?.id } } });
});

async function expectPaid(shop: Shop, paid: Payment[]): Promise<void> {
  for (const { id, status } of paid) expect(await shop.payment(id)).toMatchObject({ status });
}

/** Fills a new file with payments of a company, more than the sandbox reads when it starts. */
async function makePayments(db: string) {
  const first = await startSandbox({ db });
  const { data: keys } = await first.control.companies.create(TERMS);
  const shop = new Shop(first.url, keys);
  const paid: Payment[] = [];
  for (let count = 0; count < MADE_PAYMENTS; count++) paid.push(await shop.pay("pix"));
  await first.close();
  return { paid, keys };
}
