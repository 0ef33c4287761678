import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { isNightly, seed } from "../nightly.ts";
import { hasPooler } from "../postgres/pooler.ts";
import { MISSING_POSTGRES, programs } from "../postgres/postgres-server.ts";
import { brokenInDatabase } from "../stress/database-checks.ts";
import { Chance } from "../stress/seeded-random.ts";
import { expectNothingLost, ShopTraffic } from "../stress/shop-traffic.ts";
import { contradictionsIn, keepHistory, recordHistory } from "./record-history.ts";
import { faults, Stage } from "./stage.ts";

/** How long it goes on, in milliseconds. It ends with a whole history, in which each fault has come once. */
const LONGEST = Number(process.env.MINUTES ?? (isNightly ? 15 : 0)) * 60_000;
/** Between two faults, in milliseconds. */
const PAUSE = isNightly ? 2000 : 700;
const CLIENTS = { companies: 2, clients: 4 };

/** What a history has to contain, so that it proves something. */
const USUAL = ["pay", "decide", "withdraw", "get", "entries", "ledger"];

const canRun = programs !== undefined && hasPooler;
if (!canRun) console.warn(`Histories under faults were not checked. ${MISSING_POSTGRES}.`);

test.skipIf(!canRun)(
  "a serial order explains what clients see while processes, servers and connections fail, and nothing is lost",
  // What one history of many contradicts is what it looks for.
  { timeout: LONGEST + 10 * 60_000, retry: 0 },
  async () => {
    const stage = await Stage.open();
    const { processes } = stage;
    const end = Date.now() + LONGEST;
    const names = Object.keys(faults);
    let runs = 0;
    do {
      const traffic = await ShopTraffic.start(stage.shops);
      const order = new Chance("faults", runs).shuffled(names);
      const during = async () => {
        for (const name of order) {
          await setTimeout(PAUSE);
          await faults[name]?.(stage);
        }
        await setTimeout(PAUSE);
        await stage.ready();
      };
      const records = await recordHistory({ processes, ...CLIENTS, during });
      runs += 1;
      const outcomes = Map.groupBy(records, ({ outcome }) => outcome);
      const counts = [...outcomes].map(([outcome, { length }]) => `${length} ${outcome}`);
      const done = outcomes.get("ok")?.map(({ asked }) => asked.do) ?? [];
      // Otherwise any serial order would explain it.
      expect(done.length).toBeGreaterThan(100);
      expect(done).toEqual(expect.arrayContaining(USUAL));
      console.log(`History ${runs}: ${counts.join(", ")} calls.`);
      const found = contradictionsIn(records);
      const kept = found.length > 0 && keepHistory(records, `${runs}`);
      expect(found.slice(0, 10), `SEED=${seed}, history ${runs}, in ${kept}`).toEqual([]);
      const broken = () => brokenInDatabase(stage.server, stage.address);
      await expectNothingLost(traffic, broken);
    } while (Date.now() < end);
  },
);
