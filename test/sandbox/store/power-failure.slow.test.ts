import { copyFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { until } from "../../postgres/sandbox-fleet.ts";
import { recordOutcome } from "../../record-outcome.ts";
import { isNightly } from "../../sample.ts";
import { brokenInFile, TERMS } from "../../stress/database-checks.ts";
import { launch } from "../../stress/sandbox-process.ts";
import { Chance, seed } from "../../stress/seeded-random.ts";
import { Shop } from "../company-fixture.ts";
import { newFile } from "../database-file.ts";
import { payWithPostback } from "../postbacks/postback-fixtures.ts";
import { type Receiver, receive } from "../receiver.ts";

const MOMENTS = isNightly ? 30 : 3;
const CALLERS = 4;
const COPIED = "SQLite: the file and its WAL are copied at a random moment";
const TORN = `${COPIED}, and the last page is torn`;

/** A payment has come to a status, by an answer. */
interface Acknowledged {
  id: string;
  status: "PENDING" | "PAID";
  sentAt: number;
  answeredAt: number;
}

/** A file as it was at one moment, and what had been acknowledged by then. */
interface Image {
  db: string;
  acknowledged: Acknowledged[];
}

/** The WAL of a file: a header of 32 bytes, and frames with a header of 24 bytes and a page each. */
class Wal {
  readonly path: string;
  readonly bytes: Buffer;
  readonly pageSize: number;
  /** Where the committed frames are. The last one ends a transaction. */
  readonly frames: readonly number[];

  constructor(db: string) {
    this.path = `${db}-wal`;
    this.bytes = readFileSync(this.path);
    this.pageSize = this.bytes.readUInt32BE(8);
    const salts = this.bytes.toString("latin1", 16, 24);
    const frames: number[] = [];
    for (let at = 32; at + this.frameSize <= this.bytes.length; at += this.frameSize) {
      // The rest is from before the latest checkpoint.
      if (this.bytes.toString("latin1", at + 8, at + 16) !== salts) break;
      frames.push(at);
    }
    const last = frames.findLastIndex((at) => this.bytes.readUInt32BE(at + 4) > 0);
    this.frames = frames.slice(0, last + 1);
  }

  get frameSize(): number {
    return 24 + this.pageSize;
  }

  /** From so many pages on, it is copied into the file, and was written to the disk before. */
  get mayBeTorn(): boolean {
    return this.frames.length > 0 && this.frames.length < 10_000;
  }
}

/** What a power failure may leave of the latest page that was written, by chance. */
const tears: Record<string, (wal: Wal, chance: Chance) => void> = {
  "cut off"({ path, frames, frameSize }, chance) {
    truncateSync(path, (frames.at(-1) ?? 0) + chance.below(frameSize));
  },
  "half written"({ path, bytes, frames, frameSize }, chance) {
    const last = frames.at(-1) ?? 0;
    const torn = bytes.subarray(last + chance.below(frameSize), last + frameSize);
    for (const [at, byte] of torn.entries()) torn[at] = 255 - byte;
    writeFileSync(path, bytes);
  },
};

/** A page that was being copied into the file. The WAL has it too. */
function tearInFile({ bytes, frames, pageSize }: Wal, db: string, chance: Chance): void {
  const page = bytes.readUInt32BE(chance.pick(frames));
  const file = readFileSync(db);
  // SQLite takes the first page to be written whole: it is what the file is known by.
  const torn = file.subarray((page - 1) * pageSize + chance.below(pageSize), page * pageSize);
  if (page > 1) torn.fill(0xff);
  writeFileSync(db, file);
}

test("what a power failure leaves of a file has all that reached the disk in its order, and nothing by halves", {
  timeout: 15 * 60_000,
}, async ({ task }) => {
  const chance = new Chance("power failure");
  const db = newFile();
  const sandbox = await launch(["--quiet", "--db", db]);
  const { data: keys } = await new Shop(sandbox.url, sandbox.keys).control.companies.create(TERMS);
  const shop = new Shop(sandbox.url, keys);
  const receiver = await receive();
  const acknowledged: Acknowledged[] = [];
  const call = async (status: Acknowledged["status"], send: () => Promise<{ id: string }>) => {
    const sentAt = performance.now();
    const { id } = await send();
    acknowledged.push({ id, status, sentAt, answeredAt: performance.now() });
    return { id };
  };
  let isOver = false;
  const sell = async () => {
    while (!isOver) {
      const { id } = await call("PENDING", () => payWithPostback(shop, receiver.url, "pix"));
      await call("PAID", () => shop.decide(id, "PAID"));
    }
  };
  /** No process writes while it is copied: one moment, as that of a power failure. */
  const copy = async (count: number): Promise<Image[]> => {
    sandbox.kill("SIGSTOP");
    await setTimeout(50);
    const images = Array.from({ length: count }, () => newFile());
    for (const image of images)
      for (const suffix of ["", "-wal"]) copyFileSync(db + suffix, image + suffix);
    sandbox.kill("SIGCONT");
    return images.map((image) => ({ db: image, acknowledged: [...acknowledged] }));
  };

  const selling = Promise.all(Array.from({ length: CALLERS }, sell));
  const moments: Image[][] = [];
  while (moments.length < MOMENTS) {
    await setTimeout(chance.between(300, 2000));
    moments.push(await copy(2 + Object.keys(tears).length));
  }
  isOver = true;
  await selling;
  await untilDelivered(shop);
  // What was read is recorded by then.
  await setTimeout(500);
  const { id } = await call("PENDING", () => payWithPostback(shop, undefined, "pix"));
  const [lastWhole, lastTorn] = (await copy(2)) as [Image, Image];
  sandbox.kill();
  await sandbox.ended;

  let torn = 0;
  for (const [whole, inFile, ...others] of moments as [Image, Image, ...Image[]][]) {
    tearInFile(new Wal(inFile.db), inFile.db, chance);
    for (const image of [whole, inFile])
      expect(await lostIn(image, keys, receiver), `SEED=${seed}`).toEqual([]);
    for (const [index, tear] of Object.values(tears).entries()) {
      const image = others[index] as Image;
      const wal = new Wal(image.db);
      if (!wal.mayBeTorn) continue;
      torn += 1;
      tear(wal, chance);
      expectLast(await lostIn(image, keys, receiver), image);
    }
  }
  // Nothing was called after it, so it is what the last page belongs to.
  tears["cut off"]?.(new Wal(lastTorn.db), chance);
  expect(await lostIn(lastWhole, keys, receiver)).toEqual([]);
  expect((await lostIn(lastTorn, keys, receiver)).map((each) => each.id)).toEqual([id]);
  task.meta.figures = { seed, acknowledged: acknowledged.length, torn };
  const others = ["whole", "once", "money", "delivered"];
  recordOutcome(COPIED, ["kept", ...others], { runs: 2 * MOMENTS + 1 });
  recordOutcome(TORN, others, { runs: torn + 1 });
  recordOutcome(TORN, ["kept"], { outcome: "broken" });
});

function untilDelivered({ control }: Shop): Promise<void> {
  return until(
    async () => (await control.postbacks.list({ status: "PENDING", limit: 1 })).meta.total === 0,
  );
}

/** At most the last call has lost its effect: no other one was sent after its answer. */
function expectLast(lost: readonly Acknowledged[], { acknowledged }: Image): void {
  expect(lost.length, `SEED=${seed}`).toBeLessThanOrEqual(1);
  for (const { answeredAt } of lost)
    expect(acknowledged.filter(({ sentAt }) => sentAt > answeredAt)).toEqual([]);
}

/** Opens a file, and returns what was acknowledged and is not there. The rest must be whole, and its postbacks arrive. */
async function lostIn({ db, acknowledged }: Image, keys: Shop["keys"], receiver: Receiver) {
  expect(await brokenInFile(db), `SEED=${seed}`).toEqual([]);
  const before = receiver.deliveries.length;
  const sandbox = await startSandbox({ db });
  const shop = new Shop(sandbox.url, keys);
  await untilDelivered(shop);
  const { control, centavo } = shop;
  const told: { resourceId: string; eventId: string }[] = [];
  for await (const each of control.postbacks.list({ limit: 100 })) told.unshift(each);
  const eventsOf = (from: number, to?: number) =>
    Map.groupBy(
      receiver.deliveries.slice(from, to).map(({ body }) => body),
      ({ data }) => data.id,
    );
  const [earlier, later] = [eventsOf(0, before), eventsOf(before)];
  for (const [id, events] of Map.groupBy(told, ({ resourceId }) => resourceId)) {
    const ids = (later.get(id) ?? []).map(({ eventId }) => eventId);
    const delivered = events.slice(0, events.length - ids.length);
    expect([...delivered.map(({ eventId }) => eventId), ...ids]).toEqual(
      events.map(({ eventId }) => eventId),
    );
    const known = (earlier.get(id) ?? []).map(({ eventId }) => eventId);
    expect(known).toEqual(expect.arrayContaining(delivered.map(({ eventId }) => eventId)));
  }
  const found = new Map<string, string>();
  for await (const { id, status } of centavo.payments.list({ limit: 100 })) found.set(id, status);
  await sandbox.close();
  // No more than were asked for.
  const answered = new Set(acknowledged.map(({ id }) => id));
  expect(found.size).toBeLessThanOrEqual(answered.size + CALLERS);
  return acknowledged.filter(({ id, status }) => ![status, "PAID"].includes(`${found.get(id)}`));
}
