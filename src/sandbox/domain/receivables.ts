import type {
  FilledBySettlement,
  ReceivableDay,
  Receivables,
  StatementMovement,
} from "../../../generated/sandbox-control-types.ts";
import { groupBy } from "./group-by.ts";
import {
  COMPANY,
  type Entry,
  type LedgerEvent,
  type PostedEntry,
  total,
} from "./ledger-balances.ts";
import { inInstalments, isCompanysDay } from "./ledger-entries.ts";
import { subaccountOf } from "./ledger-reports.ts";

/**
 * What an event of a payment or withdrawal adds to the available balance of an owner on a day, and the fees and splits that
 * were deducted before. Only the company pays these.
 */
export interface Movement {
  readonly event: LedgerEvent;
  readonly owner: string;
  readonly on: string;
  readonly amount: number;
  readonly fees: number;
  readonly splits: number;
}

/** An entry that changes an available balance, and the payment or withdrawal that it was posted for. */
interface AvailableEntry extends Pick<PostedEntry, "event" | "on" | "amount"> {
  readonly subject: string;
}

/**
 * Entries of an owner as movements of a statement, with the balance after each if there is one before them. Takes all
 * entries of their payments.
 *
 * @example
 * statementMovements("", entries, { entriesOf: (paymentId) => posted.get(paymentId), balance: 0 });
 */
export function statementMovements(
  owner: string,
  entries: readonly AvailableEntry[],
  {
    entriesOf,
    balance,
  }: { entriesOf: (paymentId: string) => readonly PostedEntry[]; balance: number | null },
): Omit<StatementMovement, "buyer" | "paymentMethod">[] {
  const movements = new Map<string, readonly Movement[]>();
  let last = balance;
  return entries.map(({ subject, event, on: day, amount }) => {
    if (last !== null) last += amount;
    const shown = { day, event, amount, balance: last };
    if (!isOfPayments(event))
      return { ...shown, paymentId: null, withdrawalId: subject, gross: 0, fees: 0, splits: 0 };
    const known = movements.get(subject) ?? movementsOf(entriesOf(subject));
    movements.set(subject, known);
    const { fees, splits } = known.find(
      (each) => each.event === event && each.owner === owner && each.on === day,
    ) ?? { fees: 0, splits: 0 };
    const gross = amount + fees + splits;
    return { ...shown, paymentId: subject, withdrawalId: null, gross, fees, splits };
  });
}

/** What is summed up by owner and day: the amounts of each event, and of all together the fees and the splits. */
export type ReceivableItem = LedgerEvent | "fees" | "splits";

export type ReceivableSum = Pick<Entry, "owner" | "on" | "amount"> & {
  readonly item: ReceivableItem;
};

type Days = Map<string, number>;

/**
 * The movements that the entries of a payment or withdrawal cause. They contain all its entries, in the order in which
 * they were posted. The ledger posts the fee at once; here each instalment bears its part.
 *
 * @example
 * movementsOf(entries); // [{ event: "sale", owner: "", on: "2026-04-04", amount: 97, fees: 3, splits: 0 }]
 */
export function movementsOf(entries: readonly PostedEntry[]): Movement[] {
  const fees: Days = new Map();
  return [...groupBy(entries, ({ event }) => event)].flatMap(([event, ofEvent]) => {
    const changes = feeChanges[event](ofEvent, fees);
    for (const [on, change] of changes) add(fees, on, change);
    return movementsOfEvent(event, ofEvent, changes);
  });
}

/** How the fees of a payment move, from the entries of an event and the days of the fees before. */
const feeChanges: Record<LedgerEvent, (entries: readonly Entry[], before: Days) => Days> = {
  sale: (entries) => {
    const days = daysOf(entries.filter(isCompanysDay));
    const fee = total(entries.filter(({ account }) => account === "fees"));
    return inInstalments(fee, days.length > 0 ? days : [firstDay(entries)]);
  },
  anticipation: (entries, before) => broughtForward(before, firstDay(entries)),
  refund: (entries, before) => reversed(before, firstDay(entries)),
  // The service keeps its fee, which the company then pays at once.
  chargeback: (entries, before) => {
    const today = firstDay(entries);
    const changes = reversed(before, today);
    for (const fee of before.values()) add(changes, today, fee);
    return changes;
  },
  withdrawal: () => new Map(),
  return: () => new Map(),
};

