import type { Control } from "../../../generated/sandbox-control-client.ts";
import type { ClockAdvance } from "../../../generated/sandbox-control-types.ts";
import { createCentavo } from "../../client/index.ts";
import type { InProcessSandbox } from "../../sandbox/in-process-sandbox.ts";
import { Network, receiverOf, type ShopProcess } from "./network.ts";
import { orderNumber } from "./order.ts";
import { Payments } from "./payments.ts";
import type { Order, OrderMethod, Shop, ShopOrder, ShopSandbox } from "./shop.ts";
import { within } from "./within.ts";

const POSTBACK_URL = "https://shop.invalid/postbacks";
/** How long a story waits for a click, in milliseconds. It may go on until the buyer pays. */
const MAX_CLICK = 2_000;
/** How long the shop may take for anything else. */
const MAX_SECONDS = 30;
/** The most payments that a page of a list has. */
const MOST_PAYMENTS = 100;

type DatabaseState = "works" | "slow" | "fails";

/** A line of a story: a step, or what happened then. */
export interface Line {
  /** By the sandbox's clock. */
  at: string;
  text: string;
  isStep: boolean;
}

/** A story in progress: a shop, its sandbox, and what lies between them. */
export class Story {
  readonly shop: Shop<unknown>;
  readonly sandbox: InProcessSandbox;
  readonly orders: Order[] = [];
  readonly payments = new Payments(this.orders);
  readonly network: Network;
  readonly lines: Line[] = [];
  /** What the shop believes of its orders, and what it believed when it was asked before. */
  believed: ReadonlyMap<string, ShopOrder> = new Map();
  believedBefore = this.believed;
  /** What the shop has logged. It is read at the end. */
  logs = "";
  database: DatabaseState = "works";
  opened: unknown;
  #opening: Promise<void> | undefined;
  readonly #sawError = new Set<string>();
  #now: string;

  constructor(shop: Shop<unknown>, sandbox: InProcessSandbox, now: string) {
    this.shop = shop;
    this.sandbox = sandbox;
    this.#now = now;
    this.network = new Network(sandbox, this);
  }

  get control(): Control {
    return this.sandbox.control;
  }

  open(): Promise<void> {
    return this.#begin(({ open }, sandbox) => open(sandbox));
  }

  restart = (): void => {
    if (!this.shop.restart) return;
    for (const { id } of this.orders) if (!this.believed.get(id)?.paid) this.#sawError.add(id);
    // Whoever waits for the shop gets the error.
    this.#begin(({ restart }, sandbox) => restart?.(this.opened, sandbox)).catch(() => {});
  };

  #begin(start: (shop: Shop<unknown>, sandbox: ShopSandbox) => unknown): Promise<void> {
    const { open } = this.network;
    const process = this.network.begin();
    // Also what the process before has asked the service for.
    const before = Promise.allSettled([this.#opening, ...open]);
    const opening = async () => {
      await before;
      if (process.isOver) return;
      const opened = await this.#inTime("open", start(this.shop, this.#shopSandbox(process)));
      if (process.isOver) return;
      this.opened = opened;
      process.receive = receiverOf(this.shop.postbacks(opened));
    };
    this.#opening = this.network.during(opening());
    return this.#opening;
  }

  #shopSandbox(process: ShopProcess): ShopSandbox {
    const { url: baseUrl, publicKey, privateKey } = this.sandbox;
    const fetch = this.network.fetchFor(process);
    return {
      ...{ baseUrl, publicKey, privateKey, fetch },
      allowBrowser: true,
      postbackUrl: POSTBACK_URL,
    };
  }

  async end(): Promise<void> {
    this.network.begin();
    try {
      if (this.opened !== undefined) await this.#inTime("close", this.shop.close?.(this.opened));
    } finally {
      this.network.end();
    }
  }

  addOrder(method: OrderMethod, cardNumber: string): Order {
    const order = orderNumber(this.orders.length + 1, method, cardNumber);
    this.orders.push(order);
    return order;
  }

  sawError = ({ id }: Order): boolean => this.#sawError.has(id);

  buy(order: Order): void {
    this.#click(
      async () => {
        await this.shop.buy(this.opened, order);
        this.#sawError.delete(order.id);
      },
      (error) => {
        this.#sawError.add(order.id);
        this.write(`The buyer of ${order.id} saw an error (${error}).`);
      },
    );
  }

  refund(order: Order): void {
    this.#click(
      async () => this.shop.refund?.(this.opened, order),
      (error) => this.write(`The refund of ${order.id} failed in the shop (${error}).`),
    );
  }

  /** A click belongs to the process of the shop that it went to. */
  #click(act: () => Promise<unknown>, fail: (message: string) => void): void {
    const { process } = this.network;
    const click = async () => {
      try {
        await this.#opening;
        await act();
      } catch (error) {
        if (!process.isOver) fail(messageOf(error));
      }
    };
    const ended = Promise.race([click(), process.ended]);
    void this.network.during(within(MAX_CLICK, ended, () => {}));
  }

  async advance(step: ClockAdvance): Promise<void> {
    const { now, events } = (await this.control.clock.advance(step)).data;
    this.#now = now;
    if (events.counts["status.changed"]) this.payments.isStale = true;
  }

  async setDatabase(state: DatabaseState): Promise<void> {
    this.database = state;
    await this.#inTime("database", this.shop.database?.(this.opened, state));
  }

  /** Resolves when no click, no call and no delivery goes on, and nothing is due. */
  async quiet(): Promise<void> {
    do {
      await Promise.allSettled(this.network.open);
      await this.#opening;
      await this.sandbox.settled();
    } while (this.network.open.size > 0);
  }

  /** Asks the shop what it believes, and the service for what has changed. */
  async look(isEnd: boolean): Promise<void> {
    if (this.payments.isStale) {
      const centavo = createCentavo({ baseUrl: this.sandbox.url, ...this.sandbox });
      const { data } = await centavo.payments.list({ limit: MOST_PAYMENTS });
      for (const payment of data) this.payments.see(payment);
    }
    this.payments.isStale = false;
    let orders = await this.#askForOrders();
    // A shop may come to know by being asked.
    for (let before = ""; isEnd && JSON.stringify(orders) !== before; ) {
      before = JSON.stringify(orders);
      await this.quiet();
      orders = await this.#askForOrders();
    }
    this.believed = new Map(orders.map((each) => [each.id, each]));
    if (isEnd) this.logs = (await this.#inTime("logs", this.shop.logs?.(this.opened))) ?? "";
  }

  /** A process that ends meanwhile answers nothing, and the next one is asked. */
  async #askForOrders(): Promise<readonly ShopOrder[]> {
    for (;;) {
      await this.#opening;
      const orders = await this.#inTime("orders", this.shop.orders(this.opened));
      if (orders) return orders;
    }
  }

  /** What the shop is asked from here on is another moment. */
  endMoment(): void {
    this.believedBefore = this.believed;
    this.payments.endMoment();
  }

  /** Resolves to undefined if the process of the shop ends meanwhile. */
  #inTime<Result>(
    name: keyof Shop<unknown>,
    result: Result | Promise<Result>,
  ): Promise<Result | undefined> {
    return within(MAX_SECONDS * 1000, Promise.race([result, this.network.process.ended]), () => {
      throw new Error(`${name} of the shop has not come to its end within ${MAX_SECONDS} seconds`);
    });
  }

  write = (text: string, isStep = false): void => {
    this.lines.push({ at: this.#now, text, isStep });
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 150) : String(error);
}
