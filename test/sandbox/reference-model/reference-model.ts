/** Why a call is rejected, by the names of the rules in the sandbox's docs. */
export const reasons = [
  "AmountTooLarge",
  "AnticipationRefused",
  "BalanceTooLow",
  "CardExpired",
  "CardNotFound",
  "CardNumberInvalid",
  "CustomerNotFound",
  "DocumentTaken",
  "DueDatePassed",
  "InstallmentsRefused",
  "RefundAnticipated",
  "RefundBalanceUnavailable",
  "RefundNotCard",
  "RefundNotSucceeded",
  "RefundReceived",
  "SplitNotFound",
  "SplitsExceedAmount",
  "StepRefused",
  "SubaccountNotApproved",
  "SubaccountNotFound",
  "SubscriptionStatusRefused",
] as const;

export type Reason = (typeof reasons)[number];

/** What the model throws if a call has to be rejected. */
export class Rejection extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason);
    this.reason = reason;
  }
}

export type Method = "card" | "pix" | "billet";

/** A card as it is printed, and the effect of its number on a payment. */
export interface Card {
  cardNumber: string;
  expirationYear: string;
}

export interface StoredCard extends Card {
  id: string;
  customerId: string;
}

/** A split: in hundredths of a percent, or a fixed amount. */
export type Share = { subaccountId: string; chargebackLiable: boolean } & (
  | { hundredths: number }
  | { amount: number }
);

export interface Part {
  subaccountId: string;
  chargebackLiable: boolean;
  liquidAmount: number;
}

export interface Payment {
  /** Empty until known: no call returns the charge of a subscription. */
  id: string;
  method: Method;
  status: string;
  amount: number;
  splits: Part[];
  customerId: string;
  createdAt: number;
  updatedAt: number;
  /** What it has brought to whom, and when. */
  brought: Movement[];
  /** The days on which its instalments come, whether or not the fee leaves anything of them. */
  settles: string[];
  installments: number;
  anticipated: boolean;
}

/** How long and how often a subscription charges. */
export interface Terms {
  amount: number;
  setupAmount: number;
  frequency: number;
  dueDate: string;
  duration?: number | undefined;
  expirationDate: string | null;
  tolerancePeriod: number;
}

export interface Subscription extends Terms {
  id: string;
  status: string;
  customerId: string;
  cardId: string;
  shares: (Share & { id: string })[];
  /** How many cycles are over, and how often the one was declined that is not. */
  cycles: number;
  declined: number;
  /** The day of the last charge, and that charge while it is pending. */
  billedOn: string | null;
  open: { payment: Payment; declined: number } | null;
  /** `cycle` is when the next cycle would begin if it did not expire before. */
  next: { day: string; what: "charge" | "retry" | "expire"; cycle?: string };
}

export interface Withdrawal {
  id: string;
  owner: string;
  amount: number;
  status: string;
}

/** Money that an owner, the company where it is empty, has from a day on. */
interface Movement {
  owner: string;
  day: string;
  amount: number;
}

/** Something that happens without a call. */
type Later = { at: number } & (
  | { payment: Payment; status: string }
  | { subscription: Subscription; day: string }
);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Days other than weekends on which banks are closed, according to the calendars of these years. */
const closed = new Set(
  `2026-01-01 2026-02-16 2026-02-17 2026-04-03 2026-04-21 2026-05-01 2026-06-04 2026-09-07
   2026-10-12 2026-11-02 2026-11-15 2026-11-20 2026-12-25 2026-12-31
   2027-01-01 2027-02-08 2027-02-09 2027-03-26 2027-04-21 2027-05-01 2027-05-27 2027-09-07
   2027-10-12 2027-11-02 2027-11-15 2027-11-20 2027-12-25 2027-12-31`.split(/\s+/),
);
/** The last day that the model's calendar knows. */
const LAST_DAY = "2027-12-30";

const declined = ["4000000000000028", "4000000000000002", "4000000000009995"];
const hourLater: Record<string, string> = {
  "4000000000000036": "SUCCEEDED",
  "4000000000000044": "FAILED",
};
const DISPUTED_CARD = "4000000000000259";

