import type * as FastCheck from "fast-check";
import type { ClockAdvance } from "../../../generated/sandbox-control-types.ts";
import type { PaymentStatus } from "../../../generated/types.ts";
import { Cursor } from "../../contract/cursor.ts";
import { readContract } from "../../contract/read-bundled-contract.ts";
import { memoize } from "../../memoize.ts";
import { BILLET_DAYS } from "../../sandbox/domain/billet.ts";
import { isAllowed, type Transition } from "../../sandbox/domain/status-transitions.ts";
import { cardOutcomes } from "../../sandbox/domain/test-outcomes.ts";
import { formatMoney } from "../../text/format-money.ts";
import { type CallFault, type Network, type PostbackFault, short } from "./network.ts";
import { customerOf } from "./order.ts";
import type { Service } from "./service.ts";
import type { Order, OrderMethod } from "./shop.ts";
import { isDisputed, isHeld, type SeenPayment, type Truth } from "./truth.ts";

/** What steps act upon. */
export interface World {
  readonly orders: readonly Order[];
  readonly truth: Truth;
  readonly network: Network;
  readonly service: Service;
  readonly database: "works" | "slow" | "fails";
  addOrder(method: OrderMethod, card: number): Order;
  /** A buyer's click. It may still go on when this returns. */
  buy(order: Order): void;
  sawError(order: Order): boolean;
  refund(order: Order): void;
  advance(step: ClockAdvance): Promise<void>;
  restart(): void;
  setDatabase(state: "works" | "slow" | "fails"): Promise<void>;
}

/** What a shop can do, on which some steps depend. */
export interface Abilities {
  refund: boolean;
  restart: boolean;
  database: boolean;
}

/** What a step does in a story that has come so far. */
interface Action {
  sentence: string;
  act(): unknown;
}

interface StepKind<Values> {
  /** How often it is tried, compared to others. */
  weight: number;
  needs?: keyof Abilities;
  values(
    fc: typeof FastCheck,
    can: Abilities,
  ): { [Name in keyof Values]: FastCheck.Arbitrary<Values[Name]> };
  /** Undefined if it makes no sense now. */
  plan(world: World, values: Values): Action | undefined;
}

interface Values {
  order: { method: OrderMethod; card: number; clicks: number };
  again: { order: number };
  move: { order: number; move: number };
  time: { step: number };
  call: CallFault;
  postback: PostbackFault;
  redeliver: { postback: number };
  refund: { order: number; clicks: number };
  restart: object;
  database: { state: "slow" | "fails" | "works" };
}

export type StepName = keyof Values;

/** A step of a story. One that is not the first of its moment happens at the same time as the one before. */
export type Step = {
  [Name in StepName]: { name: Name; together: boolean; values: Values[Name] };
}[StepName];

const HOUR = 3600;
/** What falls due in between: retries, outcomes of test cards, the end of a Pix, the due date of a boleto. */
const TIMES = [
  { seconds: 60, text: "a minute" },
  { seconds: HOUR, text: "an hour" },
  { seconds: 24 * HOUR, text: "a day" },
  { seconds: (BILLET_DAYS.due + 1) * 24 * HOUR, text: `${BILLET_DAYS.due + 1} days` },
];
/** The length of the longest story. */
const MOST_STEPS = 14;
/** All attempts of a postback but the last. */
const ALL_BUT_LAST = 9;

