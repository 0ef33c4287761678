import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import type { Payment } from "../../../src/client/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { run, type Started } from "../../run-command-line.ts";
import { Shop } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";
import { newFile } from "../database-file.ts";
import { payWithPostback } from "../postbacks/postback-fixtures.ts";
import { heldReply, receive } from "../receiver.ts";
import { keysIn, open, sandbox } from "../sandbox-command.ts";

const PAGE = 4096;
const MADE_PAYMENTS = 200;

/** A line for a request or for background work, without a stack. */
const LINE = /^The database of --db cannot be used \([^()]+\), id [\da-f-]{36}$/;

const LINE_OF_RECORD =
  /^The database of --db cannot be used \(it is damaged: a record of payments cannot be read\), id \S+\n$/;

interface Fault {
  /** What the caller reads. */
  message: RegExp;
  /** Opens a sandbox whose file can fail. */
  open(db: string): Promise<Started>;
  /** Causes the fault. */
  begin(sandbox: Started, db: string): void;
  /** Removes the cause. */
  end(sandbox: Started, db: string): void;
}

const original = new Map<string, Buffer>();

const faults: Record<string, Fault> = {
  // A limit of the process, which its system reports like a disk that cannot take more.
  "a full disk": {
    message: /^The sandbox cannot use its database: the disk (is full|cannot read or write it)\.$/,
    open: (db) => open(["--quiet", "--db", db]),
    begin: ({ pid }, db) => limitFileSize(pid, `${statSync(`${db}-wal`).size}:unlimited`),
    end: ({ pid }) => limitFileSize(pid, "unlimited"),
  },
  "a damaged file": {
    message: /^The sandbox cannot use its database: it is damaged\.$/,
    open: (db) => open(["--quiet", "--db", db]),
    begin(_, db) {
      const bytes = readFileSync(db);
      original.set(db, bytes);
      overwrite(db, Buffer.alloc(bytes.length - PAGE, 0xff));
    },
    end: (_, db) => overwrite(db, (original.get(db) ?? Buffer.alloc(0)).subarray(PAGE)),
  },
};

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
describe.skipIf(process.platform !== "linux")("with", () => {
  test.each(Object.entries(faults))(
    "%s, the caller gets an error, and everything goes on once the cause is gone",
    async (_, fault) => {
      const held = heldReply();
      const receiver = await receive(held.reply, 200);
      const db = newFile();
      const paid = await makePayments(db);
      const started = await fault.open(db);
      const shop = new Shop(started.url, keysIn(started.text));
      const token = await shop.token();
      paid.push(await payWithPostback(shop, receiver.url));
      await expect.poll(() => receiver.deliveries.length).toBe(1);

      fault.begin(started, db);
      held.release();
      const failures: Awaited<ReturnType<Shop["send"]>>[] = [];
      while (failures.length < 20) {
        const json = body("payments.create", "card", {
          billingData: { postbackUrl: receiver.url },
        });
        const response = await shop.send("POST", "/payments", { token, json });
        if (response.status === 200) paid.push((response.body as { data: Payment }).data);
        else failures.push(response);
      }
      for (const { status, headers, body } of failures) {
        const message = expect.stringMatching(fault.message);
        const error = "Service Unavailable";
        expect({ status, body }).toEqual({
          status: 503,
          body: { data: { message, error, statusCode: 503 } },
        });
        const line = `id ${headers.get("x-defect-id")}\n`;
        await expect.poll(() => started.printed.stderr).toContain(line);
      }
      // The background work tries again meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      const lines = started.printed.stderr.trimEnd().split("\n");
      for (const line of lines) expect(line).toMatch(LINE);
      expect(lines.length).toBeLessThan(failures.length + 5);

      fault.end(started, db);
      // The attempt that could not be recorded, without a request that wakes the background work.
      const postbacks = async () =>
        (await shop.control.postbacks.list({ resourceId: `${paid.at(-1)?.id}` })).data;
      await expect
        .poll(postbacks, { timeout: 10_000 })
        .toMatchObject([{ status: "DELIVERED", attempts: [{ status: 200 }] }]);
      expect(receiver.deliveries).toHaveLength(1);
      paid.push(await payWithPostback(shop, receiver.url));
      for (const { id, status } of paid) expect(await shop.payment(id)).toMatchObject({ status });
      const { data: accounts } = await shop.control.ledger.listAccounts();
      expect(accounts).not.toEqual([]);
      expect(accounts.reduce((sum, { balance, scheduled }) => sum + balance + scheduled, 0)).toBe(
        0,
      );
      const sent = () => new Set(receiver.deliveries.map(({ body: { data } }) => data.id));
      const expected = paid.slice(MADE_PAYMENTS).map(({ id }) => id);
      await expect.poll(() => sent(), { timeout: 20_000 }).toEqual(new Set(expected));
      const { data: requests } = await shop.control.requests.list({
        operationId: "payments.create",
      });
      expect(requests[0]).toMatchObject({ status: 200 });

      started.kill("SIGTERM");
      expect(await started.ended).toMatchObject({ status: 0 });
      const again = await startSandbox({ db });
      const reopened = new Shop(again.url, again);
      for (const { id, status } of paid) {
        expect(await reopened.payment(id)).toMatchObject({ status });
      }
      await again.close();
    },
  );
});

test("a record that cannot be read fails its own requests only, until it is repaired", async () => {
  const db = newFile();
  const [damaged, other] = await makePayments(db);
  const { url, text, printed } = await open(["--quiet", "--db", db]);
  const shop = new Shop(url, keysIn(text));
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
  await expect.poll(() => printed.stderr).toMatch(LINE_OF_RECORD);
  expect((await shop.payment(`${other?.id}`)).id).toBe(other?.id);
  expect((await shop.pay("card")).status).toBe("SUCCEEDED");

  overwrite(db, bytes.subarray(PAGE));
  // The first read may find the page in the cache of SQLite, which a failure empties.
  const read = () => shop.send("GET", `/payments/${damaged?.id}`, { token });
  await expect.poll(read).toMatchObject({ status: 200, body: { data: { id: damaged?.id } } });
});

test("a file that another process has locked is rejected, until that process has ended", async () => {
  const db = newFile();
  await (await startSandbox({ db })).close();
  const other = new DatabaseSync(db);
  other.exec("BEGIN EXCLUSIVE");
  expect(await run(sandbox("--port", "0", "--db", db))).toMatchObject({
    status: 2,
    stdout: "",
    stderr: `centavo: ${db} cannot be opened (another sandbox or program has it open); choose another with --db\n`,
  });
  other.close();
  const { url, text } = await open(["--db", db]);
  expect((await new Shop(url, keysIn(text)).pay("card")).status).toBe("SUCCEEDED");
});

test("no other process can lock the file of a running sandbox", async () => {
  const db = newFile();
  const { url, text } = await open(["--db", db]);
  const other = new DatabaseSync(db);
  expect(() => other.exec("BEGIN IMMEDIATE")).toThrow("database is locked");
  expect(() => other.exec("BEGIN EXCLUSIVE")).toThrow("database is locked");
  other.close();
  expect((await new Shop(url, keysIn(text)).pay("card")).status).toBe("SUCCEEDED");
});

/** Fills a new file with payments, more than the sandbox reads when it starts. */
async function makePayments(db: string): Promise<Payment[]> {
  const first = await startSandbox({ db });
  const shop = new Shop(first.url, first);
  const paid: Payment[] = [];
  for (let count = 0; count < MADE_PAYMENTS; count++) paid.push(await shop.pay("pix"));
  await first.close();
  return paid;
}
