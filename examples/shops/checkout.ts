// The server side of a checkout: cards, stored cards, Pix and boletos, and what was paid with them.
import {
  type CardCustomerData,
  type CardData,
  type Centavo,
  CentavoError,
  type Payment,
  type PaymentCreate,
  type PaymentSplitCreate,
  ServiceError,
} from "centavo";
import { createPostbackReceiver } from "centavo/postbacks";
import { type OrderTable, stateOf, stateOfAttempt } from "./orders.ts";

/** A click on "pay". */
export interface Purchase {
  /** Of the order, without a slash. */
  id: string;
  /** In centavos: the shop's own price. What a browser sends is never charged. */
  amount: number;
  method: "card" | "storedCard" | "pix" | "billet";
  buyer: CardCustomerData;
  card: CardData;
}

export interface CheckoutOptions {
  centavo: Centavo;
  orders: OrderTable;
  /** The public address of the postbacks, such as `https://shop.example/postbacks`. */
  url: string;
  /** Signs the addresses: at least 32 characters. */
  secret: string;
  /** After how many milliseconds a request can no longer be under way: longer than the `totalTimeout` of the client. */
  patience?: number;
  /** How an order is shared with sellers. */
  splitsOf?: (id: string) => PaymentSplitCreate[];
  /** Gets what went wrong in the background. */
  log?: (problem: unknown) => void;
}

export type Checkout = ReturnType<typeof createCheckout>;