const steps: Record<Method, Record<string, string[]>> = {
  card: {
    PENDING: ["SUCCEEDED", "FAILED"],
    SUCCEEDED: ["REFUNDED", "DISPUTED"],
    DISPUTED: ["SUCCEEDED", "CHARGEBACK"],
  },
  pix: { PENDING: ["PAID", "CANCELED"] },
  billet: { PENDING: ["PAID", "CANCELED"] },
};

/**
 * A second implementation of the rules between a company and the service, unlike the sandbox's: it has no
 * ledger, only what each payment brings to whom and when.
 */
export class Model {
  now: number;
  readonly customers: { id: string; document: string }[] = [];
  readonly cards: StoredCard[] = [];
  readonly subaccounts: { id: string; status: string }[] = [];
  readonly payments: Payment[] = [];
  readonly subscriptions: Subscription[] = [];
  readonly withdrawals: Withdrawal[] = [];
  /** What subscriptions have done by themselves. */
  readonly done = new Set<string>();
  readonly #movements: Movement[] = [];
  readonly #fee: { hundredths: number; fixed: number };
  #later: Later[] = [];

  constructor(start: string, fee: { hundredths: number; fixed: number }) {
    this.now = Date.parse(start);
    this.#fee = fee;
  }

  get today(): string {
    return dayAt(this.now);
  }

