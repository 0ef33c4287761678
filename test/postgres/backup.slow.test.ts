import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { openSandbox, Shop } from "../sandbox/company-fixture.ts";
import { newFolder } from "../sandbox/database-file.ts";
import { brokenInDatabase, TERMS } from "../stress/database-checks.ts";
import { PostgresServer, programs } from "./postgres-server.ts";

/** The addresses and the file in the guide's commands. */
const [SOURCE, TARGET] = ["sandbox", "restored"].map(
  (name) => `postgres://sandbox:secret@127.0.0.1:5432/${name}`,
) as [string, string];

test.skipIf(!programs)("a backup under load, by the guide, is a whole sandbox", async () => {
  const server = await PostgresServer.start();
  onTestFinished(() => server.close());
  const [db, restored] = [await server.createDatabase(), await server.createDatabase()];
  const file = join(newFolder(), "sandbox.dump");
  const run = (program: string) => {
    const [, command = ""] =
      new RegExp(`^${program} (.+)$`, "m").exec(
        readFileSync("docs/sandbox/operating.md", "utf8"),
      ) ?? [];
    const filled = command.replace(SOURCE, db).replace(TARGET, restored);
    const args = filled.replace("sandbox.dump", file).split(" ");
    return promisify(execFile)(join(programs ?? "", program), args);
  };
  const first = await openSandbox({ db });
  const shop = new Shop(first.url, (await first.control.companies.create(TERMS)).data);
  const token = await shop.token();
  const created: string[] = [];
  let isEnding = false;
  const callers = Array.from({ length: 4 }, async () => {
    while (!isEnding) created.push((await shop.pay("card")).id);
  });
  await expect.poll(() => created.length, { timeout: 60_000 }).toBeGreaterThan(10);
  const before = [...created];
  await run("pg_dump");
  const during = created.length - before.length;
  isEnding = true;
  await Promise.all(callers);
  await run("pg_restore");
  expect(during).toBeGreaterThan(0);
  expect(await brokenInDatabase(server, restored)).toEqual([]);
  const { url } = await openSandbox({ db: restored });
  const again = new Shop(url, shop.keys);
  for (const id of before) expect((await again.payment(id)).status).toBe("SUCCEEDED");
  expect((await again.send("GET", "/payments", { token })).status).toBe(200);
  // What was created after the dump is not in it, and the numbers of the restored sandbox go on.
  expect((await again.centavo.payments.list()).meta.total).toBeLessThanOrEqual(created.length);
  await again.pay("card");
});
