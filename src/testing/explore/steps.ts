import type * as FastCheck from "fast-check";
import type { PaymentStatus } from "../../../generated/types.ts";
import { BILLET_DAYS } from "../../sandbox/domain/billet.ts";
import { isAllowed, type Transition } from "../../sandbox/domain/status-transitions.ts";
import { cardOutcomes } from "../../sandbox/domain/test-outcomes.ts";
import { formatMoney } from "../../text/format-money.ts";
import { callFaults, type Fault, postbackFaults } from "./faults.ts";
import { contracts, customerOf } from "./order.ts";
import { isDisputed, isHeld, type SeenPayment, short } from "./payments.ts";
import type { Order } from "./shop.ts";
import type { Story } from "./story.ts";

/** What a step does in a story that has come so far. */
interface Action {
  sentence: string;
  act(): unknown;
}

/** What a step may be, each by its name with its weight compared to others, or by the greatest number. */
type Choices = Readonly<Record<string, number | Readonly<Record<string, number>>>>;
type Chosen<All extends Choices> = {
  [Name in keyof All]: All[Name] extends number ? number : keyof All[Name] & string;
};

interface StepKind<All extends Choices> {
  /** How often it is tried, compared to others. */
  weight: number;
  /** Whether nothing happens before the next step. */
  prepares?: true;
  choices: All;
  /** Undefined if it makes no sense now, or the shop has no function for it. */
  plan(story: Story, chosen: Chosen<All>): Action | undefined;
}

/** How many numbers a step can draw to choose one of the orders, payments or postbacks. */
const ANY = 7;
const CLICKS = { once: 3, twice: 1 };
const HOUR = 3600;
/** What falls due in between: retries, outcomes of test cards, the end of a Pix, the due date of a boleto. */
const TIMES = [
  { seconds: 60, text: "a minute" },
  { seconds: HOUR, text: "an hour" },
  { seconds: 24 * HOUR, text: "a day" },
  { seconds: (BILLET_DAYS.due + 1) * 24 * HOUR, text: `${BILLET_DAYS.due + 1} days` },
];
const DATABASE = { slow: "gets slow", fails: "fails from now on", works: "works again" };
const transitions = contracts.service.at(
  ...["components", "schemas", "PaymentStatus", "x-transitions"],
).value as Transition[];
/** The length of the longest story. */
const MOST_STEPS = 14;

const kinds = {
  order: kind({
    weight: 9,
    choices: {
      method: { card: 5, pix: 4, billet: 2, storedCard: 2 },
      card: Object.fromEntries(
        cardOutcomes.map((each, place) => [each.cardNumber, place ? 1 : 14]),
      ),
      clicks: CLICKS,
    },
    plan(story, { method, card, clicks }) {
      const order = story.addOrder(method, card);
      return {
        sentence: `A buyer clicks "pay"${times(clicks)} for ${order.id}: ${describeOrder(order)}.`,
        async act() {
          if (method === "storedCard") await story.control.customers.create(customerOf(order));
          repeat(clicks, () => story.buy(order));
        },
      };
    },
  }),
  again: kind({
    weight: 10,
    choices: { order: ANY },
    plan(story, { order: place }) {
      const order = pick(story.orders.filter(story.sawError), place);
      // Who has got the money back, or asks for it, does not pay once more.
      const isOver = (each: SeenPayment) => isDisputed(each) || each.status === "REFUNDED";
      if (!order || story.payments.of(order).some(isOver)) return;
      return {
        sentence: `The buyer of ${order.id}, who saw an error, clicks "pay" again.`,
        act: () => story.buy(order),
      };
    },
  }),
  move: kind({
    weight: 9,
    choices: { order: ANY, move: ANY },
    plan(story, { order: place, move }) {
      const order = pick(story.orders, place);
      const next = order && pick(movesOf(story, order), move);
      if (!next) return;
      const { payment, status, trigger } = next;
      return {
        sentence: `${trigger} Payment ${short(payment.id)} of ${order.id}: ${payment.status} → ${status}.`,
        async act() {
          const moved = story.control.payments.setStatus(payment.id, { status });
          // Another step at the same time may have moved it.
          await moved.then(({ data }) => story.payments.see(data)).catch(() => {});
        },
      };
    },
  }),
  time: kind({
    weight: 4,
    choices: { step: TIMES.length - 1 },
    plan(story, { step }) {
      const { seconds, text } = TIMES[step] as (typeof TIMES)[number];
      return { sentence: `Time passes: ${text}.`, act: () => story.advance({ seconds }) };
    },
  }),
  call: kind({
    weight: 5,
    prepares: true,
    choices: {
      calls: { "payments.create": 6, "payments.refund": 2, reads: 3, all: 1 },
      how: weightsOf(callFaults),
    },
    plan({ network, shop }, fault) {
      if (fault.how === "restart" && !shop.restart) return;
      const calls = { reads: "read", all: "call" }[fault.calls as string] ?? fault.calls;
      return {
        sentence: `The next ${calls} of the shop ${callFaults[fault.how].sentence}.`,
        act: () => network.callFaults.push(fault),
      };
    },
  }),
  postback: kind({
    weight: 5,
    prepares: true,
    choices: { how: weightsOf(postbackFaults) },
    plan({ network, shop }, { how }) {
      if (how === "restart" && !shop.restart) return;
      const { sentence, times = 1 }: Fault = postbackFaults[how];
      return { sentence, act: () => network.postbackFaults.push(...Array(times).fill(how)) };
    },
  }),
  redeliver: kind({
    weight: 5,
    choices: { postback: ANY },
    plan({ network, control }, { postback: place }) {
      const old = pick([...network.postbacks.values()], place);
      if (!old) return;
      return {
        sentence: `${old.name} is sent once more.`,
        act: () => control.postbacks.redeliver(old.eventId),
      };
    },
  }),
  refund: kind({
    weight: 4,
    choices: { order: ANY, clicks: CLICKS },
    plan(story, { order: place, clicks }) {
      const order = pick(story.orders, place);
      if (!order || !story.shop.refund) return;
      return {
        sentence: `Somebody in the shop clicks "refund"${times(clicks)} for ${order.id}.`,
        act: () => repeat(clicks, () => story.refund(order)),
      };
    },
  }),
  restart: kind({
    weight: 2,
    choices: {},
    plan({ shop, restart }) {
      return shop.restart && { sentence: "The shop restarts.", act: restart };
    },
  }),
  database: kind({
    weight: 3,
    choices: { state: { slow: 1, fails: 2, works: 2 } },
    plan(story, { state }) {
      if (!story.shop.database || state === story.database) return;
      return {
        sentence: `The shop's database ${DATABASE[state]}.`,
        act: () => story.setDatabase(state),
      };
    },
  }),
};

