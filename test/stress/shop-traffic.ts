import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished } from "vitest";
import type { Postback } from "../../generated/sandbox-control-types.ts";
import {
  NetworkError,
  type Payment,
  type PaymentStatus,
  ServiceError,
} from "../../src/client/index.ts";
import { businessRules } from "../../src/sandbox/domain/sandbox-return-codes.ts";
import { until } from "../postgres/sandbox-fleet.ts";
import { type Shop, START } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";
import { type Receiver, receive } from "../sandbox/receiver.ts";
import { BUYER, TERMS } from "./database-checks.ts";
import { Chance } from "./seeded-random.ts";

const CALLERS = 6;
/** Of the company whose time passes, each charged every day. */
const SUBSCRIPTIONS = 3;
const DAY = 86_400_000;

type Kind = "payments" | "withdrawals" | "subscriptions" | "customers" | "cards" | "subaccounts";

/** The kinds that only a call for one creates. Payments create customers too, and cards go with them. */
const COUNTED = ["payments", "withdrawals", "subscriptions", "subaccounts"] as const;

/** Returns the processes that run, each as a company sees it. */
type Shops = (keys?: Shop["keys"]) => Shop[];

/** The rules by which a call may be rejected, depending on earlier calls. */
const RULE_CODES: unknown[] = [
  businessRules.RefundBalanceUnavailable.returnCode,
  businessRules.BalanceTooLow.returnCode,
];

/** Ends a scenario: a rule has rejected its call. */
class Ended extends Error {}

/** Ends a scenario: its call may have been done or not. */
class NoAnswer extends Ended {}

/** Scenarios of a shop, one call after the other. */
const stories: ((traffic: ShopTraffic) => Promise<unknown>)[] = [
  ...[sale, sale, sale, withdrawal, storedCard, changedCustomer, subaccount, subscription],
  (traffic) => traffic.pay("pix"),
  async (traffic) => traffic.decide((await traffic.pay("billet")).id, "PAID"),
  (traffic) => traffic.pay("cardDeclined", { splits: undefined }),
];

async function sale(traffic: ShopTraffic): Promise<void> {
  const { id } = await traffic.pay("cardWithSplits");
  const end = traffic.chance.pick(["kept", "refund", "anticipate", "SUCCEEDED", "CHARGEBACK"]);
  if (end === "refund")
    await traffic.change("payments", id, ({ centavo }) =>
      centavo.payments.refund({ transactionId: id }),
    );
  if (end === "anticipate")
    await traffic.change("payments", id, ({ control }) => control.payments.anticipate(id));
  if (end === "SUCCEEDED" || end === "CHARGEBACK") {
    await traffic.decide(id, "DISPUTED");
    await traffic.decide(id, end);
  }
}

async function withdrawal(traffic: ShopTraffic): Promise<void> {
  await traffic.decide((await traffic.pay("pix")).id, "PAID");
  const { chance, receiver } = traffic;
  const change = { amount: chance.between(1, 1500), postbackUrl: receiver.url };
  const asked = body("withdrawals.create", "pix", change);
  const { id } = await traffic.create("withdrawals", ({ control }) =>
    control.withdrawals.create(asked),
  );
  const status = chance.pick(["PAID", "FAILED"] as const);
  await traffic.change("withdrawals", id, ({ control }) =>
    control.withdrawals.setStatus(id, { status }),
  );
}

async function customerWithCard(traffic: ShopTraffic) {
  const { id: customerId, document } = await traffic.create("customers", async (shop) => ({
    data: await shop.customer({ document: traffic.chance.digits(11) }),
  }));
  const { id } = await traffic.create("cards", async (shop) => ({
    data: await shop.card({ customerId, expirationYear: "2098" }),
  }));
  return { id, customerId, document };
}

