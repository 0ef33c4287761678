import { expect } from "vitest";
import type { Payment, PaymentMethod, PaymentStatus } from "../../../src/client/index.ts";
import type { Transition } from "../../../src/sandbox/domain/status-transitions.ts";
import { broken, expectError, type Shop, test } from "../company-fixture.ts";
import { control, service } from "../contract-examples.ts";

// All of it is walked from the steps that the contracts list: a step that is added there is taken here.

const payments = statusesOf(service, "PaymentStatus");
const subaccounts = statusesOf(control, "SandboxSubaccountStatus");
const withdrawals = statusesOf(control, "SandboxWithdrawalStatus");

/** What makes a payment that begins with a status. */
const beginnings: Record<string, { example: string; change?: object }> = {
  "card SUCCEEDED": { example: "card" },
  "card PENDING": { example: "card", change: { billingData: { amount: 999_992 } } },
  "card FAILED": { example: "cardDeclined" },
  "pix PENDING": { example: "pix" },
  "billet PENDING": { example: "billet" },
};

const methods = ["card", "pix", "billet"] as const;

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

const pairs = methods.flatMap((method) =>
  [...waysOf(method)].flatMap(([from, way]) =>
    payments.all.map((to) => {
      const legal = nextOf(payments.steps, from, method);
      return { method, from, to, way, legal, isLegal: legal.includes(to) };
    }),
  ),
);

/** Makes a payment, and takes it to the last status of a way. */
async function walk(shop: Shop, method: string, [first, ...rest]: string[]): Promise<Payment> {
  const beginning = beginnings[`${method} ${first}`];
  if (!beginning) throw new Error(`Nothing here makes a ${method} payment that is ${first}.`);
  const { id } = await shop.pay(beginning.example, beginning.change);
  for (const status of rest) await shop.decide(id, status as PaymentStatus);
  return shop.payment(id);
}

test("every initial status of a payment is created here", () => {
  const begun = methods.flatMap((method) =>
    nextOf(payments.steps, null, method).map((status) => `${method} ${status}`),
  );
  expect(begun.toSorted()).toEqual(Object.keys(beginnings).toSorted());
});

/** The steps that change a balance. */
const moving = new Set([
  ...["PENDING → SUCCEEDED", "PENDING → PAID", "SUCCEEDED → REFUNDED", "DISPUTED → CHARGEBACK"],
]);

test.for(pairs.filter(({ isLegal }) => isLegal))(
  "a $method payment goes from $from to $to",
  async ({ method, from, to, way }, { shop }) => {
    const before = await walk(shop, method, way);
    expect(before.status).toBe(from);
    const money = JSON.stringify(await shop.balance());
    await shop.control.clock.advance({ seconds: 60 });
    const decided = await shop.decide(before.id, to as PaymentStatus);
    expect(decided).toEqual({ ...before, status: to, updatedAt: "2026-03-02T12:01:00.000Z" });
    expect(await shop.payment(before.id)).toEqual(decided);
    const hasMoved = JSON.stringify(await shop.balance()) !== money;
    expect(hasMoved).toBe(moving.has(`${from} → ${to}`));
  },
);

const rejected = Map.groupBy(
  pairs.filter(({ isLegal }) => !isLegal),
  ({ method, from }) => `${method} payment that is ${from}`,
);

test.for([...rejected])("a %s payment goes nowhere else", async ([_, pairs], { shop }) => {
  for (const { method, from, to, way, legal } of pairs) {
    const before = await walk(shop, method, way);
    const steps = `${from} → ${legal.join(" | ") || "∅"}`;
    const failed = shop.decide(before.id, to as PaymentStatus);
    await expectError(failed, broken("StepRefused"));
    await expectError(failed, { messages: [expect.stringContaining(steps)] });
    expect(await shop.payment(before.id)).toEqual(before);
  }
});

/** What the contract's other statuses are statuses of, and how such a thing is made and taken a step on. */
const others = [
  {
    kind: "subaccount",
    statuses: subaccounts,
    make: (shop: Shop) => shop.subaccount("PENDING"),
    step: ({ control }: Shop, id: string, status: string) =>
      control.subaccounts.setStatus(id, { status: status as never }),
    read: async ({ centavo }: Shop, id: string) => (await centavo.subaccounts.get(id)).data,
  },
  {
    kind: "withdrawal",
    statuses: withdrawals,
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

const otherPairs = others.flatMap(({ kind, statuses, ...ways }) =>
  statuses.all.flatMap((from) =>
    statuses.all.map((to) => {
      const legal = nextOf(statuses.steps, from);
      return { kind, ...ways, from, to, legal, outcome: legal.includes(to) ? "taken" : "refused" };
    }),
  ),
);

test.for(otherPairs)(
  "the step of a $kind from $from to $to is $outcome",
  async ({ make, step, read, from, to, legal, outcome }, { shop }) => {
    const id = await make(shop);
    if (from !== "PENDING") await step(shop, id, from);
    const before = await read(shop, id);
    expect(before.status).toBe(from);
    if (outcome === "taken") {
      expect((await step(shop, id, to)).data).toEqual({ ...before, status: to });
      expect((await read(shop, id)).status).toBe(to);
      return;
    }
    const steps = `${from} → ${legal.join(" | ") || "∅"}`;
    const failed = step(shop, id, to);
    await expectError(failed, broken("StepRefused"));
    await expectError(failed, { messages: [expect.stringContaining(steps)] });
    expect(await read(shop, id)).toEqual(before);
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