function movementsOfEvent(
  event: LedgerEvent,
  entries: readonly Entry[],
  feesByDay: Days,
): Movement[] {
  const available = entries.filter(({ account }) => account === "available");
  const splitsByDay: Days = new Map();
  if (isOfPayments(event))
    for (const { owner, on, amount } of available)
      if (owner !== COMPANY) add(splitsByDay, on, amount);
  const amounts: Days = new Map([...feesByDay.keys(), ...splitsByDay.keys()].map((on) => [on, 0]));
  for (const { on, amount } of available.filter(isCompanysDay)) add(amounts, on, amount);
  const ofCompany = [...amounts].map(([on, amount]) => {
    const [fees, splits] = [feesByDay.get(on) ?? 0, splitsByDay.get(on) ?? 0];
    return { event, owner: COMPANY, on, amount, fees, splits };
  });
  const ofOthers = available
    .filter(({ owner }) => owner !== COMPANY)
    .map(({ owner, on, amount }) => ({ event, owner, on, amount, fees: 0, splits: 0 }));
  return [...ofCompany, ...ofOthers].sort((one, other) => (one.on < other.on ? -1 : 1));
}

/**
 * The sums that movements change.
 *
 * @example
 * receivableSums([{ event: "sale", owner: "", on: "2026-04-04", amount: 97, fees: 3, splits: 0 }]);
 * // [{ owner: "", on: "2026-04-04", item: "sale", amount: 97 }, { …, item: "fees", amount: 3 }]
 */
export function receivableSums(movements: readonly Movement[]): ReceivableSum[] {
  return movements.flatMap(({ owner, on, event, amount, fees, splits }) =>
    [
      { owner, on, item: event, amount },
      { owner, on, item: "fees" as const, amount: fees },
      { owner, on, item: "splits" as const, amount: splits },
    ].filter((sum) => sum.amount !== 0),
  );
}

/**
 * The receivables of an owner, from all its sums: those of a span, and what happened on all days together.
 *
 * @example
 * receivables("", sums, { today: "2026-03-20", from: "2026-03-20", limit: 100 });
 */
export function receivables(
  owner: string,
  sums: readonly ReceivableSum[],
  {
    today,
    from,
    to,
    limit,
  }: { today: string; from: string; to?: string | undefined; limit: number },
): Receivables {
  const all = daysWithBalance(sums, today);
  const shown = all.filter(({ day }) => from <= day && (to === undefined || day <= to));
  const until = all.filter(({ isAvailable }) => isAvailable);
  const later = all.filter(({ isAvailable }) => !isAvailable);
  return {
    subaccountId: subaccountOf(owner),
    today,
    available: until.at(-1)?.balance ?? 0,
    scheduled: totalOf(later, "net"),
    received: totalOf(until, "net"),
    refunded: -totalOf(all, "refunds") || 0,
    chargedBack: -totalOf(all, "chargebacks") || 0,
    anticipated: -totalOf(later, "anticipations") || 0,
    withdrawn: totalOf(all, "withdrawals"),
    days: shown.slice(0, limit),
    nextDay: shown[limit]?.day ?? null,
  };
}

/** All days on which something changes, the earliest first. */
function daysWithBalance(sums: readonly ReceivableSum[], today: string): ReceivableDay[] {
  let balance = 0;
  return [...groupBy(sums, ({ on }) => on)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, ofDay]) => {
      const of = (...items: ReceivableItem[]) =>
        total(ofDay.filter(({ item }) => items.includes(item)));
      const [fees, splits] = [of("fees"), of("splits")];
      const net = netOf(ofDay);
      const withdrawals = -of("withdrawal", "return") || 0;
      balance += net - withdrawals;
      return {
        day,
        isAvailable: day <= today,
        gross: net + fees + splits,
        fees,
        splits,
        net,
        refunds: of("refund"),
        chargebacks: of("chargeback"),
        anticipations: of("anticipation"),
        withdrawals,
        balance,
      };
    });
}

