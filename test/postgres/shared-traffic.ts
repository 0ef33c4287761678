import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import type { Payment } from "../../src/client/index.ts";
import { NetworkError, ServiceError } from "../../src/client/index.ts";
import type { Shop } from "../sandbox/company-fixture.ts";
import { type Delivery, receive } from "../sandbox/receiver.ts";
import type { PostgresServer } from "./postgres-server.ts";
import { SandboxFleet, until } from "./sandbox-fleet.ts";

/** Callers that go on with another process when one gives no answer. */
const CALLERS = 6;
/** Cycles of one day. */
const DAILY = { frequency: 1, totalCycles: 100 };

interface Unanswered {
  creations: number;
  calls: number;
}

/** What callers did, what was acknowledged, and what they got no answer for. */
export class SharedTraffic {
  /** The latest status of each payment that was acknowledged. */
  readonly acknowledged = new Map<string, Payment["status"]>();
  readonly unanswered: Unanswered = { creations: 0, calls: 0 };
  readonly problems: string[] = [];
  #days = 0;
  #isEnding = false;
  readonly #shops: (keys?: Shop["keys"]) => Shop[];
  /** The company whose time passes. */
  #moving: Shop["keys"] | undefined;
  readonly #receiver: string;
  #running: Promise<unknown> = Promise.resolve();

  /** `shops` returns the processes that run, each as a company sees it. */
  constructor(shops: (keys?: Shop["keys"]) => Shop[], receiver: string) {
    this.#shops = shops;
    this.#receiver = receiver;
  }

