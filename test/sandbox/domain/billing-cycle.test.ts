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
const until = (expirationDate: string, of = terms) => ({ ...of, expirationDate });

const first = firstBilling(terms, TODAY);
const charged = afterCharge(first, terms, true);
const retried = afterCharge(firstBilling(tolerant, TODAY), tolerant, false);

/** A planned step; its year is left out if it is 2026. */
function show({ next }: BillingState): string {
  return `${next.day.replace("2026-", "")} ${next.kind}`;
}

/** The planned steps, each with its outcome. The outcomes are those of the expected history. */
function historyOf(of: BillingTerms, expected: string, billing = firstBilling(of, TODAY)): string {
  let state = billing;
  const steps = expected.split(", ").map((step) => {
    const shown = show(state);
    const [outcome] = step.match(/paid|declined/) ?? [];
    if (!outcome) return shown;
    state = afterCharge(state, of, outcome === "paid");
    return `${shown} ${outcome}`;
  });
  return steps.join(", ");
}

describe("a subscription", () => {
  test.each<[BillingTerms, string]>([
    // It is charged on its due date and again at each interval.
    [terms, "03-10 charge paid, 04-09 charge paid, 05-09 charge paid, 06-08 charge"],
    // It expires on the day after its last cycle was charged.
    [{ ...terms, duration: 2 }, "03-10 charge paid, 04-09 charge paid, 04-10 expire"],
    // It expires on the day after its expiration date, and is still charged on its last day.
    [until("2026-04-08"), "03-10 charge paid, 04-09 expire"],
    [until("2026-04-09"), "03-10 charge paid, 04-09 charge paid, 04-10 expire"],
    [until("2026-05-01"), "03-10 charge paid, 04-09 charge paid, 05-02 expire"],
    [{ ...until("2026-03-20"), duration: 12 }, "03-10 charge paid, 03-21 expire"],
    // Its expiration date is before its due date.
    [until("2026-03-09"), "03-10 expire"],
    [until("2026-03-04"), "03-05 expire"],
    [until("2026-03-02"), "03-03 expire"],
    [until("2025-01-01"), "03-02 expire"],
    // Without tolerance a declined charge is given up, and the next cycle comes as planned.
    [terms, "03-10 charge declined, 04-09 charge"],
    // It is retried daily until the tolerance is over, or until a retry succeeds.
    [tolerant, "03-10 charge declined, 03-11 retry declined, 03-12 retry declined, 04-09 charge"],
    [tolerant, "03-10 charge declined, 03-11 retry paid, 04-09 charge"],
    // It is not retried on the day of a new cycle, nor after the expiration date.
    [{ ...tolerant, frequency: 2 }, "03-10 charge declined, 03-11 retry declined, 03-12 charge"],
    [{ ...tolerant, frequency: 1 }, "03-10 charge declined, 03-11 charge"],
    [until("2026-03-11", tolerant), "03-10 charge declined, 03-11 retry declined, 03-12 expire"],
    // It counts toward the duration, with its retries as one.
    [
      { ...tolerant, duration: 2 },
      "03-10 charge declined, 03-11 retry declined, 03-12 retry declined, " +
        "04-09 charge declined, 04-10 retry paid, 04-11 expire",
    ],
  ])("with %j has the history %s", (of, history) => {
    expect(historyOf(of, history)).toBe(history);
  });

  test("adds the setup to its first cycle, also in a retry, and to no other", () => {
    const states = [firstBilling(tolerant, TODAY), retried, afterCharge(retried, tolerant, true)];
    expect(states.map((each) => billingAmount(each, tolerant))).toEqual([5980, 5980, 4990]);
  });

  test("whose next step would not be later than the last is an error, and not a step without end", () => {
    const backwards = { ...terms, frequency: -30 };
    for (const succeeded of [true, false])
      expect(() => afterCharge(first, backwards, succeeded)).toThrow("No cycle of -30 days");
  });

  test("has a next charge with its day, amount, cycle and attempt, until it ends", () => {
    const ending = { ...tolerant, tolerancePeriod: 1, duration: 1 };
    const retry = afterCharge(firstBilling(ending, TODAY), ending, false);
    const states = [firstBilling(ending, TODAY), retry, afterCharge(retry, ending, true)];
    expect(states.map((each) => nextCharge(each, ending))).toEqual([
      { date: "2026-03-10", amount: 5980, cycle: 1, attempt: 1 },
      { date: "2026-03-11", amount: 5980, cycle: 1, attempt: 2 },
      null,
    ]);
  });

  test.each([
    [{ dueDate: "9999-12-31" }, "9999-12-31 expire", "9999-12-31 expire"],
    [{ expirationDate: "9999-12-31" }, "03-10 charge", "04-09 charge"],
    [{ frequency: 9_000_000_000 }, "03-10 charge", "9999-12-31 expire"],
    [{ frequency: 1e308 }, "03-10 charge", "9999-12-31 expire"],
    [{ frequency: 3_000_000, duration: 1e308 }, "03-10 charge", "9999-12-31 expire"],
    [{ duration: Number.MAX_SAFE_INTEGER }, "03-10 charge", "04-09 charge"],
  ])("may have terms beyond every calendar: %j begin with %s, and then %s", (beyond, ...shown) => {
    const all = { ...terms, tolerancePeriod: 1e308, ...beyond };
    const begun = firstBilling(all, TODAY);
    expect([show(begun), show(afterCharge(begun, all, true))]).toEqual(shown);
    expect(show(afterChange(begun, all, all, TODAY))).toBe(shown[0]);
  });
});

