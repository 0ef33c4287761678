import { type Shop, START } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";
import { type Acknowledged, hasNoResponse, type Kind, Rejected } from "./acknowledged-writes.ts";
import { BUYER } from "./database-checks.ts";
import { Connection } from "./keep-alive-connection.ts";
import { requestBytes } from "./request-mix.ts";
import type { Chance } from "./seeded-random.ts";

/** What a caller uses while it works for a company whose clock is stopped. */
export interface Deal {
  shop: Shop;
  known: Acknowledged;
  chance: Chance;
  /** Approved subaccounts. */
  sellers: readonly string[];
  /** Where postbacks go. */
  receiver: string;
}

/** Scenarios of a shop, one call after the other. */
type Story = (deal: Deal) => Promise<unknown>;

type Status = Parameters<Shop["decide"]>[1];

/** What becomes of a card payment that succeeded. */
const afterSale: ((deal: Deal, id: string) => Promise<unknown>)[] = [
  async () => {},
  (deal, id) => refund(deal, id),
  (deal, id) => decide(deal, id, "REFUNDED"),
  (deal, id) => decide(deal, id, "DISPUTED"),
  (deal, id) => decide(deal, id, "DISPUTED").then(() => decide(deal, id, "CHARGEBACK")),
  (deal, id) => decide(deal, id, "DISPUTED").then(() => decide(deal, id, "SUCCEEDED")),
  ({ shop, known }, id) =>
    known.change(shop, [["payments", id, {}]], async () => {
      return (await shop.control.payments.anticipate(id)).data;
    }),
];

const stories: Story[] = [
  async (deal) => deal.chance.pick(afterSale)(deal, (await pay(deal, "cardWithSplits")).id),
  async (deal) => deal.chance.pick(afterSale)(deal, (await pay(deal, "cardWithSplits")).id),
  async (deal) => decide(deal, (await pay(deal, "pix")).id, "PAID"),
  (deal) => pay(deal, "pix"),
  async (deal) => decide(deal, (await pay(deal, "billet")).id, "PAID"),
  (deal) => pay(deal, "cardDeclined", { splits: undefined }),
  withdrawal,
  storedCard,
  changedCustomer,
  subaccount,
  subscription,
];

/** Runs one scenario after the other, until there are no more responses. */
export function work(deal: Deal): Promise<void> {
  return untilNoResponse(() => tell(deal));
}

/** Sends a payment after each response, so that the sandbox is always busy. */
export function pour(deal: Deal): Promise<void> {
  let connection: Connection | undefined;
  let token = "";
  return untilNoResponse(async () => {
    connection ??= await Connection.open(deal.shop.url);
    token ||= await deal.shop.token();
    await payOver(connection, token, deal);
  });
}

async function untilNoResponse(step: () => Promise<unknown>): Promise<void> {
  try {
    for (;;) await step();
  } catch (error) {
    if (!hasNoResponse(error)) throw error;
  }
}

function payOver(connection: Connection, token: string, deal: Deal) {
  const json = body("payments.create", "cardWithSplits", orderOf(deal));
  const request = requestBytes("POST", "/payments", { token, json });
  return deal.known.create(deal.shop, "payments", async () => {
    const { status, body } = await connection.send(request);
    if (status !== 200) throw new Error(`A payment was answered with ${status}: ${body}`);
    return JSON.parse(body.toString()).data;
  });
}

async function tell(deal: Deal): Promise<void> {
  try {
    await deal.chance.pick(stories)(deal);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
  }
}

function pay(deal: Deal, example: string, change: object = {}) {
  const { shop, known } = deal;
  return known.create(shop, "payments", () => shop.pay(example, { ...orderOf(deal), ...change }));
}

function orderOf(deal: Deal) {
  const { chance, sellers } = deal;
  const document = chance.below(4) > 0 ? chance.digits(11) : undefined;
  return {
    customerData: { firstName: BUYER, ...(document && { document }) },
    billingData: { amount: chance.between(2000, 50_000), postbackUrl: receiverOf(deal) },
    splits: [
      { subaccountId: sellers[0], splitPercentage: chance.between(1, 4000) / 100 },
      { subaccountId: sellers[1], splitAmount: chance.between(1, 500), chargebackLiable: true },
    ],
  };
}

/** Most events are sent to a receiver. */
function receiverOf({ chance, receiver }: Deal): string | undefined {
  return chance.below(5) > 0 ? receiver : undefined;
}