async function storedCard(traffic: ShopTraffic): Promise<void> {
  const { id, document } = await customerWithCard(traffic);
  await traffic.pay("tokenizedCard", { tokenizedCardId: id, customerData: { document } });
  await traffic.change("cards", id, ({ centavo }) => centavo.cards.delete(id).then(gone));
}

async function changedCustomer(traffic: ShopTraffic): Promise<void> {
  const { id, customerId } = await customerWithCard(traffic);
  const phoneNumber = `+55119${traffic.chance.digits(8)}`;
  await traffic.change("customers", customerId, ({ centavo }) =>
    centavo.customers.update(customerId, { phoneNumber }),
  );
  // The card goes with it.
  traffic.acknowledged.delete(`/cards/${id}`);
  await traffic.change("customers", customerId, ({ centavo }) =>
    centavo.customers.delete(customerId).then(gone),
  );
}

async function subaccount(traffic: ShopTraffic): Promise<void> {
  const { id } = await traffic.create("subaccounts", async ({ centavo }) => {
    const { data } = await centavo.subaccounts.createPf(body("subaccounts.createPf", "pf"));
    // It is shown once, and not kept.
    const { accountBank: _, ...kept } = data;
    return { data: kept };
  });
  await traffic.change("subaccounts", id, ({ control }) =>
    control.subaccounts.setStatus(id, { status: "APPROVED" }),
  );
}

async function subscription(traffic: ShopTraffic): Promise<void> {
  const card = await customerWithCard(traffic);
  const { id } = await traffic.create("subscriptions", async (shop) => ({
    data: await shop.subscription({}, card),
  }));
  const steps = ["suspend", "reactivate", "cancel"] as const;
  for (const step of steps.slice(0, traffic.chance.between(0, steps.length)))
    await traffic.change("subscriptions", id, ({ centavo }) => centavo.subscriptions[step](id));
}

function gone(): { data: null } {
  return { data: null };
}

/**
 * Callers of a company whose clock is stopped, and the passing time of another one. It keeps what was
 * acknowledged, to compare with what is there after a crash.
 */
