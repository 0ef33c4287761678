import { expect } from "vitest";
import type { Payment, PaymentMethod, PaymentStatus } from "../../../src/client/index.ts";
import type { Transition } from "../../../src/sandbox/domain/status-transitions.ts";
import { broken, expectError, type Shop, test } from "../company-fixture.ts";
import { control, service } from "../contract-examples.ts";

// All of it is walked from the steps that the contracts list: a step that is added there is taken here.

const payments = statusesOf(service, "PaymentStatus");

/** What makes a payment that begins with a status. */
const beginnings: Record<string, { example: string; change?: object }> = {
  "card SUCCEEDED": { example: "card" },
  "card PENDING": { example: "card", change: { billingData: { amount: 999_992 } } },
  "card FAILED": { example: "cardDeclined" },
  "pix PENDING": { example: "pix" },
  "billet PENDING": { example: "billet" },
};

/** How a payment of a method comes to each status that it can have, from the status it begins with. */
function waysOf(method: PaymentMethod): Map<string, string[]> {
  const ways = new Map(nextOf(payments.steps, null, method).map((status) => [status, [status]]));
  // What is found on the way is walked on from.
  for (const [status, way] of ways) {
    for (const next of nextOf(payments.steps, status, method)) {
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  return ways;
}

/** Makes a payment, and takes it to the last status of a way. */
async function walk(shop: Shop, method: string, [first, ...rest]: string[]): Promise<Payment> {
  const beginning = beginnings[`${method} ${first}`];
  if (!beginning) throw new Error(`Nothing here makes a ${method} payment that is ${first}.`);
  const { id } = await shop.pay(beginning.example, beginning.change);
  for (const status of rest) await shop.decide(id, status as PaymentStatus);
  return shop.payment(id);
}

/** Expects a step to be refused with those that the contract allows, and to change nothing. */
async function expectRefused(step: PromiseLike<unknown>, from: string, legal: string[]) {
  const steps = expect.stringContaining(`${from} → ${legal.join(" | ") || "∅"}`);
  await expectError(step, broken("StepRefused"));
  await expectError(step, { messages: [steps] });
}

/** The steps that change a balance. */
const moving = new Set([
  ...["PENDING → SUCCEEDED", "PENDING → PAID", "SUCCEEDED → REFUNDED", "DISPUTED → CHARGEBACK"],
]);

const reached = (["card", "pix", "billet"] as const).flatMap((method) =>
  [...waysOf(method)].map(([from, way]) => ({ method, from, way })),
);

test.for(reached)(
  "a $method payment that is $from goes where the contract says, and nowhere else",
  async ({ method, from, way }, { shop }) => {
    const legal = nextOf(payments.steps, from, method);
    for (const to of legal) {
      const before = await walk(shop, method, way);
      expect(before.status).toBe(from);
      const money = JSON.stringify(await shop.balance());
      await shop.control.clock.advance({ seconds: 60 });
      const { now } = (await shop.control.clock.get()).data;
      const decided = await shop.decide(before.id, to as PaymentStatus);
      expect(decided).toEqual({ ...before, status: to, updatedAt: now });
      expect(await shop.payment(before.id)).toEqual(decided);
      const hasMoved = JSON.stringify(await shop.balance()) !== money;
      expect(hasMoved, to).toBe(moving.has(`${from} → ${to}`));
    }
    const before = await walk(shop, method, way);
    for (const to of payments.all.filter((status) => !legal.includes(status))) {
      await expectRefused(shop.decide(before.id, to as PaymentStatus), from, legal);
    }
    expect(await shop.payment(before.id)).toEqual(before);
  },
);

/** What the contract's other statuses are statuses of, and how such a thing is made and taken a step on. */
const others = [
  {
    kind: "subaccount",
    statuses: statusesOf(control, "SandboxSubaccountStatus"),
    make: (shop: Shop) => shop.subaccount("PENDING"),
    step: ({ control }: Shop, id: string, status: string) =>
      control.subaccounts.setStatus(id, { status: status as never }),
    read: async ({ centavo }: Shop, id: string) => (await centavo.subaccounts.get(id)).data,
  },
  {
    kind: "withdrawal",
    statuses: statusesOf(control, "SandboxWithdrawalStatus"),
    make: async (shop: Shop) => {
      const { id } = await shop.pay("pix");
      await shop.decide(id, "PAID");
      return (await shop.withdraw(1)).id;
    },
    step: ({ control }: Shop, id: string, status: string) =>
      control.withdrawals.setStatus(id, { status: status as never }),
    read: async ({ centavo }: Shop, id: string) => (await centavo.withdrawals.get(id)).data,
  },
];

test.for(others.flatMap((other) => other.statuses.all.map((from) => ({ ...other, from }))))(
  "a $kind that is $from goes where the contract says, and nowhere else",
  async ({ statuses, make, step, read, from }, { shop }) => {
    const legal = nextOf(statuses.steps, from);
    for (const to of statuses.all) {
      const id = await make(shop);
      if (from !== "PENDING") await step(shop, id, from);
      const before = await read(shop, id);
      expect(before.status).toBe(from);
      if (legal.includes(to)) {
        expect((await step(shop, id, to)).data).toEqual({ ...before, status: to });
        expect((await read(shop, id)).status).toBe(to);
      } else {
        await expectRefused(step(shop, id, to), from, legal);
        expect(await read(shop, id)).toEqual(before);
      }
    }
  },
);

function statusesOf(contract: typeof service, schema: string) {
  const place = contract.at("components", "schemas", schema);
  return {
    all: place.at("enum").value as string[],
    steps: place.at("x-transitions").value as Transition[],
  };
}

/** Read from the contract again, because the sandbox's own reading is under test. */
function nextOf(steps: Transition[], from: string | null, method?: PaymentMethod): string[] {
  const rows = steps.filter(
    (row) =>
      [row.from].flat().includes(from) &&
      (!method || !row.paymentMethods || row.paymentMethods.includes(method)),
  );
  return [...new Set(rows.map(({ to }) => to))];
}
