import { describe, expect, test } from "vitest";
import {
  afterChange,
  afterCharge,
  afterLateDecline,
  afterPendingCharge,
  afterReactivation,
  type BillingState,
  type BillingTerms,
  billingAmount,
  firstBilling,
  nextCharge,
} from "../../../src/sandbox/domain/billing-cycle.ts";

const TODAY = "2026-03-02";

const terms: BillingTerms = {
  ...{ amount: 4990, setupAmount: 990, frequency: 30, tolerancePeriod: 0 },
  ...{ dueDate: "2026-03-10", expirationDate: null },
};
const tolerant: BillingTerms = { ...terms, tolerancePeriod: 2 };

/** The planned steps of a subscription, given the outcomes of its charges. */
function steps(of: BillingTerms, outcomes: boolean[]): string[] {
  let billing = firstBilling(of, TODAY);
  const all = [show(billing)];
  for (const succeeded of outcomes) {
    billing = afterCharge(billing, of, succeeded);
    all.push(show(billing));
  }
  return all;
}

function show({ next }: BillingState): string {
  return `${next.day} ${next.kind}`;
}

describe("a subscription", () => {
  test("is charged on its due date and again at each interval", () => {
    expect(steps(terms, [true, true, true])).toEqual([
      "2026-03-10 charge",
      "2026-04-09 charge",
      "2026-05-09 charge",
      "2026-06-08 charge",
    ]);
  });

  test("expires on the day after its last cycle was charged", () => {
    expect(steps({ ...terms, duration: 2 }, [true, true])).toEqual([
      "2026-03-10 charge",
      "2026-04-09 charge",
      "2026-04-10 expire",
    ]);
  });

  test.each([
    ["2026-04-08", ["2026-03-10 charge", "2026-04-09 expire"]],
    // It is still charged on its last day.
    ["2026-04-09", ["2026-03-10 charge", "2026-04-09 charge", "2026-04-10 expire"]],
    ["2026-05-01", ["2026-03-10 charge", "2026-04-09 charge", "2026-05-02 expire"]],
  ])("expires on the day after its expiration date, %s", (expirationDate, all) => {
    const outcomes = all.slice(1).map(() => true);
    expect(steps({ ...terms, expirationDate }, outcomes)).toEqual(all);
    expect(steps({ ...terms, expirationDate, duration: 12 }, outcomes)).toEqual(all);
  });

  test.each([
    ["2026-03-09", "2026-03-10 expire"],
    ["2026-03-04", "2026-03-05 expire"],
    ["2026-03-02", "2026-03-03 expire"],
    ["2025-01-01", "2026-03-02 expire"],
  ])("whose expiration date is before its due date, %s, expires without a charge: %s", (...row) => {
    const [expirationDate, next] = row;
    expect(steps({ ...terms, expirationDate }, [])).toEqual([next]);
  });

  test("adds the setup to its first cycle, also in a retry, and to no other", () => {
    const first = firstBilling(tolerant, TODAY);
    const retry = afterCharge(first, tolerant, false);
    expect(billingAmount(first, tolerant)).toBe(5980);
    expect(billingAmount(retry, tolerant)).toBe(5980);
    expect(billingAmount(afterCharge(retry, tolerant, true), tolerant)).toBe(4990);
  });
});

test("the next charge has its day, amount, cycle and attempt, and an end has none", () => {
  const ending = { ...tolerant, tolerancePeriod: 1, duration: 1 };
  const first = firstBilling(ending, TODAY);
  const retry = afterCharge(first, ending, false);
  expect([first, retry, afterCharge(retry, ending, true)].map((each) => nextCharge(each, ending)))
    // The setup comes with the cycle, whichever attempt succeeds.
    .toEqual([
      { date: "2026-03-10", amount: 5980, cycle: 1, attempt: 1 },
      { date: "2026-03-11", amount: 5980, cycle: 1, attempt: 2 },
      null,
    ]);
});