function refund({ shop, known }: Deal, id: string) {
  return known.change(shop, [["payments", id, { status: "REFUNDED", splits: [] }]], async () => {
    return (await shop.centavo.payments.refund({ transactionId: id })).data;
  });
}

function decide({ shop, known }: Deal, id: string, status: Status) {
  const splits = status === "REFUNDED" ? { splits: [] } : {};
  return known.change(shop, [["payments", id, { status, ...splits }]], () =>
    shop.decide(id, status),
  );
}

async function withdrawal(deal: Deal): Promise<void> {
  const { shop, known, chance } = deal;
  await decide(deal, (await pay(deal, "pix")).id, "PAID");
  const asked = body("withdrawals.create", "pix", {
    ...{ amount: chance.between(1, 1500), postbackUrl: receiverOf(deal) },
  });
  const { id } = await known.create(shop, "withdrawals", async () => {
    return (await shop.control.withdrawals.create(asked)).data;
  });
  const status = chance.pick(["PAID", "FAILED"] as const);
  await known.change(shop, [["withdrawals", id, { status }]], async () => {
    return (await shop.control.withdrawals.setStatus(id, { status })).data;
  });
}

function customer({ shop, known, chance }: Deal) {
  return known.create(shop, "customers", () => shop.customer({ document: chance.digits(11) }));
}

function card({ shop, known }: Deal, customerId: string) {
  return known.create(shop, "cards", () => shop.card({ customerId, expirationYear: "2098" }));
}

async function storedCard(deal: Deal): Promise<void> {
  const { shop, known } = deal;
  const { id: customerId, document } = await customer(deal);
  const { id } = await card(deal, customerId);
  await pay(deal, "tokenizedCard", { tokenizedCardId: id, customerData: { document } });
  await known.change(shop, [["cards", id, null]], () => shop.centavo.cards.delete(id));
}

async function changedCustomer(deal: Deal): Promise<void> {
  const { shop, known, chance } = deal;
  const { id } = await customer(deal);
  const phoneNumber = `+55119${chance.digits(8)}`;
  await known.change(shop, [["customers", id, { phoneNumber }]], async () => {
    return (await shop.centavo.customers.update(id, { phoneNumber })).data;
  });
  const { id: cardId } = await card(deal, id);
  // A customer's cards go with it.
  const gone: [Kind, string, null][] = [
    ["customers", id, null],
    ["cards", cardId, null],
  ];
  if (chance.below(2)) await known.change(shop, gone, () => shop.centavo.customers.delete(id));
}

async function subaccount({ shop, known, chance }: Deal): Promise<void> {
  const { id } = await known.create(shop, "subaccounts", async () => {
    const { data } = await shop.centavo.subaccounts.createPf(body("subaccounts.createPf", "pf"));
    // It is shown once, and not kept.
    const { accountBank: _, ...kept } = data;
    return kept;
  });
  const status = "APPROVED";
  await known.change(shop, [["subaccounts", id, { status }]], async () => {
    return (await shop.control.subaccounts.setStatus(id, { status })).data;
  });
  const account = body("bankAccounts.create", "checking", {
    accountNumber: `${chance.digits(12)}-1`,
  });
  await known.create(shop, "bankAccounts", async () => {
    return (await shop.centavo.bankAccounts.create(account)).data;
  });
}

async function subscription(deal: Deal): Promise<void> {
  const { shop, known, chance } = deal;
  const { id } = await subscribe(deal, {});
  const steps = ["suspend", "reactivate", "cancel"] as const;
  const becomes = { suspend: "SUSPENDED", reactivate: "ACTIVE", cancel: "DELETED" };
  for (const step of steps.slice(0, chance.between(0, steps.length))) {
    const canceledAt = step === "cancel" ? new Date(START).toISOString() : null;
    const fields = { status: becomes[step], canceledAt };
    await known.change(shop, [["subscriptions", id, fields]], async () => {
      return (await shop.centavo.subscriptions[step](id)).data;
    });
  }
}

/** Makes a subscription for a customer and a card of its own. */
export async function subscribe(deal: Deal, terms: object) {
  const { id: customerId } = await customer(deal);
  const { id: cardId } = await card(deal, customerId);
  return deal.known.create(deal.shop, "subscriptions", () =>
    deal.shop.subscription(terms, { id: cardId, customerId }),
  );
}
