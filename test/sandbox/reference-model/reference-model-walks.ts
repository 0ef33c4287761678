import fc from "fast-check";
import { expect } from "vitest";
import { type PaymentStatus, returnCodes } from "../../../src/client/index.ts";
import { businessRules } from "../../../src/sandbox/domain/rule-violations.ts";
import { NOBODY, openShop, type Shop, START } from "../company-fixture.ts";
import { body, shownError } from "../contract-examples.ts";
import { monthly } from "../subscriptions/subscription-fixtures.ts";
import {
  type Card,
  type Method,
  Model,
  type Payment,
  type Reason,
  Rejection,
  type Share,
} from "./reference-model.ts";

/** A company of the sandbox and the model of it. */
class Walk {
  readonly model: Model;
  readonly shop: Shop;
  readonly #visits: Map<string, number>;
  #calls = 0;

  constructor(model: Model, shop: Shop, visits: Map<string, number>) {
    this.model = model;
    this.shop = shop;
    this.#visits = visits;
  }

  /**
   * Makes a call, and passes the id from the response to the model. Both have to succeed, with
   * what the model expects in the response, or both have to reject it for the same reason.
   */
  readonly both = async <Data extends object>(
    name: string,
    call: Promise<{ data: Data }>,
    tell: (id: string, data: Data | undefined) => unknown,
  ): Promise<void> => {
    const response = await call.catch((error: unknown) => ({ error }));
    const data = "data" in response ? response.data : undefined;
    // What is due is done before any call.
    this.model.advance(0);
    const outcome = outcomeOf(() => tell(data && "id" in data ? `${data.id}` : NOBODY, data));
    if (outcome instanceof Rejection) {
      this.#visit(`${name} ${outcome.reason}`);
      expect(response, `${name} ${outcome.reason}`).toMatchObject({
        error: codeOf(outcome.reason),
      });
    } else {
      this.#visit(name);
      expect(response, name).toMatchObject({ data: outcome ?? {} });
    }
    await this.#learnIds();
    this.#calls += 1;
    if (this.#calls % 15 === 0) await this.expectSame();
  };

  /** The ids of the payments that subscriptions have charged are only in the list. */
  async #learnIds(): Promise<void> {
    const { payments } = this.model;
    const first = payments.findIndex(({ id }) => id === "");
    if (first < 0) return;
    const { newest, total } = await this.#payments(first);
    for (const [place, payment] of payments.entries()) {
      payment.id ||= newest[total - 1 - place]?.id ?? "";
    }
  }

  /** The newest payments after the given number. */
  async #payments(after = 0) {
    const newest = [];
    let total = after + 1;
    for (let page = 1; newest.length < total - after; page++) {
      const { data, meta } = await this.shop.centavo.payments.list({ page, limit: 100 });
      newest.push(...data);
      total = meta.total;
      if (data.length === 0) break;
    }
    return { newest, total };
  }

  #visit(place: string): void {
    this.#visits.set(place, (this.#visits.get(place) ?? 0) + 1);
  }

  /** All that the sandbox shows is what the model has. */
  async expectSame(): Promise<void> {
    const { model, shop } = this;
    model.advance(0);
    await this.#learnIds();
    for (const place of model.done) this.#visit(place);
    await this.#expectSameMoney();
    const all = { limit: 100 };
    const { data: customers } = await shop.centavo.customers.list(all);
    expect(customers.map(({ id }) => id)).toEqual(newestFirst(model.customers).map(({ id }) => id));
    const { newest: payments } = await this.#payments();
    expect(payments).toMatchObject(newestFirst(model.payments).map(shownPayment));
    const { data: subaccounts } = await shop.centavo.subaccounts.list(all);
    expect(subaccounts).toMatchObject(
      newestFirst(model.subaccounts).map(({ status }) => ({ status })),
    );
    const { data: subscriptions } = await shop.centavo.subscriptions.list(all);
    expect(subscriptions).toMatchObject(
      newestFirst(model.subscriptions).map((subscription) => {
        const {
          shares: _,
          cycles,
          declined,
          billedOn,
          open,
          next,
          duration,
          ...shown
        } = subscription;
        return { ...shown, splits: model.splitsOf(subscription) };
      }),
    );
    const { data: withdrawals } = await shop.centavo.withdrawals.list(all);
    const own = model.withdrawals.filter(({ owner }) => owner === "");
    expect(withdrawals).toMatchObject(
      newestFirst(own).map(({ id, amount, status }) => ({ id, amount, status })),
    );
  }

  async #expectSameMoney(): Promise<void> {
    const { model, shop } = this;
    const balance = await shop.balance();
    balance.subaccounts.sort((one, other) => one.subaccountId.localeCompare(other.subaccountId));
    expect(balance).toEqual({
      ...this.#account(""),
      subaccounts: model
        .owners()
        .map((owner) => ({ subaccountId: owner, ...this.#account(owner) })),
    });
    const { data: clock } = await shop.control.clock.get();
    expect(Date.parse(clock.now)).toBe(model.now);
  }

  #account(owner: string) {
    return { available: this.model.available(owner), receivable: this.model.receivable(owner) };
  }
}