test.each([
  [{ dueDate: "9999-12-31" }, "9999-12-31 expire", "9999-12-31 expire"],
  [{ expirationDate: "9999-12-31" }, "2026-03-10 charge", "2026-04-09 charge"],
  [{ frequency: 9_000_000_000 }, "2026-03-10 charge", "9999-12-31 expire"],
  [{ frequency: 1e308 }, "2026-03-10 charge", "9999-12-31 expire"],
  [{ frequency: 3_000_000, duration: 1e308 }, "2026-03-10 charge", "9999-12-31 expire"],
  [{ duration: Number.MAX_SAFE_INTEGER }, "2026-03-10 charge", "2026-04-09 charge"],
])("terms may be beyond every calendar: %j begin with %s, and then %s", (beyond, ...shown) => {
  const all = { ...terms, tolerancePeriod: 1e308, ...beyond };
  const first = firstBilling(all, TODAY);
  const changed = afterChange(firstBilling(terms, TODAY), all, TODAY);
  expect(show(changed)).toBe(shown[0]);
  expect([show(first), show(afterCharge(first, all, true))]).toEqual(shown);
});

describe("a declined charge", () => {
  test("without tolerance is given up, and the next cycle comes as planned", () => {
    expect(steps(terms, [false])).toEqual(["2026-03-10 charge", "2026-04-09 charge"]);
  });

  test("is retried daily until the tolerance is over", () => {
    expect(steps(tolerant, [false, false, false])).toEqual([
      "2026-03-10 charge",
      "2026-03-11 retry",
      "2026-03-12 retry",
      "2026-04-09 charge",
    ]);
  });

  test("is not retried after a retry has succeeded, and the cycles keep their days", () => {
    expect(steps(tolerant, [false, true])).toEqual([
      "2026-03-10 charge",
      "2026-03-11 retry",
      "2026-04-09 charge",
    ]);
  });

  test("is not retried on the day of a new cycle", () => {
    expect(steps({ ...tolerant, frequency: 2 }, [false, false])).toEqual([
      "2026-03-10 charge",
      "2026-03-11 retry",
      "2026-03-12 charge",
    ]);
    expect(steps({ ...tolerant, frequency: 1 }, [false])[1]).toBe("2026-03-11 charge");
  });

  test("is not retried after the expiration date", () => {
    expect(steps({ ...tolerant, expirationDate: "2026-03-11" }, [false, false])).toEqual([
      "2026-03-10 charge",
      "2026-03-11 retry",
      "2026-03-12 expire",
    ]);
  });

  test("counts toward the duration, with its retries as one", () => {
    expect(steps({ ...tolerant, duration: 2 }, [false, false, false, false, true])).toEqual([
      "2026-03-10 charge",
      "2026-03-11 retry",
      "2026-03-12 retry",
      "2026-04-09 charge",
      "2026-04-10 retry",
      "2026-04-11 expire",
    ]);
  });
});

describe("a pending charge", () => {
  const pending = (of: BillingTerms, billing = firstBilling(of, TODAY)) =>
    afterPendingCharge(billing, of, "payment");

  test("counts as paid", () => {
    const { pending: _, ...billing } = pending(tolerant);
    expect(billing).toEqual(afterCharge(firstBilling(tolerant, TODAY), tolerant, true));
  });

  test("declined on its day is retried as if it had been declined immediately", () => {
    const late = afterLateDecline(pending(tolerant), tolerant, "payment", "2026-03-10");
    expect(late).toEqual(afterCharge(firstBilling(tolerant, TODAY), tolerant, false));
    expect(billingAmount(late, tolerant)).toBe(5980);
  });

  test("declined some days later is retried from the next day on, as often", () => {
    let billing = afterLateDecline(pending(tolerant), tolerant, "payment", "2026-03-20");
    const all = [show(billing)];
    for (const succeeded of [false, false]) {
      billing = afterCharge(billing, tolerant, succeeded);
      all.push(show(billing));
    }
    expect(all).toEqual(["2026-03-21 retry", "2026-03-22 retry", "2026-04-09 charge"]);
  });

  test("is retried no more often when its retries are left pending too", () => {
    let billing = firstBilling(tolerant, TODAY);
    const all = [show(billing)];
    for (const day of ["2026-03-10", "2026-03-11", "2026-03-12"]) {
      billing = afterLateDecline(pending(tolerant, billing), tolerant, "payment", day);
      all.push(show(billing));
    }
    expect(all).toEqual([
      "2026-03-10 charge",
      "2026-03-11 retry",
      "2026-03-12 retry",
      "2026-04-09 charge",
    ]);
    expect(billing.cycles).toBe(1);
  });

  test.each([
    ["without a tolerance", terms, "2026-03-10"],
    ["on the day before the next cycle", tolerant, "2026-04-08"],
    ["on the last day", { ...tolerant, expirationDate: "2026-03-10" }, "2026-03-10"],
  ])("declined %s is not retried", (_, of, today) => {
    const billing = pending(of);
    expect(afterLateDecline(billing, of, "payment", today)).toBe(billing);
  });

  test("of the last cycle is retried if it is declined before the end", () => {
    const ending = { ...tolerant, duration: 1 };
    const billing = pending(ending);
    expect(show(billing)).toBe("2026-03-11 expire");
    const late = afterLateDecline(billing, ending, "payment", "2026-03-10");
    expect(show(late)).toBe("2026-03-11 retry");
    expect(show(afterCharge(late, ending, true))).toBe("2026-03-12 expire");
  });

  test.each<[string, (billing: BillingState) => BillingState]>([
    ["another cycle has begun", (billing) => afterCharge(billing, tolerant, true)],
    ["a retry has been left pending", (billing) => afterPendingCharge(billing, tolerant, "other")],
    ["it was suspended", (billing) => afterReactivation(billing, tolerant, "2026-03-10")],
  ])("is not retried once %s", (_, goOn) => {
    const billing = goOn(pending(tolerant));
    expect(afterLateDecline(billing, tolerant, "payment", "2026-03-10")).toBe(billing);
  });

  test("is retried by the terms at the time of the decline", () => {
    const billing = afterChange(pending(terms), tolerant, "2026-03-10");
    expect(show(billing)).toBe("2026-04-09 charge");
    expect(show(afterLateDecline(billing, tolerant, "payment", "2026-03-10"))).toBe(
      "2026-03-11 retry",
    );
    expect(afterLateDecline(billing, terms, "payment", "2026-03-10")).toBe(billing);
  });
});