  createCustomer(id: string, document: string): void {
    if (this.#customerWith(document)) throw new Rejection("DocumentTaken");
    this.customers.push({ id, document: plain(document) });
  }

  changeDocument(id: string, document: string): void {
    const customer = this.#customer(id);
    const other = this.#customerWith(document);
    if (other && other !== customer) throw new Rejection("DocumentTaken");
    customer.document = plain(document);
  }

  deleteCustomer(id: string): void {
    remove(this.customers, this.#customer(id));
    for (const card of this.cards.filter(({ customerId }) => customerId === id)) {
      remove(this.cards, card);
    }
  }

  tokenize(id: string, customerId: string, card: Card): void {
    this.#customer(customerId);
    this.#rejectWrongNumber(card);
    if (this.#isExpired(card)) throw new Rejection("CardExpired");
    this.cards.push({ id, customerId, ...card });
  }

  deleteCard(id: string): void {
    remove(this.cards, this.#card(id));
  }

  addSubaccount(id: string): void {
    this.subaccounts.push({ id, status: "PENDING" });
  }

  review(id: string, status: string): void {
    const subaccount = this.#subaccount(id);
    if (subaccount.status !== "PENDING") throw new Rejection("StepRefused");
    subaccount.status = status;
  }

  deleteSubaccount(id: string): void {
    remove(this.subaccounts, this.#subaccount(id));
  }

  pay(
    id: string,
    asked: {
      method: Method;
      amount: number;
      document: string;
      installments: number;
      shares: Share[];
      card?: Card;
      tokenizedCardId?: string;
    },
    customerInResponse: () => string,
  ): Payment {
    const { method, amount, document, installments, shares, tokenizedCardId } = asked;
    const card =
      tokenizedCardId === undefined ? asked.card : this.#cardOf(tokenizedCardId, document);
    if (card) this.#rejectWrongNumber(card);
    if (amount > 9_999_999_999) throw new Rejection("AmountTooLarge");
    if (method === "card" && installments > Math.min(24, amount)) {
      throw new Rejection("InstallmentsRefused");
    }
    const splits = this.#divide(amount, shares);
    if (!this.#customerWith(document)) {
      this.customers.push({ id: customerInResponse(), document: plain(document) });
    }
    const payment: Payment = {
      ...{ id, method, amount, splits, installments },
      status: "PENDING",
      customerId: this.#customerWith(document)?.id ?? "",
      createdAt: this.now,
      updatedAt: this.now,
      brought: [],
      settles: [],
      anticipated: false,
    };
    this.payments.push(payment);
    this.#begin(payment, card);
    return payment;
  }

  /** The initial status, and what happens without a call. */
  #begin(payment: Payment, card: Card | undefined): void {
    const { amount } = payment;
    const later = (hours: number, status: string) =>
      this.#later.push({ at: this.now + hours * HOUR, payment, status });
    if (!card) {
      if (amount === 999_994) later(1, "PAID");
      this.#later.push({ at: this.#lastMoment(payment), payment, status: "CANCELED" });
      return;
    }
    // The amount decides before the card; an expired card is declined regardless of its number.
    if (amount === 999_992) return;
    const forced = { 999991: "FAILED", 999993: "DISPUTED" }[amount];
    const isDeclined = this.#isExpired(card) || declined.includes(card.cardNumber);
    if (forced === "FAILED" || (!forced && isDeclined)) {
      payment.status = "FAILED";
      return;
    }
    const delayed = forced || isDeclined ? undefined : hourLater[card.cardNumber];
    if (delayed) {
      later(1, delayed);
      return;
    }
    this.#enter(payment, "SUCCEEDED");
    if (forced === "DISPUTED" || (!forced && card.cardNumber === DISPUTED_CARD)) {
      later(24, "DISPUTED");
    }
  }

  #lastMoment({ method }: Payment): number {
    if (method === "pix") return this.now + 24 * HOUR;
    return Date.parse(`${plusDays(this.today, 33)}T23:59:59-03:00`);
  }

  refund(id: string): Payment {
    const payment = this.payment(id);
    if (payment.method !== "card") throw new Rejection("RefundNotCard");
    if (payment.status !== "SUCCEEDED") throw new Rejection("RefundNotSucceeded");
    const { brought, settles, anticipated } = payment;
    if (anticipated) throw new Rejection("RefundAnticipated");
    if (settles.every((day) => day <= this.today)) throw new Rejection("RefundReceived");
    // Whom it brought nothing gives nothing back.
    const bearers = brought.filter(({ amount }) => amount !== 0).map(({ owner }) => owner);
    for (const owner of new Set(bearers)) {
      const own = brought.filter((each) => each.owner === owner);
      const received = own.filter(({ day }) => day <= this.today);
      const lacksMoney = sum(received) > 0 && this.available(owner) < sum(received);
      if (lacksMoney || this.#worth(owner) < sum(own)) {
        throw new Rejection("RefundBalanceUnavailable");
      }
    }
    this.#enter(payment, "REFUNDED");
    return payment;
  }

  decide(id: string, status: string): Payment {
    const payment = this.payment(id);
    if (!this.stepsFrom(payment).includes(status)) throw new Rejection("StepRefused");
    if (status === "REFUNDED") return this.refund(id);
    this.#enter(payment, status);
    return payment;
  }

  /** What has not come yet comes today. */
  anticipate(id: string): Payment {
    const payment = this.payment(id);
    const { method, status, brought } = payment;
    const open = brought.filter(({ day }) => day > this.today);
    if (method !== "card" || status !== "SUCCEEDED" || open.length === 0) {
      throw new Rejection("AnticipationRefused");
    }
    const today = open.map((movement) => ({ ...movement, day: this.today }));
    this.#move([...open.map((movement) => ({ ...movement, amount: -movement.amount })), ...today]);
    payment.brought = [...brought.filter((movement) => !open.includes(movement)), ...today];
    payment.anticipated = true;
    return payment;
  }

  subscribe(id: string, customerId: string, cardId: string, terms: Terms): void {
    this.#payer(customerId, cardId);
    if (terms.dueDate < this.today) throw new Rejection("DueDatePassed");
    const subscription: Subscription = {
      ...{ id, customerId, cardId, ...terms, status: "ACTIVE", shares: [], cycles: 0, declined: 0 },
      ...{ billedOn: null, open: null, next: { day: terms.dueDate, what: "charge" } },
    };
    this.subscriptions.push(subscription);
    this.#plan(subscription, this.#following(subscription, terms.dueDate, this.today));
  }

  changeSubscription(
    id: string,
    changed: Pick<
      Subscription,
      "customerId" | "cardId" | "amount" | "frequency" | "duration" | "expirationDate"
    >,
  ) {
    const subscription = this.#liveSubscription(id);
    this.#payer(changed.customerId, changed.cardId);
    this.#rejectTooMany({ ...subscription, ...changed });
    Object.assign(subscription, changed);
    if (subscription.status !== "ACTIVE") return;
    const { next } = subscription;
    if (next.what === "retry" && this.#mayRetry(subscription, next.day)) {
      this.#plan(subscription, next);
    } else {
      this.#goOn(subscription);
    }
  }

  moveSubscription(id: string, status: "SUSPENDED" | "ACTIVE" | "DELETED"): void {
    const subscription = this.subscription(id);
    const from = { SUSPENDED: ["ACTIVE"], ACTIVE: ["SUSPENDED"], DELETED: [subscription.status] };
    if (!from[status].includes(subscription.status))
      throw new Rejection("SubscriptionStatusRefused");
    subscription.status = status;
    if (status !== "ACTIVE") return;
    subscription.open = null;
    this.#goOn(subscription);
  }

  /** Continues with the next cycle. A cycle that was being retried is over. */
  #goOn(subscription: Subscription): void {
    const { next } = subscription;
    if (next.what === "retry") subscription.cycles += 1;
    const planned = next.cycle ?? next.day;
    const from = planned > this.today ? planned : plusDays(this.today, 1);
    subscription.declined = 0;
    this.#plan(subscription, this.#following(subscription, from, this.today));
  }

  #plan(subscription: Subscription, next: Subscription["next"]): void {
    subscription.next = next;
    const { day } = next;
    const at = Math.max(this.now, Date.parse(`${day}T00:00:00-03:00`));
    this.#later.push({ at, subscription, day });
  }

  /** What comes next, on that day or later; where it should have ended before, it ends today. */
  #following(subscription: Subscription, from: string, today: string): Subscription["next"] {
    const day = this.#cycleFrom(subscription, from);
    const ends = this.#lastDays(subscription).map((last) => plusDays(last, 1));
    const end = ends.sort()[0];
    if (end === undefined || day < end) return { day, what: "charge" };
    return { day: end > today ? end : today, what: "expire", cycle: day };
  }

