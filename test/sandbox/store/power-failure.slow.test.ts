import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Payment } from "../../../src/client/index.ts";
import { startSandbox } from "../../../src/sandbox-node/index.ts";
import { isNightly, seed } from "../../nightly.ts";
import { until } from "../../postgres/sandbox-fleet.ts";
import { brokenInFile, TERMS } from "../../stress/database-checks.ts";
import { launch } from "../../stress/sandbox-process.ts";
import { Chance } from "../../stress/seeded-random.ts";
import { Shop } from "../company-fixture.ts";
import { newFile } from "../database-file.ts";
import { payWithPostback } from "../postbacks/postback-fixtures.ts";
import { type Receiver, receive } from "../receiver.ts";

const MOMENTS = isNightly ? 30 : 3;
const CALLERS = 4;
/** From so many pages on, the WAL is copied into the file, and is on the disk before that. */
const CHECKPOINT = 10_000;

/** A file at one moment, and the payments by all answers up to then. */
type Image = { db: string; acknowledged: Payment[] };

/** Leaves half of the last page of a transaction in the WAL. Returns false if a power failure cannot do so. */
function tear(db: string, chance: Chance): boolean {
  const wal = readFileSync(`${db}-wal`);
  // There are 32 bytes, and then 24 before each page: how large its transaction leaves the file, and the salts.
  const size = 24 + wal.readUInt32BE(8);
  const salts = wal.toString("latin1", 16, 24);
  let [pages, last] = [0, 0];
  for (let at = 32; wal.toString("latin1", at + 8, at + 16) === salts; at += size, pages++)
    if (wal.readUInt32BE(at + 4) > 0) last = at;
  if (last === 0 || pages >= CHECKPOINT) return false;
  const torn = wal.subarray(last + chance.below(size), last + size);
  for (const [at, byte] of torn.entries()) torn[at] = 255 - byte;
  writeFileSync(`${db}-wal`, wal);
  return true;
}

test("what a power failure leaves of a file lacks at most the last call, and nothing by halves", {
  timeout: 15 * 60_000,
}, async () => {
  const chance = new Chance("power failure");
  const db = newFile();
  const sandbox = await launch(["--quiet", "--db", db]);
  const { data: keys } = await new Shop(sandbox.url, sandbox.keys).control.companies.create(TERMS);
  const shop = new Shop(sandbox.url, keys);
  const receiver = await receive();
  const acknowledged: Payment[] = [];
  const keep = (answer: Payment) => {
    acknowledged.push(answer);
    return answer;
  };
  let isOver = false;
  const sell = async () => {
    while (!isOver) {
      const { id } = await payWithPostback(shop, receiver.url, "pix").then(keep);
      await shop.decide(id, "PAID").then(keep);
    }
  };
  /** Twice the same moment, like that of a power failure: the process cannot write meanwhile. */
  const copy = async (): Promise<[Image, Image]> => {
    sandbox.kill("SIGSTOP");
    await setTimeout(50);
    const copies = [newFile(), newFile()].map((to) => {
      for (const suffix of ["", "-wal"]) copyFileSync(db + suffix, to + suffix);
      return { db: to, acknowledged: [...acknowledged] };
    });
    sandbox.kill("SIGCONT");
    return copies as [Image, Image];
  };

  const selling = Promise.all(Array.from({ length: CALLERS }, sell));
  const moments: [Image, Image][] = [];
  while (moments.length < MOMENTS) {
    await setTimeout(chance.between(300, 2000));
    moments.push(await copy());
  }
  isOver = true;
  await selling;
  await untilDelivered(shop);
  // By then it has recorded all that was read: the last page is one of the call.
  await setTimeout(500);
  const last = await payWithPostback(shop, undefined, "pix").then(keep);
  moments.push(await copy());
  sandbox.kill();
  await sandbox.ended;

  let lost: Payment[] = [];
  for (const [whole, torn] of moments) {
    expect(await lostIn(whole, keys, receiver), `SEED=${seed}`).toEqual([]);
    if (!tear(torn.db, chance)) continue;
    lost = await lostIn(torn, keys, receiver);
    expect(lost.length, `SEED=${seed}`).toBeLessThanOrEqual(1);
    expect(torn.acknowledged.slice(-CALLERS)).toEqual(expect.arrayContaining(lost));
  }
  expect(lost).toEqual([last]);
});

function untilDelivered({ control }: Shop): Promise<void> {
  const pending = { status: "PENDING", limit: 1 } as const;
  return until(async () => (await control.postbacks.list(pending)).meta.total === 0);
}

/** What was acknowledged and is not in a file. All that is there must be whole, and its postbacks must arrive. */
async function lostIn({ db, acknowledged }: Image, keys: Shop["keys"], receiver: Receiver) {
  expect(await brokenInFile(db), `SEED=${seed}`).toEqual([]);
  const before = receiver.deliveries.length;
  const sandbox = await startSandbox({ db });
  const shop = new Shop(sandbox.url, keys);
  await untilDelivered(shop);
  const told: { resourceId: string; eventId: string }[] = [];
  for await (const each of shop.control.postbacks.list({ limit: 100 })) told.unshift(each);
  const arrived = receiver.deliveries.map(({ body }) => body.eventId);
  const earlier = new Set(arrived.slice(0, before));
  for (const events of Map.groupBy(told, ({ resourceId }) => resourceId).values()) {
    const ids = events.map(({ eventId }) => eventId);
    const later = arrived.slice(before).filter((each) => ids.includes(each));
    const delivered = ids.splice(0, ids.length - later.length);
    expect([...later, ...delivered.filter((each) => !earlier.has(each))]).toEqual(ids);
  }
  const found = new Map<string, string>();
  for await (const { id, status } of shop.centavo.payments.list({ limit: 100 }))
    found.set(id, status);
  await sandbox.close();
  const asked = new Set(acknowledged.map(({ id }) => id)).size + CALLERS;
  expect(found.size).toBeLessThanOrEqual(asked);
  return acknowledged.filter(({ id, status }) => ![status, "PAID"].includes(`${found.get(id)}`));
}