const kinds: { [Name in StepName]: StepKind<Values[Name]> } = {
  order: {
    weight: 9,
    values: (fc) => ({
      method: weighted(fc, { card: 5, pix: 4, billet: 2, storedCard: 2 }),
      card: fc.oneof(
        { weight: 5, arbitrary: fc.constant(0) },
        { weight: 3, arbitrary: fc.nat(cardOutcomes.length - 1) },
      ),
      clicks: weighted(fc, { 1: 4, 2: 1 }).map(Number),
    }),
    plan(world, { method, card, clicks }) {
      const order = world.addOrder(method, card);
      return {
        sentence: `A buyer clicks "pay"${clicks > 1 ? " twice" : ""} for ${order.id}: ${describeOrder(order)}.`,
        async act() {
          if (method === "storedCard") await world.service.createCustomer(customerOf(order));
          for (let click = 0; click < clicks; click++) world.buy(order);
        },
      };
    },
  },
  again: {
    weight: 10,
    values: (fc) => ({ order: fc.nat(3) }),
    plan(world, { order: place }) {
      const order = pick(world.orders.filter(world.sawError), place);
      const payments = order ? world.truth.paymentsOf(order) : [];
      // Who has got the money back, or asks for it, does not pay once more.
      if (!order || payments.some((each) => isDisputed(each) || each.status === "REFUNDED")) return;
      return {
        sentence: `The buyer of ${order.id}, who saw an error, clicks "pay" again.`,
        act: () => world.buy(order),
      };
    },
  },
  move: {
    weight: 9,
    values: (fc) => ({ order: fc.nat(3), move: fc.nat(5) }),
    plan({ orders, truth, service }, { order: place, move }) {
      const order = pick(orders, place);
      const next = order && pick(movesOf(truth, order), move);
      if (!next) return;
      const { payment, to, trigger } = next;
      return {
        sentence: `${trigger} Payment ${short(payment.id)} of ${order.id}: ${payment.status} → ${to}.`,
        async act() {
          // Another step at the same time may have moved it.
          const moved = await service.setStatus(payment.id, to).catch(() => undefined);
          if (moved) truth.see(moved);
        },
      };
    },
  },
  time: {
    weight: 4,
    values: (fc) => ({ step: fc.nat(TIMES.length - 1) }),
    plan(world, { step }) {
      const { seconds, text } = TIMES[step] as (typeof TIMES)[number];
      return { sentence: `Time passes: ${text}.`, act: () => world.advance({ seconds }) };
    },
  },
  call: {
    weight: 5,
    values: (fc, can) => ({
      calls: weighted(fc, {
        "payments.create": 6,
        "payments.refund": can.refund ? 2 : 0,
        reads: 3,
        all: 1,
      }),
      how: weighted(fc, {
        answerLost: 5,
        failsAfter: 2,
        failsBefore: 2,
        afterPostbacks: 4,
        restart: can.restart ? 3 : 0,
      }),
    }),
    plan({ network }, fault) {
      const calls = { reads: "read", all: "call" }[fault.calls as string] ?? fault.calls;
      return {
        sentence: `The next ${calls} of the shop ${CALL_FAULTS[fault.how]}.`,
        act: () => network.failCall(fault),
      };
    },
  },
  postback: {
    weight: 5,
    values: (fc, can) => ({
      how: weighted(fc, {
        twiceAtOnce: 3,
        lost: 3,
        answerLost: 2,
        restart: can.restart ? 3 : 0,
      }),
      times: weighted(fc, { 1: 2, [ALL_BUT_LAST]: 1 }).map(Number),
    }),
    plan({ network }, fault) {
      const times = fault.how === "lost" && fault.times > 1 ? ", until its last attempt" : "";
      return {
        sentence: `The next postback ${POSTBACK_FAULTS[fault.how]}${times}.`,
        act: () => network.failPostback(fault),
      };
    },
  },
  redeliver: {
    weight: 5,
    values: (fc) => ({ postback: fc.nat(7) }),
    plan({ network, service }, { postback }) {
      const old = pick(network.sent, postback);
      return (
        old && {
          sentence: `${old.sentence} is sent once more.`,
          act: () => service.redeliver(old.eventId),
        }
      );
    },
  },
  refund: {
    weight: 4,
    needs: "refund",
    values: (fc) => ({ order: fc.nat(3), clicks: weighted(fc, { 1: 3, 2: 1 }).map(Number) }),
    plan(world, { order: place, clicks }) {
      const order = pick(world.orders, place);
      return (
        order && {
          sentence: `Somebody in the shop clicks "refund"${clicks > 1 ? " twice" : ""} for ${order.id}.`,
          act() {
            for (let click = 0; click < clicks; click++) world.refund(order);
          },
        }
      );
    },
  },
  restart: {
    weight: 2,
    needs: "restart",
    values: () => ({}),
    plan: (world) => ({ sentence: "The shop restarts.", act: () => world.restart() }),
  },
  database: {
    weight: 3,
    needs: "database",
    values: (fc) => ({ state: weighted(fc, { slow: 1, fails: 2, works: 2 }) }),
    plan(world, { state }) {
      if (state === world.database) return;
      const does = { slow: "gets slow", fails: "fails from now on", works: "works again" }[state];
      return { sentence: `The shop's database ${does}.`, act: () => world.setDatabase(state) };
    },
  },
};

