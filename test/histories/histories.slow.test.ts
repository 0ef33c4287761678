import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { hasPooler } from "../postgres/pooler.ts";
import { MISSING_POSTGRES, programs } from "../postgres/postgres-server.ts";
import { recordOutcome } from "../record-outcome.ts";
import { isNightly } from "../sample.ts";
import { brokenInDatabase } from "../stress/database-checks.ts";
import { Chance, seed } from "../stress/seeded-random.ts";
import { contradictionsIn, keepHistory, recordHistory } from "./record-history.ts";
import { faults, Stage } from "./stage.ts";

/** How long it goes on, in milliseconds. It ends with a whole history, in which each fault has come once. */
const LONGEST = Number(process.env.MINUTES ?? (isNightly ? 60 : 0)) * 60_000;
/** Between two faults, in milliseconds. */
const PAUSE = isNightly ? 2000 : 700;
const COMPANIES = 2;
const CLIENTS = 4;

const canRun = programs !== undefined && hasPooler;
if (!canRun) console.warn(`Histories under faults were not checked. ${MISSING_POSTGRES}.`);

test.skipIf(!canRun)(
  "a serial order explains what clients have seen of companies whose processes, server and connections failed",
  { timeout: LONGEST + 10 * 60_000 },
  async () => {
    const stage = await Stage.open();
    const end = Date.now() + LONGEST;
    const names = Object.keys(faults);
    let runs = 0;
    do {
      const order = new Chance("faults", runs).shuffled(names);
      const records = await recordHistory({
        processes: stage.processes,
        ...{ companies: COMPANIES, clients: CLIENTS },
        async during() {
          for (const name of order) {
            await setTimeout(PAUSE);
            await faults[name]?.(stage);
          }
          await setTimeout(PAUSE);
          await stage.ready();
        },
      });
      runs += 1;
      const found = [
        ...contradictionsIn(records),
        ...(await brokenInDatabase(stage.server, stage.address)),
      ];
      const outcomes = Map.groupBy(records, ({ outcome }) => outcome);
      const counts = [...outcomes]
        .map(([outcome, { length }]) => `${length} ${outcome}`)
        .join(", ");
      console.log(`History ${runs}: ${counts} calls.`);
      if (found.length > 0)
        expect.unreachable(
          `With SEED=${seed}, history ${runs} has no explanation; it is in ${keepHistory(records, `${runs}`)}:\n${found.slice(0, 10).join("\n")}`,
        );
    } while (Date.now() < end);
    for (const fault of names)
      for (const promise of [
        "one serial order per company",
        "an acknowledged write stays",
        "no call is done twice",
      ])
        recordOutcome({ fault, promise, runs, outcome: "held" });
  },
);