function outcomeOf(tell: () => unknown): unknown {
  try {
    return tell();
  } catch (error) {
    if (error instanceof Rejection) return error;
    throw error;
  }
}

function newestFirst<Item>(items: readonly Item[]): Item[] {
  return items.toReversed();
}

/** As much of a payment as the model knows. */
function shownPayment({ id, method, status, amount, splits, createdAt, updatedAt }: Payment) {
  return {
    ...{ id, status, amount, splits },
    paymentMethod: method,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

/** The part of an error response that gives its reason. */
function codeOf(reason: Reason): object {
  const codes: Record<string, number> = {
    ...returnCodes,
    ...Object.fromEntries(
      Object.entries(businessRules).map(([name, { returnCode }]) => [name, returnCode]),
    ),
  };
  if (codes[reason] !== undefined) return { returnCode: codes[reason] };
  const { status, body: shown } = shownError("subscriptions.removeSplit", "SplitNotFound");
  expect(reason).toBe("SplitNotFound");
  return { status, body: shown };
}

/** A step of a walk. */
class Step<Arguments> implements fc.AsyncCommand<Model, Walk> {
  readonly #name: string;
  readonly #given: Arguments;
  readonly #take: (walk: Walk, given: Arguments) => Promise<void>;

  constructor(
    name: string,
    given: Arguments,
    take: (walk: Walk, given: Arguments) => Promise<void>,
  ) {
    this.#name = name;
    this.#given = given;
    this.#take = take;
  }

  check(): boolean {
    return true;
  }

  run(_: Model, walk: Walk): Promise<void> {
    return this.#take(walk, this.#given);
  }

  toString(): string {
    return `${this.#name}(${fc.stringify(this.#given)})`;
  }
}

/** One of the existing resources, or an unknown one. */
const which = fc.oneof(
  { weight: 15, arbitrary: fc.nat({ max: 40 }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

function pick(things: readonly { id: string }[], index: number | undefined): string {
  return index === undefined ? NOBODY : (things[index % things.length]?.id ?? NOBODY);
}

const amounts = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: 60_000 }) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 60 }) },
  { weight: 4, arbitrary: fc.constantFrom(999_991, 999_992, 999_993, 999_994) },
);
const documents = fc.constantFrom(
  ...["39053344705", "390.533.447-05", "52998224725", "12.ABC.345/01DE-35", "12ABC34501DE35"],
);
const printedCards: fc.Arbitrary<Card> = fc.record({
  cardNumber: fc.oneof(
    { weight: 8, arbitrary: fc.constant("4111111111111111") },
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        ...["4000000000000010", "4000000000000028", "4000000000000036", "4000000000000044"],
        ...["4000000000000259", "4000000000000101", "4000000000009995"],
      ),
    },
    { weight: 1, arbitrary: fc.constant("4111111111111112") },
  ),
  expirationYear: fc.oneof(
    { weight: 9, arbitrary: fc.constant("2031") },
    { weight: 1, arbitrary: fc.constantFrom("2025", "2026") },
  ),
});
const wantedShares = fc.array(
  fc.record({
    which,
    chargebackLiable: fc.boolean(),
    part: fc.oneof(
      fc.record({ hundredths: fc.integer({ min: 1, max: 5000 }) }),
      fc.record({ hundredths: fc.constantFrom(3333, 5000, 1) }),
      fc.record({ amount: fc.integer({ min: 1, max: 9000 }) }),
    ),
  }),
  { maxLength: 3 },
);
type Wanted = typeof wantedShares extends fc.Arbitrary<(infer One)[]> ? One : never;

