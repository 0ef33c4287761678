import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { isNightly } from "../sample.ts";
import type { Shop } from "../sandbox/company-fixture.ts";
import { newFile } from "../sandbox/database-file.ts";
import { type Receiver, receive } from "../sandbox/receiver.ts";
import { Acknowledged } from "./acknowledged-writes.ts";
import { MovingCompany } from "./concurrent-traffic.ts";
import { type Deal, pour, work } from "./crash-traffic.ts";
import { brokenIn, type ReportedEvents, reportedIn, TERMS } from "./database-checks.ts";
import type { Figures } from "./metrics-reporter.ts";
import { buildPackage, launch, type Running } from "./packaged-sandbox.ts";
import { Chance, seed } from "./seeded-random.ts";

/** How often the sandbox of each file is killed, on old files and on fresh ones: 50 times in all at night, else 5. */
const LIVES = isNightly ? [15, 10, 8, 5, 3, 2, 2, 1, 1, 1, 1, 1] : [3, 1, 1];
const CALLERS = 4;
const POURING = 16;

/** What it is killed in the middle of, and how often. */
const MOMENTS = {
  "under load": isNightly ? 33 : 2,
  "while time passes": isNightly ? 9 : 1,
  "while it starts": isNightly ? 4 : 1,
  "while it ends": isNightly ? 4 : 1,
};
type Moment = keyof typeof MOMENTS;
const allMoments = (Object.keys(MOMENTS) as Moment[]).flatMap((moment) =>
  Array<Moment>(MOMENTS[moment]).fill(moment),
);

buildPackage();

test("a sandbox that is killed again and again keeps all acknowledged writes, no partial one, and sends all postbacks", {
  timeout: 6 * 60_000,
}, async ({ task }) => {
  const lives: Life[] = [];
  const receiver = await unreliable(new Chance("receiver"));
  const moments = new Chance("moments").shuffled(allMoments);
  try {
    for (const [index, kills] of LIVES.entries()) {
      const life = new Life(index, receiver.url);
      lives.push(life);
      for (const moment of moments.splice(0, kills)) await life.killed(moment);
      await life.endsWell(receiver);
    }
  } finally {
    task.meta.figures = { ...figuresOf(lives), ...receiver.figures() };
  }
});