describe("after a suspension", () => {
  const charged = afterCharge(firstBilling(terms, TODAY), terms, true);

  test.each([
    ["within a period that is paid, changes nothing:", "2026-03-20", "2026-04-09 charge"],
    ["on the day before a cycle, charges it:", "2026-04-08", "2026-04-09 charge"],
    ["on the day of a cycle, which began before, leaves it:", "2026-04-09", "2026-05-09 charge"],
    ["after a cycle was missed, does not catch up:", "2026-04-10", "2026-05-09 charge"],
    ["on the day of a later cycle, leaves that:", "2026-06-08", "2026-07-08 charge"],
    ["on the day of a charge, does not charge again:", "2026-03-10", "2026-04-09 charge"],
  ])("a reactivation %s on %s %s", (_, today, next) => {
    expect(show(afterReactivation(charged, terms, today))).toBe(next);
  });

  test("skipped cycles do not count", () => {
    expect(afterReactivation(charged, terms, "2026-08-01").cycles).toBe(1);
  });

  test("a retry is given up, and its cycle counts", () => {
    const declined = afterCharge(firstBilling(tolerant, TODAY), tolerant, false);
    expect(afterReactivation(declined, tolerant, "2026-03-11")).toEqual({
      ...{ cycles: 1, declined: 0, billedOn: "2026-03-10" },
      next: { day: "2026-04-09", kind: "charge" },
    });
  });

  test("the setup is charged with the first cycle that is charged", () => {
    const billing = afterReactivation(firstBilling(terms, TODAY), terms, "2026-04-01");
    expect(show(billing)).toBe("2026-04-09 charge");
    expect(billingAmount(billing, terms)).toBe(5980);
  });

  test.each([
    ["2026-04-20", "2026-05-02 expire"],
    ["2026-06-20", "2026-06-20 expire"],
  ])("a reactivation on %s of a subscription that ended on May 1: %s", (today, next) => {
    const ending = { ...terms, expirationDate: "2026-05-01" };
    expect(show(afterReactivation(charged, ending, today))).toBe(next);
  });

  test.each([
    ["2026-03-10", "2026-03-11 expire"],
    ["2026-06-20", "2026-06-20 expire"],
  ])(
    "a reactivation on %s of a subscription whose last cycle was on March 10: %s",
    (today, next) => {
      const ending = { ...terms, duration: 1 };
      const last = afterCharge(firstBilling(ending, TODAY), ending, true);
      expect(show(afterReactivation(last, ending, today))).toBe(next);
    },
  );

  test("a duration below the charged cycles ends it immediately", () => {
    expect(show(afterReactivation(charged, { ...terms, duration: 1 }, "2026-03-20"))).toBe(
      "2026-03-20 expire",
    );
  });
});