function shareOf({ model }: Walk, { which: index, chargebackLiable, part }: Wanted): Share {
  return { subaccountId: pick(model.subaccounts, index), chargebackLiable, ...part };
}

/** As a call has it. */
function sentShare({ subaccountId, chargebackLiable, ...part }: Share): object {
  const who = { subaccountId, chargebackLiable };
  return "amount" in part
    ? { ...who, splitAmount: part.amount }
    : { ...who, splitPercentage: part.hundredths / 100 };
}

/** Pays, in whichever way, and learns the id of a customer who is new. */
function pay(
  name: string,
  walk: Walk,
  sent: object,
  asked: Omit<Parameters<Model["pay"]>[1], "shares"> & { wanted: Wanted[] },
): Promise<void> {
  const { model, shop } = walk;
  const { amount, document, method, installments, wanted } = asked;
  const shares = wanted.map((one) => shareOf(walk, one));
  const billingData = { amount, ...(method === "card" ? { installments } : {}) };
  const customerData = { document };
  const call = async () => {
    const splits = shares.map(sentShare);
    const data = await shop.pay(name, { billingData, customerData, splits, ...sent });
    const { data: newest } = await shop.centavo.customers.list({ limit: 1 });
    return { data: { ...data, customerId: newest[0]?.id ?? "" } };
  };
  return walk.both(`pay ${name}`, call(), (id, data) => {
    const { customerId: _, ...payment } = model.pay(
      id,
      { ...asked, shares },
      () => `${data?.customerId}`,
    );
    return shownPayment({ ...payment, customerId: "" });
  });
}

/** `lasts` is after how many days it expires. */
const subscriptionTerms = fc.record({
  amount: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 20_000 }) },
    { weight: 1, arbitrary: fc.constantFrom(999_991, 999_992, 999_993) },
  ),
  setupAmount: fc.constantFrom(0, 0, 1500, 33),
  frequency: fc.integer({ min: 12, max: 60 }),
  duration: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  lasts: fc.option(fc.integer({ min: -5, max: 200 }), { nil: undefined }),
  tolerancePeriod: fc.nat({ max: 6 }),
});

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

const statuses = [
  ...(["PAID", "CANCELED", "SUCCEEDED", "FAILED", "DISPUTED", "CHARGEBACK"] as const),
  ...(["REFUNDED", "CREATED"] as const),
];

/** A step and how often it comes in relation to the others. */
function step<Given>(
  weight: number,
  name: string,
  given: { [Name in keyof Given]: fc.Arbitrary<Given[Name]> },
  take: (walk: Walk, given: Given) => Promise<void>,
) {
  const arbitrary = fc.record(given).map((one) => new Step(name, one as Given, take));
  return { weight, arbitrary };
}

function asData<Data>(data: Promise<Data>): Promise<{ data: Data }> {
  return data.then((one) => ({ data: one }));
}

