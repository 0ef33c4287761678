import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../../src/sandbox-node/index.ts";
import { PostgresServer, programs, user } from "../../postgres/postgres-server.ts";
import { brokenInDatabase, brokenInFile, TERMS } from "../../stress/database-checks.ts";
import { Shop, START } from "../company-fixture.ts";
import { newFolder } from "../database-file.ts";

const MOMENTS = 5;
const CALLERS = 4;
/** In MiB: room for a new database of PostgreSQL and its log. */
const DISK_SIZE = 400;

/** Only root mounts a disk. */
const canMount = process.getuid?.() === 0 && existsSync("/dev/loop-control");

/**
 * A disk in a file. What programs write is first in the memory of the system. The file has what has reached the disk,
 * and so a copy of it is what a power failure leaves.
 */
class Disk {
  readonly folder = join(newFolder(), "mounted");
  readonly #image: string;

  constructor(image?: string) {
    this.#image = image ?? join(newFolder(), "disk");
    if (!image) {
      writeFileSync(this.#image, "");
      truncateSync(this.#image, DISK_SIZE * 2 ** 20);
      execFileSync("mkfs.ext4", ["-q", this.#image]);
    }
    mkdirSync(this.folder);
    // PostgreSQL runs as another user.
    chmodSync(dirname(this.folder), 0o711);
    execFileSync("mount", ["-o", "loop", this.#image, this.folder]);
    onTestFinished(() => void execFileSync("umount", [this.folder]));
  }

  /** What a power failure would leave now. Nothing else happens in this process, until it has been copied whole. */
  copy(): string {
    const copy = join(newFolder(), "disk");
    do execFileSync("cp", ["--sparse=always", this.#image, copy]);
    while (spawnSync("cmp", ["--silent", this.#image, copy]).status !== 0);
    return copy;
  }
}

/** A database on a disk. */
interface Database {
  db: string;
  broken(): Promise<string[]>;
}

async function openFile(disk: Disk): Promise<Database> {
  const db = join(disk.folder, "sandbox.db");
  return { db, broken: () => brokenInFile(db) };
}

async function openServer(disk: Disk): Promise<Database> {
  const folder = join(disk.folder, "postgres", "data");
  const isNew = !existsSync(folder);
  if (isNew) {
    const model = await PostgresServer.start();
    await model.stop();
    cpSync(model.folder, folder, { recursive: true });
    execFileSync("chown", ["-R", `${user?.uid}:${user?.gid}`, join(disk.folder, "postgres")]);
    execFileSync("chmod", ["0700", folder]);
    execFileSync("sync", ["-f", folder]);
    await model.close();
  }
  // The process that it names would not have outlived the power.
  rmSync(join(folder, "postmaster.pid"), { force: true });
  const server = await PostgresServer.start({ folder, settings: { fsync: "on" } });
  onTestFinished(() => server.close());
  const db = isNew ? await server.createDatabase() : server.address(`sandbox_${process.pid}_1`);
  return { db, broken: () => brokenInDatabase(server, db) };
}

/** Sells, while moments of a power failure are copied. Returns how many acknowledged payments each has lost. */
async function failPower(open: (disk: Disk) => Promise<Database>): Promise<number[]> {
  const disk = new Disk();
  const sandbox = await startSandbox({ clock: START, db: (await open(disk)).db });
  onTestFinished(sandbox.close);
  const { data: keys } = await new Shop(sandbox.url, sandbox).control.companies.create(TERMS);
  const shop = new Shop(sandbox.url, keys);
  const acknowledged: string[] = [];
  let isOver = false;
  const sell = async () => {
    while (!isOver) acknowledged.push((await shop.pay("card")).id);
  };
  const selling = Promise.all(Array.from({ length: CALLERS }, sell));
  const moments: { image: string; before: string[] }[] = [];
  while (moments.length < MOMENTS) {
    await setTimeout(2000);
    moments.push({ image: disk.copy(), before: [...acknowledged] });
  }
  isOver = true;
  await selling;
  const counts: number[] = [];
  for (const { image, before } of moments) counts.push(await lostIn(image, before, open, keys));
  return counts;
}

/** What is there must be whole, and what is lost must be the latest. */
async function lostIn(
  image: string,
  before: string[],
  open: (disk: Disk) => Promise<Database>,
  keys: Shop["keys"],
): Promise<number> {
  const { db, broken } = await open(new Disk(image));
  expect(await broken()).toEqual([]);
  const sandbox = await startSandbox({ db });
  const { centavo } = new Shop(sandbox.url, keys);
  const found = new Set<string>();
  // A file may have lost the company too.
  if (
    await centavo.payments.list().then(
      () => true,
      () => false,
    )
  )
    for await (const { id } of centavo.payments.list({ limit: 100 })) found.add(id);
  await sandbox.close();
  const lost = before.filter((id) => !found.has(id));
  expect(before.slice(-(lost.length + CALLERS))).toEqual(expect.arrayContaining(lost));
  return lost.length;
}

test.skipIf(!canMount || !programs)(
  "a power failure loses nothing of PostgreSQL's that was acknowledged",
  async () => {
    expect(await failPower(openServer)).toEqual(Array(MOMENTS).fill(0));
  },
);

test.skipIf(!canMount)(
  "a power failure loses the latest calls to a file at most, as a whole",
  async () => {
    const lost = await failPower(openFile);
    console.log(`lost calls: ${lost}`);
    // The disk does lose what the system has not written.
    expect(Math.max(...lost)).toBeGreaterThan(0);
  },
);