export type StepName = keyof typeof kinds;

/** A step of a story. One that is not the first of its moment happens at the same time as the one before. */
export interface Step {
  name: StepName;
  together: boolean;
  chosen: object;
}

/** Lets TypeScript know what a plan gets. */
function kind<const All extends Choices>(each: StepKind<All>): StepKind<All> {
  return each;
}

/** What a step does now, and whether something can have happened then. */
export function planStep(story: Story, { name, chosen }: Step) {
  const { plan, prepares = false } = kinds[name] as StepKind<Choices>;
  const action = plan(story, chosen as Chosen<Choices>);
  return action && { ...action, prepares };
}

/** All stories. What makes no sense in one is left out when it comes to it. */
export function stories(fc: typeof FastCheck): FastCheck.Arbitrary<Step[]> {
  const weighted = (weights: Readonly<Record<string, number>>) =>
    fc.oneof(
      // The first one is the simplest.
      { withCrossShrink: true },
      ...Object.entries(weights).map(([name, weight]) => ({
        ...{ weight, arbitrary: fc.constant(name) },
      })),
    );
  const steps = Object.entries(kinds).map(([name, { weight, choices }]) => {
    const chosen = Object.entries<number | Record<string, number>>(choices).map(
      ([each, choice]) =>
        [each, typeof choice === "number" ? fc.nat(choice) : weighted(choice)] as const,
    );
    const arbitrary = fc.record({
      name: fc.constant(name),
      together: weighted({ "": 4, together: 1 }).map(Boolean),
      chosen: fc.record(Object.fromEntries(chosen)),
    });
    return { weight, arbitrary };
  });
  // Each place may be empty, so that the shortest story lacks every step that it can do without.
  const place = fc.option(fc.oneof(...steps), { nil: undefined, freq: 2 });
  const places = fc.tuple(...Array.from({ length: MOST_STEPS }, () => place));
  return fc.noBias(places.map((all) => all.filter((each) => each !== undefined) as Step[]));
}

function weightsOf<Name extends string>(faults: Record<Name, Fault>): Record<Name, number> {
  const weights = Object.entries<Fault>(faults).map(([name, { weight }]) => [name, weight]);
  return Object.fromEntries(weights);
}

function times(clicks: keyof typeof CLICKS): string {
  return clicks === "twice" ? " twice" : "";
}

function repeat(clicks: keyof typeof CLICKS, click: () => void): void {
  click();
  if (clicks === "twice") click();
}

function pick<Value>(values: readonly Value[], place: number): Value | undefined {
  return values[place % values.length];
}

function describeOrder({ method, amount, card }: Order): string {
  const money = formatMoney(amount);
  if (method === "pix" || method === "billet") return `${money} by ${method}`;
  const outcome = cardOutcomes.find(({ cardNumber }) => cardNumber === card.cardNumber);
  const by = method === "card" ? "card" : "stored card";
  return `${money} by ${by} (${outcome?.description.replace(/\.$/, "")})`;
}

interface Move {
  payment: SeenPayment;
  status: PaymentStatus;
  trigger: string;
}

/**
 * What buyers, banks and the service can do with the payments of an order. While the shop has charged twice, only it moves:
 * it may be about to give one of them back.
 */
function movesOf({ payments }: Story, order: Order): Move[] {
  const all = payments.of(order);
  const charged = all.filter((each) => isHeld(each) || isDisputed(each));
  if (charged.length > 1) return [];
  return (
    (charged.length === 1 ? charged : all)
      // Only a card needs nobody to show anything.
      .filter(({ method, isHidden }) => method === "card" || !isHidden)
      .flatMap((payment) =>
        transitions
          .filter((row) => isAllowed([row], payment.status, row.to, payment.method))
          .map(({ to, trigger }) => ({
            payment,
            status: to as PaymentStatus,
            // An operation as the trigger means that the shop calls it. Here the service does it.
            trigger: trigger.endsWith(".") ? trigger : "The service refunds it.",
          })),
      )
  );
}