const steps = [
  step(3, "createCustomer", { document: documents }, ({ both, model, shop }, { document }) =>
    both("create a customer", asData(shop.customer({ document })), (id) =>
      model.createCustomer(id, document),
    ),
  ),
  step(2, "changeDocument", { which, document: documents }, ({ both, model, shop }, given) => {
    const id = pick(model.customers, given.which);
    const { document } = given;
    return both("change a document", shop.centavo.customers.update(id, { document }), () =>
      model.changeDocument(id, document),
    );
  }),
  step(1, "deleteCustomer", { which }, ({ both, model, shop }, given) => {
    const id = pick(model.customers, given.which);
    return both("delete a customer", shop.centavo.customers.delete(id), () =>
      model.deleteCustomer(id),
    );
  }),
  step(5, "tokenize", { which, card: printedCards }, ({ both, model, shop }, given) => {
    const customerId = pick(model.customers, given.which);
    return both("store a card", asData(shop.card({ customerId, ...given.card })), (id) =>
      model.tokenize(id, customerId, given.card),
    );
  }),
  step(1, "deleteCard", { which }, ({ both, model, shop }, given) => {
    const id = pick(model.cards, given.which);
    return both("delete a card", shop.centavo.cards.delete(id), () => model.deleteCard(id));
  }),
  step(3, "addSubaccount", {}, ({ both, model, shop }) =>
    both(
      "create a subaccount",
      shop.centavo.subaccounts.createPf(body("subaccounts.createPf", "pf")),
      (id) => model.addSubaccount(id),
    ),
  ),
  step(
    5,
    "review",
    { which, status: fc.constantFrom("APPROVED", "APPROVED", "REJECTED") },
    ({ both, model, shop }, given) => {
      const id = pick(model.subaccounts, given.which);
      const status = given.status as "APPROVED";
      return both("review a subaccount", shop.control.subaccounts.setStatus(id, { status }), () =>
        model.review(id, status),
      );
    },
  ),
  step(1, "deleteSubaccount", { which: fc.nat() }, ({ both, model, shop }, given) => {
    // Only this operation has its own error for an unknown resource.
    const id = pick(model.subaccounts, given.which);
    if (id === NOBODY) return Promise.resolve();
    return both("delete a subaccount", shop.centavo.subaccounts.delete(id), () =>
      model.deleteSubaccount(id),
    );
  }),
  step(
    12,
    "payByCard",
    {
      amount: amounts,
      document: documents,
      installments: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 12 }) },
        { weight: 1, arbitrary: fc.constantFrom(24, 25) },
      ),
      wanted: wantedShares,
      card: printedCards,
    },
    (walk, given) => {
      const { card } = given;
      return pay("card", walk, { cardData: card }, { ...given, method: "card" });
    },
  ),
  step(
    5,
    "payByStoredCard",
    { which, amount: amounts, document: documents, wanted: wantedShares },
    (walk, { which: index, ...given }) => {
      const tokenizedCardId = pick(walk.model.cards, index);
      const asked = { ...given, method: "card" as const, installments: 1, tokenizedCardId };
      return pay("tokenizedCard", walk, { tokenizedCardId }, asked);
    },
  ),
  step(
    12,
    "payOtherwise",
    {
      method: fc.constantFrom<Method>("pix", "billet"),
      amount: fc.oneof(
        { weight: 20, arbitrary: amounts },
        { weight: 1, arbitrary: fc.constant(10_000_000_000) },
      ),
      document: documents,
      wanted: wantedShares,
    },
    (walk, given) => pay(given.method, walk, {}, { ...given, installments: 1 }),
  ),
  step(
    14,
    "refund",
    { which: fc.nat({ max: 12 }), isLikely: fc.oneof(fc.constant(true), fc.boolean()) },
    ({ both, model, shop }, { which: index, isLikely }) => {
      const payments = model.payments.filter(({ status }) => !isLikely || status === "SUCCEEDED");
      const { id } = newestFirst(payments)[index % payments.length] ?? {};
      if (id === undefined) return Promise.resolve();
      return both("refund", shop.centavo.payments.refund({ transactionId: id }), () =>
        shownPayment(model.refund(id)),
      );
    },
  ),
  step(
    6,
    "anticipate",
    { which: fc.nat({ max: 12 }), isLikely: fc.oneof(fc.constant(true), fc.boolean()) },
    ({ both, model, shop }, { which: index, isLikely }) => {
      const payments = model.payments.filter(({ status }) => !isLikely || status === "SUCCEEDED");
      const { id } = newestFirst(payments)[index % payments.length] ?? {};
      if (id === undefined) return Promise.resolve();
      return both("anticipate", shop.control.payments.anticipate(id), () =>
        shownPayment(model.anticipate(id)),
      );
    },
  ),
  step(
    22,
    "decide",
    {
      which: fc.oneof(fc.nat({ max: 2 }), fc.nat({ max: 40 })),
      /** One of the steps that may follow, or whichever. */
      next: fc.option(fc.nat({ max: 2 }), { freq: 3 }),
      status: fc.constantFrom(...statuses),
    },
    ({ both, model, shop }, { which: index, next, status: any }) => {
      const payments = model.payments.filter(
        (each) => next === null || model.stepsFrom(each).length > 0,
      );
      const payment = newestFirst(payments)[index % payments.length];
      if (!payment) return Promise.resolve();
      const { id } = payment;
      const legal = model.stepsFrom(payment);
      const wanted = next === null ? undefined : legal[next % legal.length];
      const status = (wanted as PaymentStatus | undefined) ?? any;
      return both(`decide ${status}`, asData(shop.decide(id, status)), () =>
        shownPayment(model.decide(id, status)),
      );
    },
  ),
  step(
    4,
    "subscribe",
    { which, whoseCard: which, terms: subscriptionTerms, dueIn: fc.integer({ min: -1, max: 20 }) },
    ({ both, model, shop }, { which: index, whoseCard, terms: { lasts, ...terms }, dueIn }) => {
      const cardId = pick(model.cards, whoseCard);
      const owner = model.cards.find(({ id }) => id === cardId)?.customerId;
      const customerId =
        index !== undefined && index % 4 > 0 && owner ? owner : pick(model.customers, index);
      const dueDate = daysAfter(model.today, dueIn);
      const expirationDate = lasts === undefined ? undefined : daysAfter(model.today, lasts);
      const asked = { ...terms, customerId, cardId, dueDate, expirationDate };
      const call = shop.control.subscriptions.create(
        body("subscriptions.create", "lifelong", asked),
      );
      const modelTerms = { ...terms, dueDate, expirationDate: expirationDate ?? null };
      return both("subscribe", call, (id) => model.subscribe(id, customerId, cardId, modelTerms));
    },
  ),
  step(
    5,
    "changeSubscription",
    { which: fc.nat(), whoseCard: which, terms: subscriptionTerms },
    ({ both, model, shop }, { which: index, whoseCard, terms }) => {
      const { id } = model.subscriptions[index % model.subscriptions.length] ?? {};
      if (id === undefined) return Promise.resolve();
      const cardId = pick(model.cards, whoseCard);
      const customerId = model.cards.find((card) => card.id === cardId)?.customerId ?? NOBODY;
      const { amount, frequency, duration, lasts } = terms;
      const expirationDate = lasts === undefined ? undefined : daysAfter(model.today, lasts);
      const changed = { customerId, amount, frequency, duration };
      const call = shop.centavo.subscriptions.update(
        id,
        body("subscriptions.update", "lifelong", {
          ...{ ...changed, tokenizedCardId: cardId, expirationDate },
        }),
      );
      return both("change a subscription", call, () =>
        model.changeSubscription(id, {
          ...{ ...changed, cardId, expirationDate: expirationDate ?? null },
        }),
      );
    },
  ),
  step(
    6,
    "moveSubscription",
    {
      which: fc.nat(),
      way: fc.constantFrom("suspend", "suspend", "suspend", "reactivate", "reactivate", "cancel"),
    },
    ({ both, model, shop }, { which: index, way }) => {
      const { id } = model.subscriptions[index % model.subscriptions.length] ?? {};
      if (id === undefined) return Promise.resolve();
      const verb = way as "suspend" | "reactivate" | "cancel";
      const status = ({ suspend: "SUSPENDED", reactivate: "ACTIVE", cancel: "DELETED" } as const)[
        verb
      ];
      const call: Promise<{ data: object }> = shop.centavo.subscriptions[verb](id);
      return both(verb, call, () => {
        model.moveSubscription(id, status);
        return { id, status };
      });
    },
  ),
  step(
    8,
    "addSplit",
    { which: fc.nat(), wanted: wantedShares.filter(({ length }) => length > 0) },
    (walk, { which: index, wanted }) => {
      const { both, model, shop } = walk;
      const { id: subscriptionId } = model.subscriptions[index % model.subscriptions.length] ?? {};
      if (subscriptionId === undefined) return Promise.resolve();
      const share = shareOf(walk, wanted[0] as Wanted);
      const example = "amount" in share ? "amount" : "percentage";
      const call = shop.centavo.subscriptions.addSplit(
        body("subscriptions.addSplit", example, { subscriptionId, ...sentShare(share) }),
      );
      return both("add a split", call, (id) => {
        model.addSplit(subscriptionId, share, id);
        return model.splitsOf(model.subscription(subscriptionId)).at(-1);
      });
    },
  ),
  step(3, "removeSplit", { which: fc.nat(), split: which }, ({ both, model, shop }, given) => {
    const subscription = model.subscriptions[given.which % model.subscriptions.length];
    if (!subscription) return Promise.resolve();
    const { id, shares } = subscription;
    const splitId = pick(shares, given.split);
    return both("remove a split", shop.centavo.subscriptions.removeSplit(id, splitId), () =>
      model.removeSplit(id, splitId),
    );
  }),
  step(
    8,
    "withdraw",
    { which: fc.option(which), parts: fc.constantFrom(3, 7, 10, 10, 10, 11) },
    ({ both, model, shop }, { which: index, parts }) => {
      const owner = index === null ? "" : pick(model.subaccounts, index);
      // Usually a part of the balance, sometimes more than all of it.
      const amount = Math.max(1, Math.floor((model.available(owner) * parts) / 10));
      return both("withdraw", asData(shop.withdraw(amount, owner || undefined)), (id) =>
        model.withdraw(id, owner, amount),
      );
    },
  ),
  step(
    5,
    "decideWithdrawal",
    { which: fc.nat(), status: fc.constantFrom("PAID", "FAILED") },
    ({ both, model, shop }, { which: index, ...given }) => {
      const { id } = model.withdrawals[index % model.withdrawals.length] ?? {};
      if (id === undefined) return Promise.resolve();
      const status = given.status as "PAID";
      const call = shop.control.withdrawals.setStatus(id, { status });
      return both("decide a withdrawal", call, () => model.decideWithdrawal(id, status));
    },
  ),
  step(
    9,
    "advance",
    {
      hours: fc.oneof(
        fc.integer({ min: 1, max: 30 }),
        fc.constant(30 * 24),
        fc.integer({ min: 48, max: 35 * 24 }),
      ),
    },
    ({ both, model, shop }, { hours }) => {
      if (!model.knows(hours)) return Promise.resolve();
      return both("advance", shop.control.clock.advance({ seconds: hours * 3600 }), () => {
        model.advance(hours);
        return { now: new Date(model.now).toISOString() };
      });
    },
  ),
];