/** One file, from its first sandbox to its last. */
class Life {
  readonly db = newFile();
  readonly kills: Moment[] = [];
  killedWithCalls = 0;
  readonly known = new Acknowledged();
  readonly #moving = {
    known: new Acknowledged(["customers", "cards", "subscriptions"]),
    company: new MovingCompany(),
  };
  readonly #index: number;
  readonly #receiver: string;
  #keys: Shop["keys"][] = [];
  #sellers: string[] = [];

  constructor(index: number, receiver: string) {
    this.#index = index;
    this.#receiver = receiver;
  }

  count(name: keyof Acknowledged["counts"]): number {
    return this.known.counts[name] + this.#moving.known.counts[name];
  }

  async killed(moment: Moment): Promise<void> {
    this.kills.push(moment);
    const chance = new Chance("life", this.#index, "kill", this.kills.length);
    const sandbox = launch(this.db);
    if (moment === "while it starts") {
      await setTimeout(chance.between(0, 300));
      sandbox.kill();
    } else {
      const running = await sandbox.ready;
      await this.#hasAll(running);
      await this.#endsUnderLoad(running, moment, chance);
    }
    expect((await sandbox.ended).stderr, this.#where()).toBe("");
    expect(brokenIn(this.db), this.#where()).toEqual([]);
  }

  /** The last sandbox delivers the pending postbacks, each resource's changes in order. */
  async endsWell(receiver: Unreliable): Promise<void> {
    const sandbox = await launch(this.db).ready;
    await this.#hasAll(sandbox);
    for (const shop of this.#shops(sandbox)) await deliverAll(shop);
    expect(await sandbox.end()).toEqual({ status: 0, signal: null, stderr: "" });
    expect(brokenIn(this.db), this.#where()).toEqual([]);
    const reported = reportedIn(this.db);
    expect(reported.filter(({ delivered }) => delivered !== "DELIVERED")).toEqual([]);
    expect(receiver.problems(reported), this.#where()).toEqual([]);
  }

  async #endsUnderLoad(sandbox: Running, moment: Moment, chance: Chance): Promise<void> {
    const before = this.count("unanswered");
    const [shop, moving] = this.#shops(sandbox);
    const deal = (name: string, shop: Shop, known: Acknowledged): Deal => ({
      ...{ shop, known, sellers: this.#sellers, receiver: this.#receiver },
      chance: new Chance("life", this.#index, "kill", this.kills.length, "caller", name),
    });
    const several = (count: number, caller: (deal: Deal) => Promise<void>) =>
      Array.from({ length: moment === "while time passes" ? 0 : count }, (_, name) =>
        caller(deal(`${caller.name} ${name}`, shop, this.known)),
      );
    const working = Promise.all([
      ...several(CALLERS, work),
      ...several(POURING, pour),
      this.#moving.company.work(deal("moving", moving, this.#moving.known)),
    ]);
    // Avoids an unhandled rejection before the test awaits it.
    working.catch(() => {});
    await setTimeout(chance.between(20, 1000));
    if (moment === "while it ends") {
      sandbox.kill("SIGTERM");
      await setTimeout(chance.between(0, 40));
    }
    sandbox.kill();
    await working;
    await sandbox.ended;
    if (this.count("unanswered") > before) this.killedWithCalls += 1;
  }

  async #hasAll(sandbox: Running): Promise<void> {
    if (this.#keys.length === 0) await this.#furnish(sandbox);
    const [shop, moving] = this.#shops(sandbox);
    const problems = [
      ...(await this.known.problems(shop)),
      ...(await this.#moving.known.problems(moving)),
      ...(await this.#moving.company.problems(moving)),
    ];
    expect(problems, this.#where()).toEqual([]);
  }

  async #furnish(sandbox: Running): Promise<void> {
    const { control } = sandbox.shop();
    for (const terms of [TERMS, TERMS]) {
      const { data } = await control.companies.create(terms);
      this.#keys.push(data);
    }
    const [shop] = this.#shops(sandbox);
    this.#sellers = [await shop.subaccount(), await shop.subaccount()];
  }

  #shops(sandbox: Running): [Shop, Shop] {
    const [still, moving] = this.#keys;
    return [sandbox.shop(still), sandbox.shop(moving)];
  }

  #where(): string {
    return `life ${this.#index}, kill ${this.kills.length} (${this.kills.at(-1)}), with SEED=${seed}`;
  }
}

/** A receiver that sometimes fails, and the problems of what it received. */
interface Unreliable extends Pick<Receiver, "url"> {
  /** Compares with the postbacks in the file of one run. The next run begins anew. */
  problems(reported: ReportedEvents[]): string[];
  figures(): Figures;
}

async function unreliable(chance: Chance): Promise<Unreliable> {
  const arrived = new Map<string, string[]>();
  const accepted = new Set<string>();
  const counts = { arrived: 0, failed: 0, accepted: 0 };
  const { url } = await receive((response, { body: { eventId, data } }) => {
    counts.arrived += 1;
    const events = arrived.get(data.id) ?? [];
    // The same again is what "at least once" allows; another one must not come in between.
    if (events.at(-1) !== eventId) arrived.set(data.id, [...events, eventId]);
    const isAccepted = chance.below(100) >= 8;
    if (isAccepted) accepted.add(eventId);
    else counts.failed += 1;
    if (!isAccepted && chance.below(2)) response.destroy();
    else response.writeHead(isAccepted ? 204 : 500).end();
  });
  return {
    url,
    problems(reported) {
      const expected = Map.groupBy(reported, ({ resourceId }) => resourceId);
      const problems = [...new Set([...arrived.keys(), ...expected.keys()])].flatMap((id) => {
        const events = expected.get(id)?.map(({ eventId }) => eventId) ?? [];
        const got = arrived.get(id) ?? [];
        if (isDeepStrictEqual(got, events) && events.every((each) => accepted.has(each))) return [];
        return [`of ${id} arrived ${got}, and to be told was ${events}`];
      });
      counts.accepted += accepted.size;
      arrived.clear();
      accepted.clear();
      return problems;
    },
    figures: () => ({
      "postbacks delivered": counts.accepted,
      "postbacks that arrived again": counts.arrived - counts.failed - counts.accepted,
      "postbacks that the receiver failed": counts.failed,
    }),
  };
}

/** Ten attempts are made within three days of the company's clock. */
async function deliverAll({ control }: Shop): Promise<void> {
  for (let day = 0; day < 4; day++) await control.clock.advance({ days: 1 });
}

function figuresOf(lives: Life[]): Figures {
  const kills = lives.flatMap((life) => life.kills);
  const sum = (count: (life: Life) => number) =>
    lives.reduce((total, life) => total + count(life), 0);
  const killed = Object.keys(MOMENTS).map((moment) => [
    `kills ${moment}`,
    kills.filter((each) => each === moment).length,
  ]);
  return {
    seed,
    ...Object.fromEntries(killed),
    files: lives.length,
    "kills with calls under way": sum((life) => life.killedWithCalls),
    "writes acknowledged": sum((life) => life.count("acknowledged")),
    "writes refused by a rule": sum((life) => life.count("refused")),
    "calls without an answer": sum((life) => life.count("unanswered")),
    "of these found done": sum((life) => life.count("doneUnanswered")),
  };
}