  #cycleFrom({ dueDate, frequency }: Subscription, from: string): string {
    let day = dueDate;
    while (day < from) day = plusDays(day, frequency);
    return day;
  }

  /** The possible last days, of which the earliest counts. */
  #lastDays({ cycles, duration, billedOn, expirationDate }: Subscription): string[] {
    const isUsedUp = duration !== undefined && cycles >= duration;
    return [isUsedUp ? billedOn : null, expirationDate].filter((day) => day !== null);
  }

  /** Whether a cycle may be tried again that day: within the tolerance, the cycle and the subscription. */
  #mayRetry(subscription: Subscription, day: string): boolean {
    const { declined, tolerancePeriod } = subscription;
    const isInCycle = this.#cycleFrom(subscription, day) > day;
    const isInTime = this.#lastDays(subscription).every((last) => day <= last);
    return declined <= tolerancePeriod && isInCycle && isInTime;
  }

  /** What counted as paid was not: it is tried again tomorrow, unless something else has come since. */
  #retryLate(payment: Payment): void {
    const subscription = this.subscriptions.find(({ open }) => open?.payment === payment);
    if (subscription?.status !== "ACTIVE" || !subscription.open) return;
    const { cycles, open } = subscription;
    const again = { ...subscription, cycles: cycles - 1, declined: open.declined + 1 };
    const tomorrow = plusDays(this.today, 1);
    if (!this.#mayRetry(again, tomorrow)) return;
    Object.assign(subscription, { cycles: again.cycles, declined: again.declined, open: null });
    this.#plan(subscription, { day: tomorrow, what: "retry" });
    this.done.add("try again what was pending");
  }

  #bill(subscription: Subscription, day: string): void {
    const { next, status } = subscription;
    if (status !== "ACTIVE" || next.day !== day) return;
    this.done.add(next.what);
    if (next.what === "expire") {
      subscription.status = "EXPIRED";
      return;
    }
    const tomorrow = plusDays(day, 1);
    const payment = this.#charge(subscription);
    const isPaid = payment !== undefined && payment.status !== "FAILED";
    const open =
      payment?.status === "PENDING" ? { payment, declined: subscription.declined } : null;
    Object.assign(subscription, { billedOn: day, open });
    subscription.declined += isPaid ? 0 : 1;
    if (!isPaid && this.#mayRetry(subscription, tomorrow)) {
      this.#plan(subscription, { day: tomorrow, what: "retry" });
      return;
    }
    this.done.add(isPaid ? `${next.what} succeeds` : "give up");
    Object.assign(subscription, { cycles: subscription.cycles + 1, declined: 0 });
    this.#plan(subscription, this.#following(subscription, tomorrow, tomorrow));
  }

  /** What is charged, if there is a customer to charge. */
  #charge(subscription: Subscription): Payment | undefined {
    const { customerId, cardId, shares, cycles, setupAmount } = subscription;
    const card = this.cards.find(({ id }) => id === cardId);
    if (!card || this.customers.every(({ id }) => id !== customerId)) return undefined;
    const amount = subscription.amount + (cycles === 0 ? setupAmount : 0);
    const approved = shares.filter(({ subaccountId }) =>
      this.subaccounts.some(({ id, status }) => id === subaccountId && status === "APPROVED"),
    );
    const payment: Payment = {
      ...{ id: "", method: "card", status: "PENDING", amount, installments: 1, customerId },
      splits: this.#divide(amount, approved),
      ...{ createdAt: this.now, updatedAt: this.now, brought: [], settles: [], anticipated: false },
    };
    this.payments.push(payment);
    this.#begin(payment, card);
    return payment;
  }

  /** The first charge costs more, and is divided anew. */
  #rejectTooMany({ amount, setupAmount, shares }: Subscription): void {
    this.#liquidOf(amount, shares);
    this.#liquidOf(amount + setupAmount, shares);
  }

  addSplit(id: string, share: Share, splitId: string): void {
    const subscription = this.#liveSubscription(id);
    this.#rejectUnapproved([share]);
    const shares = [...subscription.shares, { id: splitId, ...share }];
    this.#rejectTooMany({ ...subscription, shares });
    subscription.shares = shares;
  }

  removeSplit(id: string, splitId: string): void {
    const subscription = this.subscription(id);
    const left = subscription.shares.filter((share) => share.id !== splitId);
    if (left.length === subscription.shares.length) throw new Rejection("SplitNotFound");
    subscription.shares = left;
  }

  /** What each split of a subscription receives. */
  splitsOf({ amount, shares }: Subscription): (Part & { id: string })[] {
    const liquid = this.#liquidOf(amount, shares);
    return shares.map(({ id, subaccountId, chargebackLiable }, index) => ({
      ...{ id, subaccountId, chargebackLiable },
      liquidAmount: liquid[index] ?? 0,
    }));
  }

  withdraw(id: string, owner: string, amount: number): void {
    if (owner !== "") this.#subaccount(owner);
    if (amount > this.available(owner)) throw new Rejection("BalanceTooLow");
    this.withdrawals.push({ id, owner, amount, status: "PENDING" });
    this.#move([{ owner, day: this.today, amount: -amount }]);
  }

  decideWithdrawal(id: string, status: string): void {
    const withdrawal = this.withdrawals.find((each) => each.id === id);
    if (withdrawal?.status !== "PENDING") throw new Rejection("StepRefused");
    withdrawal.status = status;
    const { owner, amount } = withdrawal;
    if (status === "FAILED") this.#move([{ owner, day: this.today, amount }]);
  }

  /** Whether the calendar has the days of the month after this much time. */
  knows(hours: number): boolean {
    return dayAt(this.now + hours * HOUR + 31 * DAY) <= LAST_DAY;
  }

  advance(hours: number): void {
    const target = this.now + hours * HOUR;
    for (let next = this.#next(target); next; next = this.#next(target)) {
      this.#later = this.#later.filter((each) => each !== next);
      this.now = next.at;
      if ("subscription" in next) this.#bill(next.subscription, next.day);
      else if (this.stepsFrom(next.payment).includes(next.status)) {
        this.#enter(next.payment, next.status);
      }
    }
    this.now = target;
  }

  #next(target: number): Later | undefined {
    const due = this.#later.filter(({ at }) => at <= target);
    return due.find(({ at }) => due.every((other) => at <= other.at));
  }

  payment(id: string): Payment {
    const found = this.payments.find((each) => each.id === id);
    if (!found) throw new Error(`The model has no payment ${id}.`);
    return found;
  }

  /** The statuses that may follow. */
  stepsFrom({ method, status }: Payment): string[] {
    return steps[method][status] ?? [];
  }

  subscription(id: string): Subscription {
    const found = this.subscriptions.find((each) => each.id === id);
    if (!found) throw new Error(`The model has no subscription ${id}.`);
    return found;
  }

  available(owner: string): number {
    return sum(this.#of(owner).filter(({ day }) => day <= this.today));
  }

  /** What an owner gets, by the day. */
  receivable(owner: string): { date: string; amount: number }[] {
    const byDay = Map.groupBy(
      this.#of(owner).filter(({ day }) => day > this.today),
      ({ day }) => day,
    );
    return [...byDay]
      .map(([date, movements]) => ({ date, amount: sum(movements) }))
      .filter(({ amount }) => amount !== 0)
      .sort((one, other) => one.date.localeCompare(other.date));
  }

  /** The subaccounts that ever had money, deleted ones too. */
  owners(): string[] {
    const owners = this.#movements.map(({ owner }) => owner).filter((owner) => owner !== "");
    return [...new Set(owners)].sort();
  }

  #worth(owner: string): number {
    return sum(this.#of(owner));
  }

  #of(owner: string): Movement[] {
    return this.#movements.filter((each) => each.owner === owner);
  }

  #move(movements: Movement[]): void {
    this.#movements.push(...movements.filter(({ amount }) => amount !== 0));
  }

  #enter(payment: Payment, status: string): void {
    const isFromDispute = payment.status === "DISPUTED";
    if (status === "PAID" || (status === "SUCCEEDED" && !isFromDispute)) this.#bring(payment);
    if (status === "REFUNDED") this.#takeBack(payment);
    if (status === "CHARGEBACK") this.#chargeBack(payment);
    if (status === "FAILED") this.#retryLate(payment);
    payment.status = status;
    payment.updatedAt = this.now;
  }

  #bring(payment: Payment): void {
    const { amount, splits } = payment;
    const given = splits.reduce((total, { liquidAmount }) => total + liquidAmount, 0);
    const shares = [
      { owner: "", amount: amount - this.#feeOf(amount) - given },
      ...splits.map(({ subaccountId, liquidAmount }) => ({
        owner: subaccountId,
        amount: liquidAmount,
      })),
    ];
    const days = this.#settlementDays(payment);
    payment.settles = days;
    payment.brought = shares.flatMap(({ owner, amount: whole }) => {
      const each = Math.floor(whole / days.length);
      const first = whole - each * (days.length - 1);
      return days.map((day, index) => ({ owner, day, amount: index === 0 ? first : each }));
    });
    payment.brought = payment.brought.filter((movement) => movement.amount !== 0);
    this.#move(payment.brought);
  }

  #settlementDays({ method, installments }: Payment): string[] {
    if (method === "pix") return [this.today];
    if (method === "card") {
      return Array.from({ length: installments }, (_, index) =>
        plusDays(this.today, 30 * (index + 1)),
      );
    }
    let day = plusDays(this.today, 1);
    while (isClosed(day)) day = plusDays(day, 1);
    return [day];
  }

  /** What has been received goes back today; what has not never comes. */
  #takeBack(payment: Payment): void {
    this.#move(this.#undone(payment.brought));
    payment.splits = [];
  }

  #undone(movements: Movement[]): Movement[] {
    return movements.map(({ owner, day, amount }) => ({
      owner,
      day: day < this.today ? this.today : day,
      amount: -amount,
    }));
  }

  /** The buyer gets it all back: of those who are liable their part, of the company the rest. */
  #chargeBack({ amount, brought, splits }: Payment): void {
    const liable = splits.filter((part) => part.chargebackLiable).map((part) => part.subaccountId);
    const theirs = brought.filter(({ owner }) => owner === "" || liable.includes(owner));
    const rest = amount - sum(theirs);
    this.#move([...this.#undone(theirs), { owner: "", day: this.today, amount: -rest }]);
  }

  #divide(amount: number, shares: Share[]): Part[] {
    this.#rejectUnapproved(shares);
    const liquid = this.#liquidOf(amount, shares);
    return shares.map(({ subaccountId, chargebackLiable }, index) => ({
      ...{ subaccountId, chargebackLiable },
      liquidAmount: liquid[index] ?? 0,
    }));
  }

  /** Percentages are rounded together, so that those of 100 percent come to the amount. */
  #liquidOf(amount: number, shares: Share[]): number[] {
    let hundredths = 0;
    const liquid = shares.map((share) => {
      if ("amount" in share) return share.amount;
      const before = portion(amount, hundredths);
      hundredths += share.hundredths;
      return portion(amount, hundredths) - before;
    });
    const total = liquid.reduce((all, each) => all + each, 0);
    if (total > amount - this.#feeOf(amount)) throw new Rejection("SplitsExceedAmount");
    return liquid;
  }

  #feeOf(amount: number): number {
    return Math.min(amount, portion(amount, this.#fee.hundredths) + this.#fee.fixed);
  }

  #rejectUnapproved(shares: Share[]): void {
    for (const { subaccountId } of shares) {
      if (this.#subaccount(subaccountId).status !== "APPROVED") {
        throw new Rejection("SubaccountNotApproved");
      }
    }
  }

  #rejectWrongNumber({ cardNumber }: Card): void {
    if (!passesLuhn(cardNumber)) throw new Rejection("CardNumberInvalid");
  }

  #isExpired({ expirationYear }: Card): boolean {
    return `${expirationYear}-08` < this.today.slice(0, 7);
  }

  #customer(id: string) {
    const found = this.customers.find((each) => each.id === id);
    if (!found) throw new Rejection("CustomerNotFound");
    return found;
  }

  #customerWith(document: string) {
    return this.customers.find((each) => each.document === plain(document));
  }

  #card(id: string): StoredCard {
    const found = this.cards.find((each) => each.id === id);
    if (!found) throw new Rejection("CardNotFound");
    return found;
  }

  /** A stored card pays for its customer only. */
  #cardOf(id: string, document: string): StoredCard {
    const card = this.#card(id);
    if (this.#customerWith(document)?.id !== card.customerId) throw new Rejection("CardNotFound");
    return card;
  }

  #payer(customerId: string, cardId: string): void {
    this.#customer(customerId);
    if (this.#card(cardId).customerId !== customerId) throw new Rejection("CardNotFound");
  }

  #subaccount(id: string) {
    const found = this.subaccounts.find((each) => each.id === id);
    if (!found) throw new Rejection("SubaccountNotFound");
    return found;
  }

  #liveSubscription(id: string): Subscription {
    const subscription = this.subscription(id);
    const hasEnded = ["DELETED", "EXPIRED"].includes(subscription.status);
    if (hasEnded) throw new Rejection("SubscriptionStatusRefused");
    return subscription;
  }
}

/** Half a centavo counts as one. */
function portion(amount: number, hundredths: number): number {
  return Math.floor((2 * amount * hundredths + 10_000) / 20_000);
}

function sum(movements: { amount: number }[]): number {
  return movements.reduce((total, { amount }) => total + amount, 0);
}

function remove<Item>(items: Item[], item: Item): void {
  items.splice(items.indexOf(item), 1);
}

function plain(document: string): string {
  return document.replaceAll(/[^0-9A-Za-z]/g, "");
}

/** São Paulo is three hours behind. */
function dayAt(moment: number): string {
  return new Date(moment - 3 * HOUR).toISOString().slice(0, 10);
}

function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

function isClosed(day: string): boolean {
  return closed.has(day) || [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
}

/** Every second digit from the right counts double, as the sum of its digits. */
function passesLuhn(number: string): boolean {
  const values = [...number].reverse().map((digit, place) => Number(digit) * ((place % 2) + 1));
  const total = [...values.join("")].reduce((all, digit) => all + Number(digit), 0);
  return total % 10 === 0;
}