  async start(): Promise<void> {
    const [first] = this.#shops();
    this.#moving = (await first?.control.companies.create())?.data;
    const [shop] = this.#shops(this.#moving);
    const card = await shop?.card({ expirationYear: "2098" });
    for (let count = 0; count < 3; count++) await shop?.subscription(DAILY, card);
    this.#running = Promise.all([
      ...Array.from({ length: CALLERS }, (_, index) => this.#work(index)),
      this.#passTime(),
    ]);
  }

  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
  }

  async #work(caller: number): Promise<void> {
    for (let turn = caller; !this.#isEnding; turn++) {
      const created = await this.#call(turn, (shop) =>
        shop.pay("pix", { billingData: { amount: 1500 + turn, postbackUrl: this.#receiver } }),
      );
      if (!created) this.unanswered.creations += 1;
      else {
        this.acknowledged.set(created.id, created.status);
        // Through another process than the one that created it.
        const paid = await this.#call(turn + 1, (shop) => shop.decide(created.id, "PAID"));
        if (paid) this.acknowledged.set(paid.id, paid.status);
      }
    }
  }

  async #passTime(): Promise<void> {
    for (let turn = 0; !this.#isEnding; turn++) {
      const advanced = await this.#call(
        turn,
        (shop) => shop.control.clock.advance({ days: 1 }),
        this.#moving,
      );
      if (advanced) this.#days += 1;
      await setTimeout(200);
    }
  }

  /** Undefined if there was no answer, or one that the database cannot be used. */
  async #call<Result>(
    turn: number,
    call: (shop: Shop) => Promise<Result>,
    keys?: Shop["keys"],
  ): Promise<Result | undefined> {
    const shops = this.#shops(keys);
    const shop = shops[turn % shops.length];
    try {
      if (shop) return await call(shop);
    } catch (error) {
      const isUnavailable = error instanceof ServiceError && error.status === 503;
      if (!isUnavailable && !(error instanceof NetworkError)) this.problems.push(`${error}`);
    }
    this.unanswered.calls += 1;
    await setTimeout(50);
    return undefined;
  }

  /** What was lost or done twice, by what the service says through any process. */
  async lost(): Promise<string[]> {
    const [shop] = this.#shops();
    if (!shop) return ["no process runs"];
    const found = new Map<string, Payment>();
    for await (const each of shop.centavo.payments.list({ limit: 100 })) found.set(each.id, each);
    const lost = [...this.acknowledged].flatMap(([id, status]) => {
      const now = found.get(id)?.status;
      // A payment may have been paid without an answer.
      const isKept = now === status || (status === "PENDING" && now === "PAID");
      return isKept ? [] : [`${id} was acknowledged as ${status}, and is ${now}`];
    });
    const created = [...found.values()].filter(
      ({ postbackUrl }) => postbackUrl === this.#receiver,
    ).length;
    const most = this.acknowledged.size + this.unanswered.creations;
    const extra = created > most ? [`${created} payments, but only ${most} were asked for`] : [];
    return [...this.problems, ...lost, ...extra, ...(this.#days > 0 ? [] : ["no day has passed"])];
  }
}

/** Starts three processes on a database, and traffic through all of them. */
export async function startTraffic(address: string) {
  const fleet = await SandboxFleet.start(address);
  onTestFinished(() => fleet.close());
  const receiver = await receive();
  const traffic = new SharedTraffic((keys) => fleet.shops(keys), receiver.url);
  await traffic.start();
  await until(async () => traffic.acknowledged.size > 10);
  return { fleet, traffic, receiver };
}

/** Expects that whatever has happened since the traffic began has cost nothing but time. */
export async function expectNothingLost(
  { fleet, traffic, receiver }: Awaited<ReturnType<typeof startTraffic>>,
  server: PostgresServer,
  address: string,
): Promise<void> {
  // It goes on.
  const before = traffic.acknowledged.size;
  await until(async () => traffic.acknowledged.size > before + 10);
  await traffic.stop();
  await until(async () => (await pendingPostbacks(fleet.shops()[0])) === 0);
  expect(await traffic.lost()).toEqual([]);
  expect(await brokenIn(server, address)).toEqual([]);
  expect(outOfOrder(receiver.deliveries, traffic.acknowledged.keys())).toEqual([]);
}

export async function pendingPostbacks(shop: Shop | undefined): Promise<number> {
  const page = await shop?.control.postbacks.list({ status: "PENDING", limit: 1 });
  return page?.meta.total ?? 1;
}

/** What does not fit together in the database. */
async function brokenIn(server: PostgresServer, address: string): Promise<string[]> {
  const checks = {
    "books that do not sum to zero": `SELECT subject AS id FROM centavo.entries
      GROUP BY company, subject, event, day HAVING sum(amount) <> 0`,
    "a sum that is not the sum of its entries": `SELECT account AS id FROM centavo.sums
      JOIN (SELECT company, account, owner, day, sum(amount) AS total FROM centavo.entries
      GROUP BY company, account, owner, day) AS added USING (company, account, owner, day) WHERE amount <> total`,
    "payments that are counted otherwise than they are": `SELECT value AS id FROM centavo.counts
      WHERE kind = 'payments' AND field = 'status' AND total <>
      (SELECT count(*) FROM centavo.payments WHERE company = counts.company AND status = value)`,
    "a subscription that has charged otherwise than it counts": `SELECT id FROM centavo.subscriptions AS this
      WHERE (internal::json -> 'billing' ->> 'cycles')::bigint <> (SELECT count(*) FROM centavo.payments AS other
      WHERE other.company = this.company AND other.subscription_id = this.id)`,
    "a payment without its postback": `SELECT id FROM centavo.payments AS this
      WHERE resource::json ->> 'postbackUrl' <> '' AND NOT EXISTS (SELECT 1 FROM centavo.postbacks AS other
      WHERE other.company = this.company AND other.resource_id = this.id
      AND other.internal::json -> 'body' ->> 'status' = this.status)`,
    "a postback that was not delivered": `SELECT id FROM centavo.postbacks WHERE status <> 'DELIVERED'`,
    "a line of the outbox that nobody needs": "SELECT resource_id AS id FROM centavo.outbox",
    "events whose ids are not consecutive": `SELECT company AS id FROM centavo.events
      GROUP BY company HAVING max(id) - min(id) + 1 <> count(*)`,
  };
  const found = await Promise.all(
    Object.entries(checks).map(async ([what, sql]) => {
      const rows = await server.query<{ id: string }>(sql, address);
      return rows.map(({ id }) => `${what}: ${id}`);
    }),
  );
  return found.flat();
}

/** The postbacks that came in another order than that of the changes, and the payments of which none came. */
function outOfOrder(deliveries: readonly Delivery[], ids: Iterable<string>): string[] {
  const latest = new Map<string, string[]>();
  for (const { body } of deliveries) {
    const seen = latest.get(body.data.id) ?? [];
    // The same again is what "at least once" allows; another one must not come in between.
    if (seen.at(-1) !== body.eventId) latest.set(body.data.id, [...seen, body.eventId]);
  }
  const repeated = [...latest].filter(([, events]) => new Set(events).size < events.length);
  const missing = [...ids].filter((id) => !latest.has(id));
  return [
    ...repeated.map(([id, events]) => `the postbacks of ${id} came as ${events}`),
    ...missing.map((id) => `no postback of ${id} came`),
  ];
}
