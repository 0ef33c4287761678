import { setTimeout } from "node:timers/promises";
import { createOrderMap, type OrderTable } from "../../../../examples/shops/orders.ts";

/** How slow a slow database is, in milliseconds. */
const SLOW = 3;

/** What a process has of a disk until it ends. */
export interface Connection {
  orders: OrderTable;
  /** The process has ended: nothing that it was about to do is done any more. */
  cut(): void;
}

/** A database, which outlives the processes that use it. */
export class Disk {
  state: "works" | "slow" | "fails" = "works";
  /** What is on it, also while the database does not answer. */
  readonly orders: OrderTable;
  /** The subaccounts of the sellers of a marketplace. */
  readonly sellers: string[] = [];

  constructor(orders = createOrderMap()) {
    this.orders = orders;
  }

  connect(): Connection {
    let isCut = false;
    const through = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (this.state === "slow") await setTimeout(SLOW);
      if (this.state === "fails") throw new Error("The database does not answer.");
      return isCut ? new Promise(() => {}) : work();
    };
    const { orders } = this;
    return {
      orders: {
        add: (...row) => through(() => orders.add(...row)),
        get: (id) => through(() => orders.get(id)),
        all: () => through(() => orders.all()),
        change: (...change) => through(() => orders.change(...change)),
      },
      cut() {
        isCut = true;
      },
    };
  }
}
