import { type Centavo, createCentavo, type Payment } from "../../../src/client/index.ts";
import type { Order, ShopOrder, ShopSandbox } from "../../../src/testing/index.ts";

/** What survives a restart. */
interface Row {
  order: Order;
  /** Whether a payment was asked for, so that there may be one. */
  isTried: boolean;
  payments: Map<string, Payment["status"]>;
}

/** What a shop of this kind may do wrong. */
export interface Mistakes {
  /** Asks for another payment after a lost answer. */
  createsAgain?: boolean;
  /** Believes what the postback says, however late it is. */
  trustsBody?: boolean;
  /** Answers a postback with an error if it knows no payment of that id yet, and forgets it. */
  dropsUnknown?: boolean;
}

/** A small shop, which is correct unless it is told otherwise. */
export class SmallShop {
  readonly #centavo: Centavo;
  readonly #url: string;
  readonly #mistakes: Mistakes;
  readonly rows: Map<string, Row>;
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(sandbox: ShopSandbox, mistakes: Mistakes = {}, rows = new Map<string, Row>()) {
    this.#centavo = createCentavo(sandbox);
    this.#url = sandbox.postbackUrl;
    this.#mistakes = mistakes;
    this.rows = rows;
  }

  async buy(order: Order): Promise<void> {
    await this.#inTurn(order.id, async () => {
      const row = this.rows.get(order.id) ?? { order, isTried: false, payments: new Map() };
      this.rows.set(order.id, row);
      if (row.isTried && !this.#mistakes.createsAgain) await this.#findPayments(row);
      if ([...row.payments.values()].some((status) => !["FAILED", "CANCELED"].includes(status)))
        return;
      row.isTried = true;
      const { id, status } = await this.#create(order);
      row.payments.set(id, status);
      if (status === "FAILED") throw new Error("The card was declined.");
    });
  }

  async refund(order: Order): Promise<void> {
    const row = this.rows.get(order.id);
    const [paymentId] =
      [...(row?.payments ?? [])].find(([, status]) => status === "SUCCEEDED") ?? [];
    if (!row || !paymentId) throw new Error("There is nothing to refund.");
    const { data } = await this.#centavo.payments.refund({ transactionId: paymentId });
    row.payments.set(paymentId, data.status);
  }

  fetch = async (request: Request): Promise<Response> => {
    const { data } = (await request.json()) as { data: Payment };
    const row = [...this.rows.values()].find(
      ({ order }) => order.buyer.email === data.buyerDetails.email,
    );
    if (this.#mistakes.dropsUnknown && !row?.payments.has(data.id))
      return new Response(null, { status: 204 });
    if (!row) return new Response(null, { status: 404 });
    await this.#inTurn(`payment of ${row.order.id}`, async () => {
      const payment = this.#mistakes.trustsBody
        ? data
        : (await this.#centavo.payments.get(data.id)).data;
      row.payments.set(payment.id, payment.status);
    });
    return new Response(null, { status: 204 });
  };

  orders(): ShopOrder[] {
    return [...this.rows.values()].map(({ order: { id }, payments }) => {
      const has = (...statuses: string[]) =>
        [...payments.values()].some((each) => statuses.includes(each));
      const paid = has("SUCCEEDED", "PAID");
      return {
        id,
        paid,
        refunded: !paid && has("REFUNDED"),
        disputed: !paid && has("DISPUTED", "CHARGEBACK"),
      };
    });
  }

  async #findPayments({ order, payments }: Row): Promise<void> {
    for await (const { id, status, buyerDetails } of this.#centavo.payments.list())
      if (buyerDetails.email === order.buyer.email) payments.set(id, status);
  }

  async #create({ method, amount, buyer, card }: Order): Promise<Payment> {
    const billingData = { amount, postbackUrl: this.#url };
    const common = { billingData, customerData: buyer };
    const byCard = { ...common, billingData: { ...billingData, installments: 1 } };
    if (method === "card")
      return (
        await this.#centavo.payments.create({ ...byCard, paymentType: "card", cardData: card })
      ).data;
    if (method !== "storedCard")
      return (await this.#centavo.payments.create({ ...common, paymentType: method })).data;
    const tokenizedCardId = await this.#storeCard(buyer.document, card);
    return (
      await this.#centavo.payments.create({
        ...byCard,
        paymentType: "tokenizedCard",
        tokenizedCardId,
      })
    ).data;
  }

  async #storeCard(document: string, card: Order["card"]): Promise<string> {
    for await (const { id: customerId, document: own } of this.#centavo.customers.list())
      if (own === document)
        return (await this.#centavo.cards.tokenize({ customerId, ...card })).data.id;
    throw new Error("No customer has this document.");
  }

  async #inTurn(key: string, work: () => Promise<void>): Promise<void> {
    const before = this.#queues.get(key);
    const turn = (async () => {
      await before?.catch(() => {});
      await work();
    })();
    this.#queues.set(key, turn);
    await turn;
  }
}