export function createCheckout(options: CheckoutOptions) {
  const {
    centavo,
    orders,
    url,
    secret,
    splitsOf,
    patience = 180_000,
    log = console.error,
  } = options;
  /** The attempts whose requests this process is sending. */
  const running = new Set<string>();

  const postbacks = createPostbackReceiver({
    centavo,
    url,
    secret,
    // Whether something has changed, the table knows, which all processes share.
    each: "event",
    // The receiver has read the payment again, and checked that it belongs to this reference.
    onPayment: (payment, { reference }) => keep(reference, payment),
    onError: log,
  });

  /** Resolves to the payment, whose Pix code or billet the buyer sees. */
  async function pay(purchase: Purchase): Promise<Payment> {
    const { id, method, buyer, card } = purchase;
    await orders.add(id, purchase.amount);
    await findLost(id);
    const storedCard = method === "storedCard" ? await storeCard(buyer, card) : undefined;
    // The lock stops a second click, and a third.
    const { amount, attempts, version } = await orders.change(id, (order) => {
      if (stateOf(order) !== "open") throw new Error(`Order ${id} is paid, or is being paid.`);
      order.attempts.push({ sentAt: Date.now() });
    });
    const reference = referenceTo(id, attempts.length - 1);
    running.add(reference);
    try {
      const payment = await charge(reference, { ...purchase, amount }, storedCard);
      await keep(reference, payment, version);
      return payment;
    } finally {
      running.delete(reference);
    }
  }

  /** Sends the request once. If its answer is lost, the list of payments has the outcome. */
  async function charge(reference: string, purchase: Purchase, storedCard?: string) {
    const postbackUrl = await postbacks.urlFor(reference);
    const body = bodyOf(purchase, postbackUrl, storedCard);
    try {
      const splits = splitsOf?.(purchase.id) ?? [];
      return (await centavo.payments.create({ ...body, splits })).data;
    } catch (error) {
      if (nothingWasCharged(error)) {
        await giveUp(reference);
        throw error;
      }
      const payment = await find(reference, purchase.amount);
      // Show the buyer that the payment is being checked.
      if (!payment) throw error;
      return payment;
    }
  }

  /** Finds a payment by its address of postbacks, which no other attempt has. */
  async function find(reference: string, amount: number): Promise<Payment | undefined> {
    const postbackUrl = await postbacks.urlFor(reference);
    for await (const payment of centavo.payments.list({ amount })) {
      if (payment.postbackUrl === postbackUrl) return payment;
    }
    return undefined;
  }

  /** Looks for the payments of attempts whose answer was lost, in this process or before it began. */
  async function findLost(id: string): Promise<void> {
    const { amount, attempts, version } = await orders.get(id);
    for (const [index, { payment, isVoid, sentAt }] of attempts.entries()) {
      const reference = referenceTo(id, index);
      if (payment || isVoid || running.has(reference)) continue;
      const found = await find(reference, amount);
      if (found) await keep(reference, found, version);
      else if (Date.now() - sentAt >= patience) await giveUp(reference);
    }
  }

  async function giveUp(reference: string): Promise<void> {
    const [id, index] = readReference(reference);
    await orders.change(id, ({ attempts }) => {
      const attempt = attempts[index];
      if (attempt) attempt.isVoid = true;
    });
  }

  /** Keeps what the service says of a payment, and ships what is paid. It may be called any number of times. */
  async function keep(reference: string, payment: Payment, version?: number): Promise<void> {
    const [id, index] = readReference(reference);
    const { attempts } = await orders.change(id, (order) => {
      const attempt = order.attempts[index];
      if (payment.amount !== order.amount || !attempt)
        throw new Error(`Payment ${payment.id} is not that of ${reference}.`);
      // Something newer has arrived while this was on its way, or since the caller knew that version.
      const { updatedAt = "" } = attempt.payment ?? {};
      if (payment.updatedAt < updatedAt) return;
      if (updatedAt && version !== undefined && version !== order.version) return;
      const splits = payment.splits.length > 0 ? payment.splits : (attempt.payment?.splits ?? []);
      const { status } = payment;
      attempt.payment = { id: payment.id, status, updatedAt: payment.updatedAt, splits };
      // In the transaction: a job sends what is marked, once.
      if (stateOf(order) === "paid") order.shipped = true;
    });
    // A request was under way for longer than we have waited. A Pix has to be paid back by hand.
    const [, ...surplus] = attempts.filter((each) => stateOfAttempt(each) === "paid");
    for (const { payment } of surplus) {
      if (payment?.status !== "SUCCEEDED") log(`Order ${id} was paid twice.`);
      else await centavo.payments.refund({ transactionId: payment.id });
    }
  }

  /** A click on "refund" in the back office. The service refunds cards only. */
  async function refund(id: string): Promise<void> {
    const { attempts, version } = await orders.get(id);
    const index = attempts.findIndex(({ payment }) => payment?.status === "SUCCEEDED");
    const transactionId = attempts[index]?.payment?.id;
    if (!transactionId) throw new Error(`Order ${id} has no payment that can be refunded.`);
    const failure = await centavo.payments.refund({ transactionId }).catch((error) => error);
    // The answer may be lost, or somebody has refunded it before: what is read is true.
    const { data: payment } = await centavo.payments.get(transactionId);
    await keep(referenceTo(id, index), payment, version);
    if (payment.status !== "REFUNDED") throw failure;
  }

  /** Asks for what no postback has brought: when the process starts, and every few minutes. */
  async function reconcile(): Promise<void> {
    for (const { id, attempts, version } of await orders.all()) {
      for (const [index, { payment }] of attempts.entries()) {
        if (!payment || FINAL.includes(payment.status)) continue;
        const call = centavo.payments.get(payment.id);
        await call.then(({ data }) => keep(referenceTo(id, index), data, version)).catch(log);
      }
      await findLost(id).catch(log);
    }
  }

  /** Stores a card. The first payment makes a buyer a customer, and only customers have stored cards. */
  async function storeCard(buyer: CardCustomerData, card: CardData): Promise<string | undefined> {
    for await (const { id: customerId, document } of centavo.customers.list()) {
      if (document !== buyer.document) continue;
      return (await centavo.cards.tokenize({ customerId, ...card })).data.id;
    }
    return undefined;
  }

  return { pay, refund, reconcile, postbacks };
}

/** From here a payment never changes. */
const FINAL: Payment["status"][] = ["FAILED", "CANCELED", "REFUNDED", "CHARGEBACK"];

/** What names an attempt in its address of postbacks. */
const referenceTo = (id: string, index: number) => `${id}.${index + 1}`;

function readReference(reference: string): [id: string, index: number] {
  const dot = reference.lastIndexOf(".");
  return [reference.slice(0, dot), Number(reference.slice(dot + 1)) - 1];
}

function bodyOf(purchase: Purchase, postbackUrl: string, storedCard?: string): PaymentCreate {
  const { amount, method, buyer: customerData, card: cardData } = purchase;
  const billingData = { amount, postbackUrl };
  if (method === "pix" || method === "billet")
    return { paymentType: method, billingData, customerData };
  const order = { billingData: { ...billingData, installments: 1 }, customerData };
  if (storedCard) return { paymentType: "tokenizedCard", tokenizedCardId: storedCard, ...order };
  return { paymentType: "card", cardData, ...order };
}

/** Of most errors nobody knows yet: the payment may have been made before the answer was lost. */
function nothingWasCharged(error: unknown): boolean {
  // Wrong arguments, which were not sent.
  if (error instanceof TypeError) return true;
  if (!(error instanceof CentavoError)) return false;
  if (error.operationId === "auth.createToken") return true;
  return error instanceof ServiceError && error.status < 500;
}