describe("a pending charge", () => {
  const pending = (of: BillingTerms, billing = firstBilling(of, TODAY)) =>
    afterPendingCharge(billing, of, "payment");
  const declinedOn = (day: string, of = tolerant, billing = pending(of)) =>
    afterLateDecline(billing, of, "payment", day);

  test("counts as paid", () => {
    const { pending: _, ...billing } = pending(tolerant);
    expect(billing).toEqual(afterCharge(firstBilling(tolerant, TODAY), tolerant, true));
  });

  test("declined on its day is retried as if it had been declined immediately", () => {
    expect(declinedOn("2026-03-10")).toEqual(retried);
    expect(billingAmount(declinedOn("2026-03-10"), tolerant)).toBe(5980);
  });

  test("declined some days later is retried from the next day on, as often", () => {
    const history = "03-21 retry declined, 03-22 retry declined, 04-09 charge";
    expect(historyOf(tolerant, history, declinedOn("2026-03-20"))).toBe(history);
  });

  test("is retried no more often when its retries are left pending too", () => {
    let billing = firstBilling(tolerant, TODAY);
    const all = ["2026-03-10", "2026-03-11", "2026-03-12"].map((day) => {
      billing = declinedOn(day, tolerant, pending(tolerant, billing));
      return show(billing);
    });
    expect(all).toEqual(["03-11 retry", "03-12 retry", "04-09 charge"]);
    expect(billing.cycles).toBe(1);
  });

  test.each<[string, BillingState, BillingTerms?, string?]>([
    ["without a tolerance", pending(terms), terms],
    ["on the day before the next cycle", pending(tolerant), tolerant, "2026-04-08"],
    ["on the last day", pending(tolerant), until("2026-03-10", tolerant)],
    ["after another cycle", afterCharge(pending(tolerant), tolerant, true)],
    ["after a pending retry", afterPendingCharge(pending(tolerant), tolerant, "other")],
    ["after a suspension", afterReactivation(pending(tolerant), tolerant, "2026-03-10")],
  ])("declined %s is not retried", (_, billing, of = tolerant, today = "2026-03-10") => {
    expect(declinedOn(today, of, billing)).toBe(billing);
  });

  test("of the last cycle is retried if it is declined before the end", () => {
    const ending = { ...tolerant, duration: 1 };
    expect(show(pending(ending))).toBe("03-11 expire");
    const history = "03-11 retry paid, 03-12 expire";
    expect(historyOf(ending, history, declinedOn("2026-03-10", ending))).toBe(history);
  });

  test("is retried by the terms at the time of the decline", () => {
    const billing = afterChange(pending(terms), terms, tolerant, "2026-03-10");
    expect(show(billing)).toBe("04-09 charge");
    expect(show(declinedOn("2026-03-10", tolerant, billing))).toBe("03-11 retry");
    expect(declinedOn("2026-03-10", terms, billing)).toBe(billing);
  });
});