/** A withdrawal that did not fail. */
interface Debit {
  readonly id: string;
  readonly on: string;
  readonly amount: number;
}

/**
 * The days whose money filled withdrawals: each takes the oldest that no earlier withdrawal has taken, and no refund or
 * chargeback of an earlier day. Those of a day first take the money of that day, and after its withdrawals the oldest. Takes
 * all sums of an owner, and its withdrawals in order.
 *
 * @example
 * settlementsOf(sums, [{ id: "w", on: "2026-05-02", amount: 5000 }]).get("w");
 * // [{ day: "2026-04-01", amount: 3851 }, { day: "2026-05-01", amount: 1149 }]
 */
export function settlementsOf(
  sums: readonly ReceivableSum[],
  withdrawals: readonly Debit[],
): Map<string, FilledBySettlement[]> {
  const filled = new Map<string, FilledBySettlement[]>();
  const queue = new SettlementQueue();
  const byDay = groupBy(withdrawals, ({ on }) => on);
  const sumsByDay = groupBy(sums, ({ on }) => on);
  for (const day of [...new Set([...sumsByDay.keys(), ...byDay.keys()])].sort()) {
    const net = netOf(sumsByDay.get(day) ?? []);
    if (net > 0) queue.add(day, net);
    for (const { id, amount } of byDay.get(day) ?? []) {
      const taken = queue.take(amount);
      // The balance was high enough, so a chargeback of the same day took the rest afterwards.
      const rest = amount - total(taken);
      const ofDay = taken.find((part) => part.day === day);
      if (rest > 0 && ofDay) ofDay.amount += rest;
      else if (rest > 0) taken.push({ day, amount: rest });
      filled.set(id, taken);
    }
    // Sums do not tell what came first on a day. The balance covered its withdrawals, so they get what was there before.
    if (net < 0) queue.take(-net);
  }
  return filled;
}

/** Money by day, of which the oldest is taken first. What is taken in advance, later money pays. */
class SettlementQueue {
  readonly #days: FilledBySettlement[] = [];
  #first = 0;
  #owed = 0;

  add(day: string, amount: number): void {
    const paid = Math.min(this.#owed, amount);
    this.#owed -= paid;
    if (amount > paid) this.#days.push({ day, amount: amount - paid });
  }

  take(amount: number): FilledBySettlement[] {
    const taken: FilledBySettlement[] = [];
    let rest = amount;
    for (let next = this.#days[this.#first]; rest > 0 && next; next = this.#days[this.#first]) {
      const part = Math.min(rest, next.amount);
      taken.push({ day: next.day, amount: part });
      rest -= part;
      if (part === next.amount) this.#first += 1;
      else next.amount -= part;
    }
    this.#owed += rest;
    return taken;
  }
}

/** What payments bring, without what is withdrawn. */
function netOf(sums: readonly ReceivableSum[]): number {
  return total(sums.filter(({ item }) => isOfPayments(item)));
}

function isOfPayments(item: ReceivableItem): boolean {
  return item === "sale" || item === "anticipation" || item === "refund" || item === "chargeback";
}

/** Fees of later days are due today. */
function broughtForward(before: Days, today: string): Days {
  const changes: Days = new Map();
  for (const [day, fee] of before) {
    if (day <= today) continue;
    add(changes, day, -fee);
    add(changes, today, fee);
  }
  return changes;
}

/** Fees of the past are given back today, and others on the day on which they would be due. */
function reversed(before: Days, today: string): Days {
  const changes: Days = new Map();
  for (const [day, fee] of before) add(changes, day < today ? today : day, -fee);
  return changes;
}

function add(days: Days, on: string, amount: number): void {
  days.set(on, (days.get(on) ?? 0) + amount);
}

function daysOf(entries: readonly Entry[]): string[] {
  return entries.map(({ on }) => on).sort();
}

/** The day of an event: nothing is posted for an earlier one. */
function firstDay(entries: readonly Entry[]): string {
  return daysOf(entries)[0] ?? "";
}

function totalOf(
  days: readonly ReceivableDay[],
  name: "net" | "refunds" | "chargebacks" | "anticipations" | "withdrawals",
): number {
  return days.reduce((sum, day) => sum + day[name], 0);
}