const CALL_FAULTS: Record<CallFault["how"], string> = {
  answerLost: "takes effect, but its answer gets lost",
  failsAfter: "takes effect, but is answered with a 503",
  failsBefore: "is answered with a 503 and has no effect",
  afterPostbacks: "is answered only after its postback has arrived",
  restart: "takes effect, and the shop restarts before it gets the answer",
};

const POSTBACK_FAULTS: Record<PostbackFault["how"], string> = {
  twiceAtOnce: "arrives twice at the same time",
  lost: "gets lost",
  answerLost: "arrives, but the service does not get the answer",
  restart: "arrives, and the shop restarts while it is at work on it",
};

/** Stories of steps that the shop allows. */
export function stories(fc: typeof FastCheck, can: Abilities): FastCheck.Arbitrary<Step[]> {
  const steps = (Object.keys(kinds) as StepName[]).flatMap((name) => {
    const { weight, needs, values } = kinds[name];
    if (needs && !can[needs]) return [];
    const together = fc.oneof(
      { weight: 4, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    );
    const step = fc.record({
      name: fc.constant(name),
      together,
      values: fc.record(values(fc, can)),
    });
    return { weight, arbitrary: step as FastCheck.Arbitrary<Step> };
  });
  // Each place may be empty, so that the shortest story lacks every step that it can do without.
  const place = fc.option(fc.oneof(...steps), { nil: undefined, freq: 2 });
  const places = fc.tuple(...Array.from({ length: MOST_STEPS }, () => place));
  return fc.noBias(places.map((all) => all.filter((each) => each !== undefined)));
}

/** What a step does now. */
export function planStep(world: World, step: Step): Action | undefined {
  return (kinds[step.name] as StepKind<unknown>).plan(world, step.values);
}

function weighted<Name extends string | number>(
  fc: typeof FastCheck,
  weights: Record<Name, number>,
): FastCheck.Arbitrary<Name> {
  const names = Object.keys(weights) as Name[];
  return fc.oneof(
    ...names
      .filter((name) => weights[name] > 0)
      .map((name) => ({ weight: weights[name], arbitrary: fc.constant(name) })),
  );
}

function pick<Value>(values: readonly Value[], place: number): Value | undefined {
  return values.length === 0 ? undefined : values[place % values.length];
}

function describeOrder({ method, amount, card }: Order): string {
  const money = formatMoney(amount);
  if (method === "pix" || method === "billet") return `${money} by ${method}`;
  const outcome = cardOutcomes.find(
    ({ cardNumber }) => cardNumber === card.cardNumber,
  )?.description;
  return `${money} by ${method === "card" ? "card" : "stored card"} (${outcome?.replace(/\.$/, "")})`;
}

interface Move {
  payment: SeenPayment;
  to: PaymentStatus;
  trigger: string;
}

type TriggeredTransition = Transition & { trigger: string };

/** The contract says which status follows which, and why. */
const transitions = memoize((schema: string): TriggeredTransition[] => {
  const contract = Cursor.root(readContract());
  return contract.at("components", "schemas", schema, "x-transitions")
    .value as TriggeredTransition[];
});

/**
 * What buyers, banks and the service can do with the payments of an order. While the shop has charged twice, only it moves:
 * it may be about to give one of them back.
 */
function movesOf(truth: Truth, order: Order): Move[] {
  const payments = truth.paymentsOf(order);
  const charged = payments.filter((each) => isHeld(each) || isDisputed(each));
  if (charged.length > 1) return [];
  return payments
    .filter((each) => charged.length === 0 || each === charged[0])
    .filter((each) => truth.isShown(each))
    .flatMap((payment) =>
      transitions("PaymentStatus")
        .filter((row) => isAllowed([row], payment.status, row.to, payment.method))
        .map(({ to, trigger }) => ({
          payment,
          to: to as PaymentStatus,
          // The name of an operation stands for the shop. Here it is the service itself.
          trigger: trigger.endsWith(".") ? trigger : "The service refunds it.",
        })),
    );
}
