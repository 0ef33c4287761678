import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { isNightly, seed } from "../nightly.ts";
import { SandboxFleet } from "../postgres/sandbox-fleet.ts";
import { newFile } from "../sandbox/database-file.ts";
import { brokenInFile } from "./database-checks.ts";
import { startProcess } from "./sandbox-process.ts";
import { Chance } from "./seeded-random.ts";
import { expectNothingLost, ShopTraffic } from "./shop-traffic.ts";

/** How many files there are. The sandbox of each is killed five times. */
const FILES = isNightly ? 10 : 1;
const KILLS_UNDER_LOAD = 3;

test("a sandbox that is killed again and again, and stopped, keeps all acknowledged writes, no partial one, and sends all postbacks", {
  timeout: 6 * 60_000,
}, async ({ task }) => {
  task.meta.figures = { seed };
  for (let file = 0; file < FILES; file++) {
    const chance = new Chance("file", file);
    const db = newFile();
    const first = startProcess("src/cli/index.ts", ["--quiet", "--db", db], () => {});
    await setTimeout(chance.between(0, 1000));
    first.kill();
    await first.ended;
    expect(await brokenInFile(db)).toEqual([]);

    const fleet = await SandboxFleet.start(db, [], 1);
    onTestFinished(() => fleet.close());
    const traffic = await ShopTraffic.start((keys) => fleet.shops(keys));
    for (let kill = 0; kill <= KILLS_UNDER_LOAD; kill++) {
      await setTimeout(chance.between(300, 1500));
      const isEnding = kill === KILLS_UNDER_LOAD;
      await fleet.kill(0, isEnding ? chance.between(0, 40) : undefined);
      expect(await brokenInFile(db), `kill ${kill}, with SEED=${seed}`).toEqual([]);
      await fleet.launch(0);
    }
    expect(await fleet.end(0)).toBe("");
    expect(await brokenInFile(db), `stopped, with SEED=${seed}`).toEqual([]);
    await fleet.launch(0);
    await expectNothingLost(traffic, () => brokenInFile(db));
    expect(traffic.unanswered).toBeGreaterThan(KILLS_UNDER_LOAD);
    expect(await fleet.end(0)).toBe("");
    task.meta.figures["acknowledged, of the last file"] = traffic.acknowledged.size;
  }
});
