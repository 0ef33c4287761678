import { setImmediate } from "node:timers/promises";
import { createCentavo, type Payment, type PaymentCreate } from "centavo";
import type { ExploreOptions, Order, Shop, ShopOrder, ShopSandbox } from "centavo/testing";

/** What outlives the process. */
interface Books {
  /** The payments of each order. */
  payments: Map<string, Map<string, Payment["status"]>>;
  /** The orders that were sent. */
  shipments: string[];
  /** The payments that were paid back from the shop's own bank account: the service refunds only cards. */
  transfers: string[];
}

/**
 * A shop that writes nothing before it charges: the service's list is its memory. It has a receiver of its own, which reads
 * one payment after the other.
 */
export class ForgetfulShop {
  readonly books: Books;
  protected readonly centavo;
  readonly #url: string;
  readonly #running = new Map<string, Promise<unknown>>();
  #reads = Promise.resolve<unknown>(undefined);
  /** Its process has ended, and what it was about to write is lost. */
  isOver = false;

  constructor(sandbox: ShopSandbox, books: Books) {
    this.centavo = createCentavo({ ...sandbox, retry: { baseDelay: 1 } });
    this.#url = sandbox.postbackUrl;
    this.books = books;
  }

  /** A second click waits for the first. */
  buy(order: Order): Promise<unknown> {
    const running =
      this.#running.get(order.id) ?? this.#pay(order).finally(() => this.#running.delete(order.id));
    this.#running.set(order.id, running);
    return running;
  }

  async #pay(order: Order): Promise<void> {
    for await (const payment of this.centavo.payments.list({ amount: order.amount })) {
      if (payment.postbackUrl !== this.#urlOf(order.id)) continue;
      this.#writeNew(order.id, payment);
      if (payment.status !== "FAILED" && payment.status !== "CANCELED") return;
    }
    this.#writeNew(order.id, await this.charge(order));
  }

  protected async charge(order: Order): Promise<Payment> {
    const { id, method, amount, buyer: customerData, card: cardData } = order;
    const billingData = { amount, postbackUrl: this.#urlOf(id) };
    const byCard = { billingData: { ...billingData, installments: 1 }, customerData, cardData };
    const body: PaymentCreate =
      method === "pix" || method === "billet"
        ? { paymentType: method, billingData, customerData }
        : { paymentType: "card", ...byCard };
    return (await this.centavo.payments.create(body)).data;
  }

  #urlOf(id: string): string {
    return `${this.#url}/${id}`;
  }

  /** Writes a payment of which no postback has told: what a postback tells is read later. */
  #writeNew(id: string, payment: Payment): void {
    if (!this.books.payments.get(id)?.has(payment.id)) this.write(id, payment);
  }

  protected write(id: string, { id: paymentId, status }: Payment): void {
    if (this.isOver) return;
    const payments = this.books.payments.get(id) ?? new Map();
    this.books.payments.set(id, payments.set(paymentId, status));
  }

  receive = (request: Request): Promise<Response> => {
    const turn = this.#reads.then(() => this.#read(request));
    this.#reads = turn.catch(() => {});
    return turn.then(
      () => new Response(null, { status: 200 }),
      () => new Response(null, { status: 500 }),
    );
  };

  async #read(request: Request): Promise<void> {
    const { data } = (await request.json()) as { data: Payment };
    const { data: payment } = await this.centavo.payments.get(data.id);
    if (payment.postbackUrl !== request.url) return;
    const id = request.url.slice(request.url.lastIndexOf("/") + 1);
    this.write(id, payment);
    await this.afterRead(id);
  }

  protected async afterRead(id: string): Promise<void> {
    const { shipments } = this.books;
    if (shipments.includes(id) || !this.has(id, "SUCCEEDED", "PAID")) return;
    await setImmediate(); // The carrier prints a label.
    if (!this.isOver) shipments.push(id);
  }

  async refund({ id }: Order): Promise<void> {
    const { payments, transfers } = this.books;
    for (const [transactionId, status] of payments.get(id) ?? []) {
      if (status === "PAID" && !transfers.includes(transactionId)) transfers.push(transactionId);
      if (status === "SUCCEEDED")
        this.write(id, (await this.centavo.payments.refund({ transactionId })).data);
    }
  }

  protected has(id: string, ...statuses: Payment["status"][]): boolean {
    const payments = this.books.payments.get(id)?.values() ?? [];
    return [...payments].some((status) => statuses.includes(status));
  }

  orders(): ShopOrder[] {
    return [...this.books.payments.keys()].map((id) => {
      const paid = this.has(id, "SUCCEEDED", "PAID");
      return {
        ...{ id, paid, shipped: this.books.shipments.includes(id) },
        // What was paid too often has nothing to do with the order.
        refunded: !paid && this.has(id, "REFUNDED"),
        disputed: !paid && this.has(id, "DISPUTED", "CHARGEBACK"),
      };
    });
  }
}

/** A shop that charges again when an answer is lost, and refunds the surplus as soon as it hears of it. */
class ImpatientShop extends ForgetfulShop {
  protected override charge(order: Order): Promise<Payment> {
    return super.charge(order).catch(() => super.charge(order));
  }

  protected override async afterRead(id: string): Promise<void> {
    await super.afterRead(id);
    const payments = [...(this.books.payments.get(id) ?? [])];
    const [, ...surplus] = payments.filter(([, status]) => status === "SUCCEEDED");
    for (const [transactionId] of surplus)
      this.write(id, (await this.centavo.payments.refund({ transactionId })).data);
  }
}

/** What these shops promise besides. */
export const ownPromises = {
  "an order leaves the house once": ({ books }: ForgetfulShop) => hasNoneTwice(books.shipments),
  "a payment is paid back once": ({ books }: ForgetfulShop) => hasNoneTwice(books.transfers),
};

function hasNoneTwice(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}

export function shopOf(Each: typeof ForgetfulShop) {
  return {
    open: (sandbox) => new Each(sandbox, { payments: new Map(), shipments: [], transfers: [] }),
    buy: (shop, order) => shop.buy(order),
    postbacks: (shop) => shop.receive,
    orders: (shop) => shop.orders(),
    refund: (shop, order) => shop.refund(order),
    restart(shop, sandbox) {
      shop.isOver = true;
      return new Each(sandbox, shop.books);
    },
    promises: ownPromises,
  } satisfies Shop<ForgetfulShop> & ExploreOptions<ForgetfulShop>;
}

export const forgetfulShop = shopOf(ForgetfulShop);
export const impatientShop = shopOf(ImpatientShop);