const walks = fc.commands<Model, Walk, false>([fc.oneof(...steps)] as never, {
  maxCommands: 100,
  size: "max",
});
/** The first resources of a walk, so that most later calls find what they ask for. */
async function furnish({ both, model, shop }: Walk): Promise<void> {
  for (const chargebackLiable of [true, false]) {
    const subaccountId = await shop.subaccount();
    model.addSubaccount(subaccountId);
    model.review(subaccountId, "APPROVED");
    const share = { subaccountId, chargebackLiable, hundredths: 1000 };
    const cardId = await buyerWithCard(shop, model, chargebackLiable);
    const customerId = model.customers.at(-1)?.id ?? "";
    // One is declined for its amount until it gets another.
    const amount = chargebackLiable ? 9990 : 999_991;
    const terms = { ...monthly, amount, tolerancePeriod: 9 };
    await both("subscribe", asData(shop.subscription(terms, { id: cardId, customerId })), (id) =>
      model.subscribe(id, customerId, cardId, { ...terms, expirationDate: null }),
    );
    const { id: subscriptionId } = model.subscriptions.at(-1) ?? { id: "" };
    const split = body("subscriptions.addSplit", "percentage", {
      subscriptionId,
      ...sentShare(share),
    });
    await both("add a split", shop.centavo.subscriptions.addSplit(split), (id) =>
      model.addSplit(subscriptionId, share, id),
    );
  }
}

