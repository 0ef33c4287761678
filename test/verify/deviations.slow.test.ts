import { afterAll, expect, test } from "vitest";
import type { Control } from "../../src/sandbox-node/index.ts";
import { firstOf, isNightly } from "../nightly.ts";
import { blindDeviations } from "./blind-deviations.ts";
import type { DeviatingService, Deviation } from "./deviating-sandbox.ts";
import { deviations, others, permitted } from "./deviations.ts";
import { otherSuccesses } from "./difficult-services.ts";
import { fails, withStatus } from "./other-service.ts";
import { assumptions, run, startAccount, verify } from "./prepared-account.ts";

type Faults = Parameters<Control["faults"]["set"]>[0]["faults"];

const inSchema = (schema: string, ...fields: string[]) =>
  fields.map((field) => `/components/schemas/${schema}/properties/${field}`);

/**
 * The sandbox shows a billet without interest as one with an interest of 0, and a withdrawal always with a PIX key. No
 * subscription has charged. Three customers have no order. Of sets that may have more values than are known, a value that is known shows nothing.
 */
const NOT_SHOWN = new Set([
  ...inSchema(
    "BilletDetails",
    ...["interestAmount", "interestPercentage", "interestStartDate", "interestType"],
    ...["lateFeeAmount", "lateFeePercentage", "lateFeeStartDate", "lateFeeType"],
  ),
  ...inSchema("Withdrawal", "pixKey", "pixKeyType"),
  "/paths/~1payments/get/parameters/6",
  "/paths/~1customers/get/responses/200",
  ...[
    ...[
      "AddressType",
      "BankAccountStatus",
      "CustomerAddressStatus",
      "CustomerStatus",
      "PixKeyType",
    ],
    ...["InterestType", "LateFeeType", "WithdrawalPaymentType", "WithdrawalStatus"],
    ...["ErrorData", "ReturnCode"],
  ].map((name) => `/components/schemas/${name}`),
]);
/** Splits by an amount, which only a run that writes makes. */
const NOT_READ = new Set([
  "/components/schemas/PaymentSplitType",
  "/components/schemas/SubscriptionSplitType",
]);

const isChecked = (pointer: string, ...by: unknown[]) =>
  by.includes(assumptions.get(pointer)?.check?.by);
/** What a run should find to hold. */
const expected = (write: boolean) =>
  [...assumptions.keys()]
    .filter((pointer) => isChecked(pointer, "read", write && "write"))
    .filter((pointer) => !NOT_SHOWN.has(pointer) && (write || !NOT_READ.has(pointer)))
    .sort();

const faults: [name: string, faults: Faults][] = [
  [
    "is slow or overloaded",
    [
      { latency: 20, probability: 0.2 },
      { status: 503, probability: 0.1 },
    ],
  ],
  ["fails after the work", [{ status: 500, probability: 0.1, when: "after" }]],
  ["closes a connection", [{ reset: true, probability: 0.02, when: "after" }]],
  // Only a read shows then that the payment is refunded.
  [
    "fails after a refund",
    [{ operationId: "payments.refund", status: 503, when: "after", times: 1 }],
  ],
];

test("each assumption that can be checked has a service for which it is not true", () => {
  const checked = [...assumptions.keys()].filter((pointer) => isChecked(pointer, "read", "write"));
  expect(deviations.map(({ name }) => name).sort()).toEqual(checked.sort());
});

test.each([
  ["a run that only reads", false],
  ["a run that writes", true],
])("all that the sandbox shows holds in %s", async (_, write) => {
  const result = await verify(await startAccount(), write);
  expect(result).toEqual({ contradicted: [], held: expected(write), deviations: [] });
});

/** All of the tables. What a read shows, a run that writes should find too. */
const services = [...others, ...deviations, ...blindDeviations];
const runs = services.flatMap((each, index) => {
  const ways: [title: string, DeviatingService, write: boolean, more: Deviation[]][] = [
    [`${each.name}, by reads`, each, false, []],
    index % 2 === 0
      ? [`${each.name}, with writes`, each, true, []]
      : [`${each.name}, with writes that return 201 and 204`, each, true, [otherSuccesses]],
  ];
  return ways.slice(each.write ? 1 : 0);
});
/** In such an order that each part of it has some of all kinds. */
const mixed = [0, 1, 2, 3, 4].flatMap((start) => runs.filter((_, index) => index % 5 === start));

const tally = {
  "found exactly": 0,
  "found with others": 0,
  "not reached": 0,
  "nothing to find": 0,
};
afterAll(() => {
  if (isNightly) console.log(`${runs.length} runs:`, tally);
});

test.each(firstOf(Math.ceil(runs.length / 5), mixed))(
  "of a service that differs, nothing else is contradicted: %s",
  async (_, { contradicts, mayAlso, notReached, deviation }, write, more) => {
    const account = await startAccount([deviation(), ...more]);
    const { verdicts, stopped } = await run(account, { write });
    const found = verdicts.filter(({ verdict }) => verdict === "contradicted");
    const missed = verdicts.filter(
      ({ verdict, assumption }) =>
        verdict !== "contradicted" && contradicts.includes(assumption.pointer),
    );
    const beside = found.filter(({ assumption }) => !contradicts.includes(assumption.pointer));
    const wrong = beside.filter(({ assumption }) => !mayAlso?.includes(assumption.pointer));
    expect(wrong.map(({ assumption, evidence }) => [assumption.pointer, evidence[0]])).toEqual([]);
    expect(missed.map(({ reason, seen }) => reason ?? `held: ${seen}`)).toEqual(
      [notReached].flatMap((reason) => reason ?? []),
    );
    expect(stopped).toBeUndefined();
    if (missed.length > 0) tally["not reached"]++;
    else if (beside.length > 0) tally["found with others"]++;
    else tally[found.length > 0 ? "found exactly" : "nothing to find"]++;
  },
);

test("there are 150 services, and at most a tenth has something that is not reached", () => {
  expect(services.length).toBeGreaterThanOrEqual(150);
  const notReached = services.filter((each) => each.notReached !== undefined);
  expect(notReached.length).toBeLessThanOrEqual(services.length / 10);
});

test.each(firstOf(5, permitted))("a service that %s is not contradicted", async (_, deviation) => {
  const result = await verify(await startAccount([deviation]), true);
  expect(result).toMatchObject({ contradicted: [], deviations: [] });
});

test.each(firstOf(2, faults))("a service that %s is not contradicted", async (_, each) => {
  const account = await startAccount();
  await account.control.faults.set({ faults: each });
  const { held, contradicted, deviations } = await verify(account, true);
  expect({ contradicted, deviations }).toEqual({ contradicted: [], deviations: [] });
  expect(expected(true)).toEqual(expect.arrayContaining(held));
});

test("a service that takes one unknown id for a known one is no mock", async () => {
  const empty = { data: [], meta: { total: 0, page: 1, limit: 10, totalPages: 0 }, message: null };
  const lax = fails("bankAccounts.list", 404, () => ({ status: 200, body: empty }));
  const result = await verify(await startAccount([lax]), false);
  expect(result.contradicted).toEqual(["/components/responses/SubaccountNotFound"]);
  expect(result.held.length).toBeGreaterThan(50);
});

test("a conflict with what exists says nothing of a body", async () => {
  const conflict = fails("subaccounts.create", 400, withStatus(409));
  const { held } = await verify(await startAccount([conflict]), true);
  expect(held).not.toContain("/components/schemas/SubaccountCreateBase");
});
