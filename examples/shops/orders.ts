import type { Payment } from "centavo";

/** An order as the shop keeps it: a row of a table, with its attempts in another. */
export interface OrderRow {
  id: string;
  /** In centavos. The shop has set it: what a browser sends is never charged. */
  amount: number;
  attempts: Attempt[];
  shipped: boolean;
  /** Grows with each change. */
  version: number;
}

/** An attempt to pay an order. Without `payment` and `isVoid`, nobody knows yet whether something was charged. */
interface Attempt {
  /** When the request was sent, in milliseconds since 1970. */
  sentAt: number;
  /** What the service said last, with the splits that it had before a refund. */
  payment?: Pick<Payment, "id" | "status" | "updatedAt" | "splits">;
  /** Nothing was charged: the service has refused the payment, or never got the request. */
  isVoid?: boolean;
}

/** Where the shop keeps its orders. They outlive its process. */
export interface OrderTable {
  /** Adds an order, unless it is there. In SQL: `on conflict do nothing`. */
  add(id: string, amount: number): Promise<void>;
  get(id: string): Promise<OrderRow>;
  all(): Promise<OrderRow[]>;
  /**
   * Changes an order in a transaction that locks its row, so that two clicks or two postbacks do not interfere. If `change`
   * throws, the order stays as it was.
   */
  change(id: string, change: (order: OrderRow) => void): Promise<OrderRow>;
}

/** What each status means for an order. */
const meanings: Record<Payment["status"], OrderState> = {
  SUCCEEDED: "paid",
  PAID: "paid",
  PENDING: "waits",
  CREATED: "waits",
  PRE_AUTHORIZED: "waits",
  REVERSED: "waits",
  FAILED: "open",
  CANCELED: "open",
  DISPUTED: "disputed",
  CHARGEBACK: "disputed",
  REFUNDED: "refunded",
};

/** Only an `open` order can be paid. A `disputed` one is, or was, argued about at the bank. */
type OrderState = "paid" | "disputed" | "waits" | "refunded" | "open";

const byWeight: OrderState[] = ["paid", "disputed", "waits", "refunded"];

/** What the attempts say together: a card that was declined and a Pix that was paid are a paid order. */
export function stateOf({ attempts }: OrderRow): OrderState {
  const states = attempts.map(stateOfAttempt);
  return byWeight.find((state) => states.includes(state)) ?? "open";
}

export function stateOfAttempt({ payment, isVoid }: Attempt): OrderState {
  // The service may have statuses that nobody knows yet.
  if (payment) return meanings[payment.status] ?? "waits";
  return isVoid ? "open" : "waits";
}

/** A table in memory, for tests. What is in `rows` outlives the shop. */
export function createOrderMap(rows = new Map<string, OrderRow>()): OrderTable {
  const read = (id: string): OrderRow => {
    const row = rows.get(id);
    if (!row) throw new Error(`There is no order ${id}.`);
    return structuredClone(row);
  };
  return {
    async add(id, amount) {
      if (!rows.has(id)) rows.set(id, { id, amount, attempts: [], shipped: false, version: 0 });
    },
    get: async (id) => read(id),
    all: async () => [...rows.keys()].map(read),
    async change(id, change) {
      const order = read(id);
      change(order);
      order.version += 1;
      rows.set(id, order);
      return structuredClone(order);
    },
  };
}