describe("after a change of terms", () => {
  const charged = afterCharge(firstBilling(terms, TODAY), terms, true);
  const retried = afterCharge(firstBilling(tolerant, TODAY), tolerant, false);

  test.each([
    [
      "a shorter frequency counts when the period that is paid is over",
      { frequency: 7 },
      "2026-04-14 charge",
    ],
    [
      "an earlier expiration date counts at once",
      { expirationDate: "2026-03-20" },
      "2026-03-21 expire",
    ],
    ["one in the past ends it today", { expirationDate: "2026-03-11" }, "2026-03-15 expire"],
    ["a duration that is used up ends it today", { duration: 1 }, "2026-03-15 expire"],
    ["another amount moves nothing", { amount: 1 }, "2026-04-09 charge"],
  ])("%s", (_, changed, next) => {
    expect(show(afterChange(charged, { ...terms, ...changed }, "2026-03-15"))).toBe(next);
  });

  test("a duration that today's cycle uses up ends it tomorrow", () => {
    expect(show(afterChange(charged, { ...terms, duration: 1 }, "2026-03-10"))).toBe(
      "2026-03-11 expire",
    );
  });

  test.each([
    ["before its first cycle", "2026-03-08", "2026-03-09 expire"],
    ["in the past", "2026-03-01", "2026-03-05 expire"],
  ])("an expiration date %s ends it before its due date", (_, expirationDate, next) => {
    const first = firstBilling(terms, TODAY);
    expect(show(afterChange(first, { ...terms, expirationDate }, "2026-03-05"))).toBe(next);
  });

  test("without an end before the due date, the first cycle still begins on the due date", () => {
    const ending = { ...terms, frequency: 3, expirationDate: "2026-03-03" };
    const first = firstBilling(ending, TODAY);
    expect(show(first)).toBe("2026-03-04 expire");
    expect(show(afterChange(first, { ...ending, expirationDate: null }, TODAY))).toBe(
      "2026-03-10 charge",
    );
  });

  test.each([
    ["its expiration date", { expirationDate: "2026-03-20" }],
    ["its duration", { duration: 1 }],
  ])("no cycle begins in a paid period after an end by %s is set and removed", (_, ending) => {
    const shorter = { ...terms, frequency: 7 };
    const ended = afterChange(charged, { ...shorter, ...ending }, "2026-03-10");
    expect(ended.next.kind).toBe("expire");
    expect(show(afterChange(ended, shorter, "2026-03-10"))).toBe("2026-04-14 charge");
    expect(show(afterReactivation(ended, shorter, "2026-03-10"))).toBe("2026-04-14 charge");
  });

  test("a longer duration continues it after its last cycle", () => {
    const last = afterCharge(firstBilling(terms, TODAY), { ...terms, duration: 1 }, true);
    expect(show(afterChange(last, { ...terms, duration: 2 }, "2026-03-10"))).toBe(
      "2026-04-09 charge",
    );
  });

  test("a retry goes on, unless the new terms forbid it", () => {
    expect(afterChange(retried, { ...tolerant, amount: 1 }, "2026-03-10")).toEqual(retried);
    expect(show(afterChange(retried, terms, "2026-03-10"))).toBe("2026-04-09 charge");
  });

  test("a retry makes way for a cycle that begins on its day by the new frequency", () => {
    const begun = afterCharge(firstBilling(tolerant, TODAY), tolerant, true);
    const again = afterCharge(begun, tolerant, false);
    expect(show(again)).toBe("2026-04-10 retry");
    const moved = afterChange(again, { ...tolerant, frequency: 31 }, "2026-04-09");
    expect(moved).toMatchObject({ cycles: 2, declined: 0 });
    expect(show(moved)).toBe("2026-04-10 charge");
  });

  test("a retry of a cycle that the new duration does not have is given up", () => {
    const begun = afterCharge(firstBilling(tolerant, TODAY), tolerant, true);
    const again = afterCharge(begun, tolerant, false);
    expect(show(afterChange(again, { ...tolerant, duration: 1 }, "2026-04-09"))).toBe(
      "2026-04-10 expire",
    );
  });
});