describe("after a suspension", () => {
  const last = afterCharge(first, { ...terms, duration: 1 }, true);

  test.each<[string, BillingState, BillingTerms, today: string, next: string]>([
    ["within a paid period changes nothing", charged, terms, "2026-03-20", "04-09 charge"],
    ["before a cycle charges it", charged, terms, "2026-04-08", "04-09 charge"],
    ["on the day of a cycle leaves it", charged, terms, "2026-04-09", "05-09 charge"],
    ["after a missed cycle does not catch up", charged, terms, "2026-04-10", "05-09 charge"],
    ["on the day of a later cycle leaves that", charged, terms, "2026-06-08", "07-08 charge"],
    ["on the day of a charge does not repeat it", charged, terms, "2026-03-10", "04-09 charge"],
    ["before the end", charged, until("2026-05-01"), "2026-04-20", "05-02 expire"],
    ["after the end", charged, until("2026-05-01"), "2026-06-20", "06-20 expire"],
    ["on the day of the last cycle", last, { ...terms, duration: 1 }, "2026-03-10", "03-11 expire"],
    ["after the last cycle", last, { ...terms, duration: 1 }, "2026-06-20", "06-20 expire"],
    ["beyond a new duration", charged, { ...terms, duration: 1 }, "2026-03-20", "03-20 expire"],
  ])("a reactivation %s", (_, billing, of, today, next) => {
    expect(show(afterReactivation(billing, of, today))).toBe(next);
  });

  test("skipped cycles do not count", () => {
    expect(afterReactivation(charged, terms, "2026-08-01").cycles).toBe(1);
  });

  test("a retry is given up, and its cycle counts", () => {
    expect(afterReactivation(retried, tolerant, "2026-03-11")).toEqual({
      ...{ cycles: 1, declined: 0, billedOn: "2026-03-10" },
      next: { day: "2026-04-09", kind: "charge" },
    });
  });

  test("the setup is charged with the first cycle that is charged", () => {
    const billing = afterReactivation(first, terms, "2026-04-01");
    expect(show(billing)).toBe("04-09 charge");
    expect(billingAmount(billing, terms)).toBe(5980);
  });
});