export class ShopTraffic {
  readonly receiver: Receiver;
  readonly chance = new Chance("traffic");
  /** What the latest answer said of each resource, by its path: `null` once it is deleted. */
  readonly acknowledged = new Map<string, object | null>();
  /** The calls without an answer. */
  unanswered = 0;
  readonly #problems: string[] = [];
  /** How many of a kind have been asked for. */
  readonly #asked: Partial<Record<Kind, number>> = {};
  /** The days that have passed by the answers, and those that may have. */
  readonly #days = { acknowledged: 0, most: 0 };
  readonly #shops: Shops;
  readonly #still: Shop["keys"];
  readonly #moving: Shop["keys"];
  #sellers: string[] = [];
  #turn = 0;
  #isEnding = false;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(shops: Shops, receiver: Receiver, companies: Shop["keys"][]) {
    const [still, moving] = companies as [Shop["keys"], Shop["keys"]];
    this.#shops = shops;
    this.#still = still;
    this.#moving = moving;
    this.receiver = receiver;
  }

  static async start(shops: Shops): Promise<ShopTraffic> {
    const chance = new Chance("receiver");
    // Sometimes it fails.
    const receiver = await receive((response) => {
      const outcome = chance.below(20);
      if (outcome === 0) response.destroy();
      else response.writeHead(outcome === 1 ? 500 : 204).end();
    });
    const [first] = shops() as [Shop];
    const create = async () => (await first.control.companies.create(TERMS)).data;
    const traffic = new ShopTraffic(shops, receiver, [await create(), await create()]);
    await traffic.#open();
    onTestFinished(() => traffic.stop());
    return traffic;
  }

  async #open(): Promise<void> {
    const [shop] = this.#shops(this.#still) as [Shop];
    this.#sellers = [await shop.subaccount(), await shop.subaccount()];
    this.#asked.subaccounts = this.#sellers.length;
    const [moving] = this.#shops(this.#moving) as [Shop];
    const card = await moving.card({ expirationYear: "2098" });
    const daily = { frequency: 1, dueDate: START.slice(0, 10), setupAmount: 0 };
    const lifelong = { ...daily, duration: undefined, expirationDate: undefined };
    for (let count = 0; count < SUBSCRIPTIONS; count++) await moving.subscription(lifelong, card);
    const callers = Array.from({ length: CALLERS }, () => this.#untilEnd(() => this.#tell()));
    this.#running = Promise.all([...callers, this.#untilEnd(() => this.#passTime())]);
  }

  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
  }

  async #untilEnd(step: () => Promise<unknown>): Promise<void> {
    while (!this.#isEnding) {
      await step().catch((error) => {
        if (!(error instanceof Ended)) this.#problems.push(`${error}`);
      });
    }
  }

  #tell(): Promise<unknown> {
    return this.chance.pick(stories)(this);
  }

  async #passTime(): Promise<void> {
    await setTimeout(100);
    const billingData = { postbackUrl: this.receiver.url };
    await this.#call((shop) => shop.pay("pix", { billingData }), this.#moving);
    const days = this.chance.pick([1, 2, 10]);
    this.#days.most += days;
    await this.#call(({ control }) => control.clock.advance({ days }), this.#moving);
    this.#days.acknowledged += days;
  }

  /** Calls through another process than the last call. */
  async #call<Result>(call: (shop: Shop) => Promise<Result>, keys: Shop["keys"]): Promise<Result> {
    const shops = this.#shops(keys);
    const shop = shops[this.#turn++ % shops.length];
    try {
      if (shop) return await call(shop);
    } catch (error) {
      const { returnCode, status } = error instanceof ServiceError ? error : {};
      if (RULE_CODES.includes(returnCode)) throw new Ended();
      // An advance without an answer goes on, and a day of it ends each token that the client gets meanwhile.
      const hasExpired = status === 401 && keys === this.#moving;
      if (status !== 503 && !hasExpired && !(error instanceof NetworkError)) throw error;
    }
    this.unanswered += 1;
    await setTimeout(50);
    throw new NoAnswer();
  }

  async create<Resource extends { id: string }>(
    kind: Kind,
    call: (shop: Shop) => Promise<{ data: Resource }>,
  ): Promise<Resource> {
    this.#asked[kind] = 1 + (this.#asked[kind] ?? 0);
    const { data } = await this.#call(call, this.#still);
    this.acknowledged.set(`/${kind}/${data.id}`, data);
    return data;
  }

  /** No other call may change the same resource at the same time: their order would be unknown. */
  async change(kind: Kind, id: string, call: (shop: Shop) => Promise<{ data: object | null }>) {
    const path = `/${kind}/${id}`;
    try {
      this.acknowledged.set(path, (await this.#call(call, this.#still)).data);
    } catch (error) {
      if (error instanceof NoAnswer) this.acknowledged.delete(path);
      throw error;
    }
  }

  pay(example: string, change: object = {}): Promise<Payment> {
    const { chance, receiver } = this;
    const [first, second] = this.#sellers;
    const order = {
      customerData: { firstName: BUYER, document: chance.digits(11) },
      billingData: { amount: chance.between(2000, 50_000), postbackUrl: receiver.url },
      splits: [
        { subaccountId: first, splitPercentage: chance.between(1, 4000) / 100 },
        { subaccountId: second, splitAmount: chance.between(1, 500), chargebackLiable: true },
      ],
    };
    return this.create("payments", async (shop) => ({
      data: await shop.pay(example, { ...order, ...change }),
    }));
  }

  decide(id: string, status: PaymentStatus): Promise<void> {
    return this.change("payments", id, ({ control }) => control.payments.setStatus(id, { status }));
  }

  /** What was lost or done twice, by what any process says. Nothing may call meanwhile. */
  async lost(): Promise<string[]> {
    const [still] = this.#shops(this.#still) as [Shop];
    const [moving] = this.#shops(this.#moving) as [Shop];
    return [
      ...this.#problems,
      ...(await this.#changed(still)),
      ...(await this.#unasked(still)),
      ...(await this.#wrongCharges(moving)),
      ...(await this.#misdelivered(still)),
      ...(await this.#misdelivered(moving)),
    ];
  }

  async #changed(shop: Shop): Promise<string[]> {
    const token = await shop.token();
    const problems: string[] = [];
    for (const [path, state] of this.acknowledged) {
      const { status, body } = await shop.send("GET", path, { token });
      const [is, was] = [(body as { data: object }).data, state].map(withoutAddresses);
      // A read may show more fields.
      const isKept = was ? isDeepStrictEqual({ ...is, ...was }, is) : status === 404;
      if (isKept) continue;
      problems.push(`${path} was ${JSON.stringify(was)} and is ${status} ${JSON.stringify(is)}`);
    }
    return problems;
  }

  async #unasked({ centavo }: Shop): Promise<string[]> {
    const problems: string[] = [];
    for (const kind of COUNTED) {
      const { total } = (await centavo[kind].list({ limit: 1 })).meta;
      const most = this.#asked[kind] ?? 0;
      if (total > most) problems.push(`${total} ${kind}, but only ${most} were asked for`);
    }
    return problems;
  }

  /** Each subscription charges on its first day, and on each that has passed. */
  async #wrongCharges({ control, centavo }: Shop): Promise<string[]> {
    const { now } = (await control.clock.get()).data;
    const days = Math.round((Date.parse(now) - Date.parse(START)) / DAY);
    const { total } = (await centavo.payments.list({ paymentMethod: "card", limit: 1 })).meta;
    const { acknowledged, most } = this.#days;
    return [
      ...(days >= acknowledged && days <= most ? [] : [`${days} days, not ${acknowledged}`]),
      ...(days > 0 ? [] : ["no day has passed"]),
      ...(total === SUBSCRIPTIONS * (days + 1) ? [] : [`${total} charges in ${days} days`]),
    ];
  }

  /** What did not arrive in the order of the changes. It is tried again for some days. */
  async #misdelivered({ control }: Shop): Promise<string[]> {
    await until(async () => {
      await control.clock.advance({ days: 1 });
      return (await control.postbacks.list({ status: "PENDING", limit: 1 })).meta.total === 0;
    });
    const arrived = Map.groupBy(this.receiver.deliveries, ({ body }) => body.data.id);
    const reported: Postback[] = [];
    for await (const each of control.postbacks.list({ limit: 100 })) reported.unshift(each);
    const lines = [...Map.groupBy(reported, ({ resourceId }) => resourceId)];
    return lines.flatMap(([id, postbacks]) => {
      const expected = postbacks.map(({ eventId }) => eventId);
      // The same again is what "at least once" allows; another one must not come in between.
      const events = (arrived.get(id) ?? [])
        .map(({ body }) => body.eventId)
        .filter((event, at, all) => event !== all[at - 1]);
      const isDelivered = postbacks.every(({ status }) => status === "DELIVERED");
      if (isDelivered && isDeepStrictEqual(events, expected)) return [];
      return [`of ${id} arrived ${events}, and to be told was ${expected}`];
    });
  }
}

/** Addresses in responses depend on where a process listens. */
function withoutAddresses(resource: object | null): object | null {
  return JSON.parse(JSON.stringify(resource).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, ""));
}

/** Expects that whatever has happened since the traffic began has cost nothing but time. */
export async function expectNothingLost(
  traffic: ShopTraffic,
  broken: () => Promise<string[]>,
): Promise<void> {
  // It goes on.
  const before = traffic.acknowledged.size;
  await until(async () => traffic.acknowledged.size > before + 10);
  await traffic.stop();
  expect(await traffic.lost()).toEqual([]);
  expect(await broken()).toEqual([]);
}