async function buyerWithCard(shop: Shop, model: Model, isFirst: boolean): Promise<string> {
  const document = isFirst ? "39053344705" : "52998224725";
  const customer = await shop.customer({ document });
  model.createCustomer(customer.id, document);
  const card = await shop.card({ customerId: customer.id });
  model.tokenize(card.id, customer.id, { cardNumber: "4111111111111111", expirationYear: "2031" });
  return card.id;
}

const fees = fc.constantFrom(
  { hundredths: 0, fixed: 0 },
  { hundredths: 299, fixed: 39 },
  { hundredths: 1250, fixed: 0 },
);

/** Runs this many walks, each with its own company, and counts how often they reached each step. */
export async function goWalks(parameters: {
  seed?: number;
  numRuns: number;
}): Promise<Map<string, number>> {
  const visits = new Map<string, number>();
  const property = fc.asyncProperty(fees, walks, async (fee, commands) => {
    const shop = await openShop({ feePercentage: fee.hundredths / 100, feeFixed: fee.fixed });
    const model = new Model(START, fee);
    const walk = new Walk(model, shop, visits);
    await furnish(walk);
    await fc.asyncModelRun(() => ({ model, real: walk }), commands);
    await walk.expectSame();
  });
  await fc.assert(property, parameters);
  return visits;
}