describe("after a change of terms", () => {
  const last = afterCharge(first, { ...terms, duration: 1 }, true);
  const retriedLater = afterCharge(afterCharge(first, tolerant, true), tolerant, false);
  const twice = afterCharge(charged, terms, true);

  test.each<[string, BillingState, Partial<BillingTerms>, today: string, next: string]>([
    ["a frequency counts later", charged, { frequency: 7 }, "03-15", "04-09 charge"],
    ["one before the first cycle too", first, { frequency: 7 }, "03-09", "03-10 charge"],
    ["an end counts at once", charged, until("2026-03-20"), "03-15", "03-21 expire"],
    ["an end in the past ends it today", charged, until("2026-03-11"), "03-15", "03-15 expire"],
    ["a used up duration ends it today", charged, { duration: 1 }, "03-15", "03-15 expire"],
    ["one that today uses up ends it tomorrow", charged, { duration: 1 }, "03-10", "03-11 expire"],
    ["another amount moves nothing", charged, { amount: 1 }, "03-15", "04-09 charge"],
    ["an end comes before the first cycle", first, until("2026-03-08"), "03-05", "03-09 expire"],
    ["a past end, before the first cycle", first, until("2026-03-01"), "03-05", "03-05 expire"],
    ["a longer duration continues it", last, { duration: 2 }, "03-10", "04-09 charge"],
    ["a retry ends with its tolerance", retried, terms, "03-10", "04-09 charge"],
    ["a retry beyond it ends", retriedLater, { ...tolerant, duration: 1 }, "04-09", "04-09 expire"],
    ["one that was over before today", twice, { duration: 1 }, "04-09", "04-09 expire"],
  ])("%s", (_, billing, changed, today, next) => {
    expect(show(afterChange(billing, terms, { ...terms, ...changed }, `2026-${today}`))).toBe(next);
  });

  test("without an end before the due date, the first cycle still begins on the due date", () => {
    const ending = until("2026-03-03", { ...terms, frequency: 3 });
    const ended = firstBilling(ending, TODAY);
    expect(show(ended)).toBe("03-04 expire");
    expect(show(afterChange(ended, ending, { ...ending, expirationDate: null }, TODAY))).toBe(
      "03-10 charge",
    );
  });

  test.each([
    ["its expiration date", { expirationDate: "2026-03-20" }],
    ["its duration", { duration: 1 }],
  ])("no cycle begins in a paid period after an end by %s is set and removed", (_, ending) => {
    const shorter = { ...terms, frequency: 7 };
    const ended = afterChange(charged, terms, { ...shorter, ...ending }, "2026-03-10");
    expect(ended.next.kind).toBe("expire");
    expect(show(afterChange(ended, shorter, shorter, "2026-03-10"))).toBe("04-09 charge");
    expect(show(afterReactivation(ended, shorter, "2026-03-10"))).toBe("04-09 charge");
  });

  test("a frequency counts from the next cycle on, however often it changes until then", () => {
    const weekly = { ...terms, frequency: 7 };
    const more = afterChange(charged, terms, weekly, "2026-03-24");
    expect(historyOf(weekly, "04-09 charge paid, 04-16 charge", more)).toBe(
      "04-09 charge paid, 04-16 charge",
    );
    const undone = afterChange(more, weekly, terms, "2026-03-25");
    expect(historyOf(terms, "04-09 charge paid, 05-09 charge", undone)).toBe(
      "04-09 charge paid, 05-09 charge",
    );
  });

  test("a frequency that changes during a suspension counts from the next day on which a cycle begins", () => {
    const weekly = { ...terms, frequency: 7 };
    const suspended = afterChange(charged, terms, weekly, "2026-04-20");
    expect(show(afterReactivation(suspended, weekly, "2026-04-21"))).toBe("05-09 charge");
    expect(show(afterReactivation(suspended, weekly, "2026-05-10"))).toBe("05-16 charge");
  });

  test("a pending charge that is declined after a change is retried until the next cycle", () => {
    const daily = { ...tolerant, frequency: 1 };
    const waiting = afterPendingCharge(firstBilling(tolerant, TODAY), tolerant, "payment");
    const billing = afterChange(waiting, tolerant, daily, "2026-03-12");
    const declined = afterLateDecline(billing, daily, "payment", "2026-03-12");
    const history = "03-13 retry declined, 03-14 retry declined, 04-09 charge paid, 04-10 charge";
    expect(historyOf(daily, history, declined)).toBe(history);
  });

  test("a retry goes on, with any frequency, until the next cycle", () => {
    expect(afterChange(retried, tolerant, { ...tolerant, amount: 1 }, "2026-03-10")).toEqual(
      retried,
    );
    const daily = { ...tolerant, frequency: 1 };
    const moved = afterChange(retried, tolerant, daily, "2026-03-10");
    const history = "03-11 retry declined, 03-12 retry declined, 04-09 charge paid, 04-10 charge";
    expect(historyOf(daily, history, moved)).toBe(history);
  });
});
